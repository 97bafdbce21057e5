// The conversation with the pages that show this one: greets them, answers their commands, tells them what happens.
//
// A host that is not trusted learns that the page is there and how high it is, and nothing of what the traces say, of
// their sizes, or of whether their addresses answer: otherwise any page could frame a copy of Diptych inside a company and read the traces it can reach.

import type { Answer, Events, FrameEvent, Key, Side } from "../../../packages/embed/src/messages.js";
import type { Engine } from "../engine/client.js";
import { FORMATS } from "../generated/formats.js";
import { VERSION } from "../generated/version.js";
import { initialState, type PageState } from "../state/page-state.js";
import type { Toasts } from "../toasts.js";
import { commandError, HostCommands, type CommandParts } from "./commands.js";
import { CommandError, mayPass } from "./error-codes.js";
import type { Host, HostWindow } from "./host.js";
import { Hosts, type HostsListener, isForUs } from "./hosts.js";
import { loadedTrace } from "./loaded-trace.js";
import { API, type Command, idOf, parseCommand } from "./parse-command.js";
import { type PeerMessage, peerMessageOf } from "./peers.js";
import { PendingOpens } from "./pending-opens.js";
import { PostedTraces } from "./posted-traces.js";
import { failures, hoverOf, loadedSides, reportsOf, withoutContent } from "./reports.js";
import { verdictOf } from "./verdict.js";
import { ViewReports } from "./view-reports.js";

/** Most commands of a host that wait for their answers. */
const MOST_OPEN = 1_000;

export type TalkParts = CommandParts & { toasts: Pick<Toasts, "show"> };

export class Talk implements HostsListener {
  readonly #parts: TalkParts;
  readonly #hosts: Hosts;
  readonly #commands: HostCommands;
  readonly #pending: PendingOpens;
  readonly #posted: PostedTraces;
  readonly #view: ViewReports;
  #last: PageState;
  /** The state that hosts have heard of. */
  #told: PageState;
  #height_px = 0;
  /** Answers about windows that post traces in the words of other viewers. */
  readonly #answers = new WeakMap<HostWindow, Promise<boolean>>();
  /** Reports follow each other in the order of their states, though some take a moment to make. */
  #reports: Promise<void> = Promise.resolve();

  constructor(page: Window, parts: TalkParts) {
    this.#parts = parts;
    this.#hosts = new Hosts(page, this);
    this.#pending = new PendingOpens((source) => parts.sides.holds(source), parts.engine);
    this.#commands = new HostCommands(parts, this.#pending);
    this.#posted = new PostedTraces({ ...parts, now: () => performance.now() });
    this.#view = new ViewReports(
      () => parts.history.hash,
      (hash) => this.#tell({ diptych: 1, type: "view", hash }),
    );
    this.#last = this.#told = parts.store.state;
  }

  /** Greets the pages that hold this one; `early` are messages that came before. */
  begin(early: readonly MessageEvent[]): void {
    const formats = FORMATS.map(({ name }) => name);
    this.#hosts.begin({ diptych: 1, type: "hello", version: VERSION, api: [...API], formats }, early);
    this.#hosts.all.forEach((host) => void this.#recognise(host).then(() => this.#tellEarlier(host)));
    addEventListener("pagehide", () => this.#tell({ diptych: 1, type: "bye" }));
  }

  /** The page is in another state. */
  follow(state: PageState): void {
    const before = this.#last;
    this.#last = state;
    this.#pending.follow(state);
    if (this.#hosts.isAlone || before === state) {
      return;
    }
    const [reports, loaded, hover] = [reportsOf(before, state), loadedSides(before, state), hoverOf(before, state)];
    this.#reports = this.#reports.then(async () => {
      for (const side of loaded) {
        await sendLoaded(state, side, this.#parts.engine, (report) => this.#tell(report));
      }
      reports.forEach((report) => this.#tell(report));
      this.#told = state;
    });
    if (hover !== null) {
      this.#trusted.filter(({ wantsHover }) => wantsHover).forEach((host) => host.send(hover));
    }
    if (before.view !== state.view || before.sides !== state.sides) {
      this.#view.changed();
    }
  }

  /** A key went down that the page has no use for. */
  key(key: Key): void {
    this.#tell({ diptych: 1, type: "key", ...key });
  }

  /** The page needs another height so that nothing scrolls. */
  height(px: number): void {
    if (px !== this.#height_px) {
      this.#height_px = px;
      this.#tell({ diptych: 1, type: "height", px });
    }
  }

  message(host: Host, data: unknown): void {
    if (isForUs(data)) {
      void this.#recognise(host);
      void this.#answer(host, data);
      return;
    }
    const message = peerMessageOf(data);
    if (message?.kind === "answer") {
      host.reply(message.words);
    } else if (message !== null) {
      void this.#take(host, message);
    }
  }

  async #answer(host: Host, fields: Record<string, unknown>): Promise<void> {
    let command: Command;
    try {
      command = parseCommand(fields);
    } catch (error) {
      return this.#fail(host, idOf(fields), commandError(error));
    }
    const { id } = command;
    if (host.open.has(id)) {
      return this.#fail(host, null, new CommandError("bad-command", `The id ${id} waits for its answer already.`));
    }
    if (host.open.size >= MOST_OPEN) {
      const most = MOST_OPEN.toLocaleString("en");
      return this.#fail(
        host,
        id,
        new CommandError("busy", `${most} commands wait for their answers. Send more after one.`),
      );
    }
    host.open.add(id);
    try {
      // Light or dark concerns nobody but the page around.
      if (command.type !== "theme" || !this.#hosts.frames(host)) {
        await host.inTurn(this.#admit(host));
      }
      const result = await this.#commands.run(command, host);
      const answer: Answer = { diptych: 1, type: "result", id, result };
      host.send(answer, "bytes" in result ? [result.bytes] : []);
    } catch (error) {
      this.#fail(host, id, commandError(error));
    } finally {
      host.open.delete(id);
    }
  }

  /** Answers a command with an error. Without an id, the error stands alone. */
  #fail(host: Host, id: number | string | null, { code, message }: CommandError): void {
    const error: Events["error"] = { code, text: message, retry: mayPass(code) };
    host.send(id === null ? { diptych: 1, type: "error", ...error } : { diptych: 1, type: "error", id, ...error });
  }

  /** Resolves when the host may show traces and learn what they say. */
  async #admit(host: Host): Promise<void> {
    if (host.isTrusted) {
      return;
    }
    host.answer ??= this.#parts.trust.mayShow(host.origin);
    if (!(await host.answer)) {
      throw new CommandError("refused", "The person at the page does not trust this host.");
    }
    await this.#welcome(host);
  }

  /** Trusts a host from the start, if nobody needs to be asked. */
  async #recognise(host: Host): Promise<void> {
    if (await this.#parts.trust.isTrusted(host.origin)) {
      await this.#welcome(host);
    }
  }

  /** Tells a host that is not trusted which problems of the page were there before it. */
  #tellEarlier(host: Host): void {
    if (!host.isTrusted) {
      failures(this.#last).forEach((report) => {
        const plain = withoutContent(report);
        if (plain !== null) {
          host.send(plain);
        }
      });
    }
  }

  /** Trusts a host, and tells it what happened before. */
  #welcome(host: Host): Promise<void> {
    this.#reports = this.#reports.then(async () => {
      if (host.isTrusted) {
        return;
      }
      host.isTrusted = true;
      for (const side of loadedSides(NOTHING, this.#told)) {
        await sendLoaded(this.#told, side, this.#parts.engine, (report) => host.send(report));
      }
      failures(this.#told).forEach((report) => host.send(report));
      const verdict = verdictOf(this.#told);
      if (verdict !== null) {
        host.send({ diptych: 1, type: "compared", verdict });
      }
    });
    return this.#reports;
  }

  async #take(host: Host, trace: Extract<PeerMessage, { kind: "trace" }>): Promise<void> {
    if (await host.inTurn(this.#accepts(host, trace))) {
      this.#posted.open(trace, host.window);
    }
  }

  /** Returns whether a posted trace is a new one, from a page that may show traces here. */
  async #accepts(host: Host, trace: Extract<PeerMessage, { kind: "trace" }>): Promise<boolean> {
    return !(await this.#posted.isRepeat(trace)) && (await this.#mayPost(host));
  }

  /** Asks once about a window whose page has no origin, however many traces it posts. */
  async #mayPost({ window, origin }: Host): Promise<boolean> {
    const answer = (origin === null ? this.#answers.get(window) : undefined) ?? this.#parts.trust.mayShow(origin);
    this.#answers.set(window, answer);
    return answer;
  }

  get #trusted(): readonly Host[] {
    return this.#hosts.all.filter(({ isTrusted }) => isTrusted);
  }

  #tell(report: FrameEvent): void {
    const plain = withoutContent(report);
    for (const host of this.#hosts.all) {
      const said = host.isTrusted ? report : plain;
      if (said !== null) {
        host.send(said);
      }
    }
  }
}

/** The page before anything was open. */
const NOTHING = initialState();

/** Reports a trace, if its side still shows one. */
async function sendLoaded(
  state: PageState,
  side: Side,
  engine: Engine,
  send: (report: FrameEvent) => void,
): Promise<void> {
  const trace = await loadedTrace(state, side, engine);
  if (trace !== null) {
    send({ diptych: 1, type: "loaded", ...trace });
  }
}
