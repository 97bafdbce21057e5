// All pages that talk to this one: the page that frames it, the page that opened it, and any other that posts to it.
//
// A window may show one page now and another later, and a port can be handed on. So trust belongs to a page, which is a
// window with an origin: a port counts as the page that was there when it was handed over, and never as a later one.

import type { EventName, FrameEvent } from "../../../packages/embed/src/messages.js";
import { ancestorsOf } from "../trust/framing.js";
import { Host, type HostWindow } from "./host.js";

export interface HostsListener {
  /** A message came, whatever it is. */
  message(host: Host, data: unknown): void;
}

export class Hosts {
  readonly #page: Window;
  readonly #listener: HostsListener;
  readonly #hosts = new Map<HostWindow, Host>();
  #hello: (FrameEvent & { type: "hello" }) | null = null;

  constructor(page: Window, listener: HostsListener) {
    this.#page = page;
    this.#listener = listener;
  }

  /** Returns whether anybody may be listening. */
  get isAlone(): boolean {
    return this.#hosts.size === 0;
  }

  get all(): readonly Host[] {
    return [...this.#hosts.values()];
  }

  /** Returns whether a host frames this page. */
  frames(host: Host): boolean {
    return this.#page.parent !== this.#page && this.#hosts.get(this.#page.parent) === host;
  }

  /** Greets the pages that hold this one, and listens from now on; `early` came before. */
  begin(hello: FrameEvent & { type: "hello" }, early: readonly MessageEvent[]): void {
    const { parent } = this.#page;
    const opener = this.#page.opener as Window | null | undefined;
    this.#hello = hello;
    this.#page.addEventListener("message", (event) => this.#receive(event));
    if (parent !== this.#page) {
      // Of a browser without a list of framing pages only the referrer is known, which another page may have sent. So the
      // greeting is bound to the origin: no other page gets the port that stands for it.
      const origin = ancestorsOf(this.#page)[0] ?? null;
      this.#greet(parent, origin, origin ?? "*");
    } else if (opener !== null && opener !== undefined) {
      this.#greet(opener, null, "*"); // Nobody says which page is there until it speaks.
    }
    early.forEach((event) => this.#receive(event));
  }

  /** Greets the page of a window, if it is of the origin `target`. */
  #greet(window: Window, origin: string | null, target: string): Host {
    const { port1, port2 } = new MessageChannel();
    const known = new Host(window, port1, origin);
    this.#hosts.get(window)?.close();
    this.#hosts.set(window, known);
    port1.onmessage = (event) => {
      known.heardFromPort();
      this.#listener.message(known, event.data);
    };
    window.postMessage(this.#hello, target, [port2]);
    return known;
  }

  #receive({ source, origin, data }: MessageEvent): void {
    // Browser extensions talk to pages through the page's own window.
    if (source === null || source === this.#page || source instanceof MessagePort) {
      return;
    }
    this.#listener.message(this.#hostOf(source as Window, origin === "null" ? null : origin, isForUs(data)), data);
  }

  /** Returns the page that a window shows now. One that speaks to this page learns from now on what happens in it. */
  #hostOf(window: Window, origin: string | null, speaks: boolean): Host {
    const known = this.#hosts.get(window);
    if (known !== undefined && known.origin === origin) {
      return known;
    }
    // The page is known only now, or another page took its place. Answers reach a page without an origin only through a
    // port, so it is greeted, too.
    if (speaks && (known !== undefined || origin === null)) {
      return this.#greet(window, origin, origin ?? "*");
    }
    const host = new Host(window, null, origin);
    if (speaks) {
      known?.close();
      this.#hosts.set(window, host);
    }
    return host;
  }
}

/** The messages of frames. From a host they are echoes, and an answer to an echo would never end. */
const OF_FRAMES: Record<EventName | "result", true> = {
  hello: true,
  progress: true,
  loaded: true,
  compared: true,
  error: true,
  selection: true,
  hover: true,
  view: true,
  height: true,
  key: true,
  bye: true,
  result: true,
};

/** Returns whether a message is a command of this contract, rather than noise of the page around or an echo. */
export function isForUs(data: unknown): data is { diptych: 1 } & Record<string, unknown> {
  if (typeof data !== "object" || data === null || (data as { diptych?: unknown }).diptych !== 1) {
    return false;
  }
  const { type } = data as { type?: unknown };
  return typeof type !== "string" || !Object.hasOwn(OF_FRAMES, type);
}
