// Does what a host asks for.

import type { Commands, DifferencePlace, ViewState } from "../../../packages/embed/src/messages.js";
import { rowsOf } from "../comparison/comparison-page.js";
import type { Run } from "../commands.js";
import type { DeskInFront } from "../desks/front.js";
import { AskError, FetchError } from "../engine/errors.js";
import type { Engine } from "../engine/client.js";
import type { Exports } from "../exports.js";
import type { DeskId } from "../generated/protocol.js";
import type { Search } from "../session/search.js";
import type { Selection } from "../session/selection.js";
import type { ViewChanges } from "../session/view-changes.js";
import { PostedStream } from "../sides/posted-stream.js";
import type { Sides } from "../sides/sides.js";
import { fromFile, fromLink, type Source } from "../sides/sources.js";
import type { ViewHistory } from "../state/history.js";
import { decode, type Link, unpacked } from "../state/link.js";
import { SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { originOf } from "../trust/origins.js";
import type { Trust } from "../trust/trust.js";
import { CommandError } from "./error-codes.js";
import type { Host, HostWindow } from "./host.js";
import { loadedTrace } from "./loaded-trace.js";
import type { Command, Posted } from "./parse-command.js";
import type { PendingOpens } from "./pending-opens.js";
import { errorOf } from "./reports.js";
import { verdictOf } from "./verdict.js";

/** The parts of the page that commands of hosts work on. */
export type CommandParts = {
  store: Store;
  engine: Engine;
  sides: Pick<Sides, "addSource" | "close" | "holds" | "links" | "open" | "whyNoRun">;
  trust: Pick<Trust, "isTrusted" | "mayFetch" | "mayShow">;
  exports: Pick<Exports, "file">;
  selection: Pick<Selection, "takeAndReveal">;
  search: Pick<Search, "find">;
  view: Pick<ViewChanges, "change" | "state">;
  desks: Pick<DeskInFront, "show">;
  history: Pick<ViewHistory, "hash">;
  run: Run;
  /** Shows what a link says, as if somebody had followed it. */
  follow: (link: Link) => void;
};

type Reply = Commands[keyof Commands]["reply"];
type Of<Type extends Command["type"]> = Extract<Command, { type: Type }>;

export class HostCommands {
  readonly #parts: CommandParts;
  readonly #pending: PendingOpens;

  constructor(parts: CommandParts, pending: PendingOpens) {
    this.#parts = parts;
    this.#pending = pending;
  }

  /** Runs a command of a trusted host. Rejected with `CommandError` or `AskError`. */
  async run(command: Command, host: Host): Promise<Reply> {
    const { store, sides, view, history } = this.#parts;
    switch (command.type) {
      case "open":
        return this.#open(command, host);
      case "close":
        (command.side === null ? SIDES : [command.side]).forEach((side) => sides.close(side));
        return {};
      case "set":
        return this.#set(command, host);
      case "select":
        return this.#select(command.subject);
      case "focus": {
        const { time } = view.state;
        view.change({ time: { ...time, windows: { ...time.windows, ...command.ranges } } }, "push");
        return { hash: history.hash };
      }
      case "next":
      case "previous":
        this.#parts.run(command.type === "next" ? "next-difference" : "previous-difference");
        return this.#place();
      case "export":
        return this.#export(command);
      case "theme":
        // Not kept on this device: the host decides for its own page alone.
        view.change({ theme: command.theme }, "none");
        return {};
      case "get":
        return command.what === "verdict" ? { verdict: verdictOf(store.state) } : this.#state();
    }
  }

  async #open({ side, adds, name, posted }: Of<"open">, host: Host): Promise<Reply> {
    const { sides } = this.#parts;
    const source =
      posted.kind === "url"
        ? await this.#linked(side, name, posted.url, host)
        : fromPost(name ?? `trace ${side}`, posted, host.window);
    const why = adds ? sides.whyNoRun(side) : null;
    if (why !== null) {
      throw new CommandError("bad-command", why);
    }
    if (adds) {
      sides.addSource(side, source);
    } else {
      sides.open({ [side]: [source] });
    }
    return this.#pending.opened(source);
  }

  /** Returns an address of a host as a source. Its own addresses need no further question. */
  async #linked(side: Of<"open">["side"], name: string | null, url: string, host: Host): Promise<Source> {
    const source = fromLink(side, url, new URL(document.baseURI));
    if ("title" in source) {
      throw new CommandError("bad-command", source.title);
    }
    const origin = source.bytes.kind === "link" ? originOf(source.bytes.url) : null;
    const permission = origin === null ? "granted" : await this.#parts.trust.mayFetch(origin, origin === host.origin);
    if (permission !== "granted") {
      throw new CommandError("refused", `This page may not load traces from ${origin}.`);
    }
    return name === null ? source : { ...source, name };
  }

  async #set({ hash, patch, hover }: Of<"set">, host: Host): Promise<Reply> {
    const { sides, desks, search, history } = this.#parts;
    if (hash !== null) {
      const link = await unpacked(decode(hash));
      if (link.isTooLong) {
        throw new CommandError("bad-command", "The hash is too long to be read.");
      }
      // A view without traces is one of the open traces.
      const hasTraces = link.sources.a.length + link.sources.b.length > 0;
      this.#parts.follow(hasTraces ? link : { ...link, sources: sides.links() });
    }
    if (patch.desk !== undefined) {
      desks.show(patch.desk as DeskId);
    }
    if (patch.search !== undefined) {
      search.find(patch.search);
    }
    if (patch.notes !== undefined) {
      this.#parts.view.change({ notes: patch.notes }, "push");
    }
    if (patch.selection !== undefined) {
      await this.#select(patch.selection);
    }
    host.wantsHover = hover ?? host.wantsHover;
    return { hash: history.hash };
  }

  async #select(subject: NonNullable<Of<"set">["patch"]["selection"]> | null): Promise<Reply> {
    const whole =
      subject !== null && "time" in subject
        ? { time: { ...subject.time, other: subject.time.other ?? null } }
        : subject;
    const reply = await this.#parts.engine.ask("select", { subject: whole });
    this.#parts.selection.takeAndReveal(reply, "push");
    return { subject: reply.subject };
  }

  #place(): DifferencePlace {
    const { comparison } = this.#parts.store.state;
    const { current } = comparison.differences;
    return { place: current === null ? null : current + 1, of: rowsOf(comparison).shown };
  }

  async #export({ what }: Of<"export">): Promise<Reply> {
    if (what === "json") {
      const verdict = verdictOf(this.#parts.store.state);
      if (verdict === null) {
        throw new CommandError("bad-command", "There is no comparison to export. Open both sides first.");
      }
      const bytes = new TextEncoder().encode(JSON.stringify(verdict)).buffer;
      return { name: "diptych.json", mime: "application/json", bytes };
    }
    const file = await this.#parts.exports.file(what === "session" ? "diptych" : what);
    if (file === null) {
      const missing = what === "session" ? "comparison to export. Open both sides" : "picture to export. Open a trace";
      throw new CommandError("bad-command", `There is no ${missing} first.`);
    }
    return { name: file.name, mime: file.content.type, bytes: await file.content.arrayBuffer() };
  }

  async #state(): Promise<ViewState> {
    const { store, history, engine } = this.#parts;
    const trace = (side: "a" | "b") => loadedTrace(store.state, side, engine);
    const [a, b] = await Promise.all([trace("a"), trace("b")]);
    return { hash: history.hash, sides: { a, b }, notes: store.state.view.notes };
  }
}

/** Returns what a page posted from its window as a source. */
export function fromPost(name: string, posted: Exclude<Posted, { kind: "url" }>, sender: HostWindow): Source {
  switch (posted.kind) {
    case "bytes":
      return fromFile(new File([posted.bytes], name));
    case "file":
      return fromFile(new File([posted.file], name));
    case "stream":
      return {
        name,
        bytes: { kind: "posted", posted: new PostedStream(posted.stream, name, posted.total, () => sender.closed) },
        link: null,
      };
  }
}

/** Returns a failure of the page, or of the engine, as the error of a command. */
export function commandError(error: unknown): CommandError {
  if (error instanceof CommandError) {
    return error;
  }
  if (error instanceof FetchError) {
    return new CommandError("stale-assets", error.message);
  }
  return error instanceof AskError ? failed(error.failure) : new CommandError("internal", String(error));
}

function failed(failure: Parameters<typeof errorOf>[0]): CommandError {
  const { code, text } = errorOf(failure);
  return new CommandError(code, text);
}
