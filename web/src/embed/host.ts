// A page that shows this one: its window, its origin, and the port that it was handed.

import type { FrameMessage } from "../../../packages/embed/src/messages.js";

/** The parts of the window of a host that this page uses. */
export type HostWindow = Pick<Window, "postMessage" | "closed">;

export class Host {
  readonly window: HostWindow;
  readonly #port: MessagePort | null;
  /** The origin of the page; null while nobody knows it, and for pages without one. */
  readonly origin: string | null;
  #usesPort = false;
  /** Resolves when the checks of all messages so far have ended. */
  #checked: Promise<unknown> = Promise.resolve();
  /** The ids of commands without an answer so far. */
  readonly open = new Set<number | string>();
  /** The host wants to know what is under the pointer. */
  wantsHover = false;
  /** The host may learn what the traces say. */
  isTrusted = false;
  /** The answer to the one question about this page. Pages without an origin share none, so each keeps its own. */
  answer: Promise<boolean> | null = null;
  /** `port`: the port that the host was handed. Whoever holds it counts as a page of `origin`. */
  constructor(window: HostWindow, port: MessagePort | null, origin: string | null) {
    this.window = window;
    this.#port = port;
    this.origin = origin;
  }

  /** Another page is in the window now. What holds the port hears no more, and nothing comes through it. */
  close(): void {
    this.#port?.close();
  }

  /** A message came through the port: everything goes that way from now on. */
  heardFromPort(): void {
    this.#usesPort = true;
  }

  /**
   * Resolves as the check of a message does, once the checks of earlier messages have ended. Checks take different times,
   * and a trace that overtook the command before it would open on the side that the command names.
   */
  async inTurn<T>(check: Promise<T>): Promise<T> {
    const earlier = this.#checked;
    this.#checked = Promise.allSettled([earlier, check]);
    await earlier;
    return check;
  }

  /**
   * Sends a message. A message to the window is bound to the known origin. Without one it goes through the port, which
   * only the page that got the greeting can hold.
   */
  send(message: FrameMessage, transfer: Transferable[] = []): void {
    if (this.#port !== null && (this.#usesPort || this.origin === null)) {
      this.#port.postMessage(message, transfer);
    } else if (this.origin !== null) {
      this.window.postMessage(message, this.origin, transfer);
    }
  }

  /** Answers in the words of another viewer. They say nothing about traces, so a page without an origin hears them too. */
  reply(words: unknown): void {
    this.window.postMessage(words, this.origin ?? "*");
  }
}
