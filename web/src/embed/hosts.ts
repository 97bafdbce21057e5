// All pages that talk to this one: the page that frames it, the page that opened it, and any other that posts to it.

import type { EventName, FrameEvent } from "../../../packages/embed/src/messages.js";
import { Host, type HostWindow } from "./host.js";

export interface HostsListener {
  /** A message came, whatever it is. */
  message(host: Host, data: unknown): void;
}

export class Hosts {
  readonly #page: Window;
  readonly #listener: HostsListener;
  readonly #hosts = new Map<HostWindow, Host>();

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

  /** Greets the pages that hold this one, and listens from now on; `early` came before. */
  begin(hello: FrameEvent & { type: "hello" }, early: readonly MessageEvent[]): void {
    const { parent, location } = this.#page;
    const opener = this.#page.opener as Window | null | undefined;
    this.#page.addEventListener("message", (event) => this.#receive(event));
    if (parent !== this.#page) {
      // The browser says who frames this page, where it has the list.
      const origin = (location.ancestorOrigins as DOMStringList | undefined)?.[0] ?? null;
      this.#greet(parent, origin === "null" ? null : origin, hello);
    }
    if (opener !== null && opener !== undefined) {
      this.#greet(opener, null, hello);
    }
    early.forEach((event) => this.#receive(event));
  }

  #greet(host: Window, origin: string | null, hello: FrameEvent): void {
    const { port1, port2 } = new MessageChannel();
    const known = new Host(host, port1, origin);
    this.#hosts.set(host, known);
    port1.onmessage = (event) => {
      known.heardFromPort();
      this.#listener.message(known, event.data);
    };
    host.postMessage(hello, "*", [port2]);
  }

  #receive({ source, origin, data }: MessageEvent): void {
    // Browser extensions talk to pages through the page's own window.
    if (source === null || source === this.#page || source instanceof MessagePort) {
      return;
    }
    const window = source as Window;
    const host = this.#hosts.get(window) ?? new Host(window, null, null);
    host.heardFrom(origin);
    if (isForUs(data)) {
      this.#hosts.set(window, host); // Whoever talks to this page learns what happens in it.
    }
    this.#listener.message(host, data);
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
