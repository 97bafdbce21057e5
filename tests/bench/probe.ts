// What is put into the page before its own code runs: it hears what workers say, and when.
//
// The page is measured as it is deployed, with nothing in it for the purpose. Workers are wrapped so that the times
// of their messages are kept; questions with epochs above `OURS` are asked past the page, which never sees the
// answers.

import type { Page } from "@playwright/test";

/** Epochs of questions that the bench asks the engine. */
export const OURS = 2 ** 30;

export interface Probe {
  /** When things happened, by `performance.now()`: the first time each; a scene, the first since a side was loaded. */
  marks: Record<string, number>;
  /** Waits until a mark is set. */
  seen(mark: string): Promise<number>;
  /** Asks the engine and waits for the answer; milliseconds from asking to the answer, and its words. */
  ask(request: unknown): Promise<{ ms: number; words: number }>;
}

declare global {
  interface Window {
    probe: Probe;
  }
}

export async function install(page: Page): Promise<void> {
  await page.addInitScript(inject, OURS);
}

function inject(ours: number): void {
  type Told = { type: string; outcome?: unknown; to?: number | null; answers?: { event: { type: string }; words: Uint32Array | null }[] };
  const marks: Record<string, number> = {};
  const waiting: { mark: string; resolve: (at: number) => void }[] = [];
  const asked = new Map<number, (words: number) => void>();
  let engine: Worker | null = null;
  let epoch = ours;

  const mark = (name: string): void => {
    if (name === "side-loaded") {
      delete marks["side-loaded"];
      delete marks["scene"];
    }
    const at = (marks[name] ??= performance.now());
    waiting.filter((one) => one.mark === name).forEach(({ resolve }) => resolve(at));
  };

  const heard = (role: string, event: MessageEvent<Told>): void => {
    const { type, to, answers } = event.data;
    if (type === "outcome") {
      mark(`read ${role}`);
    }
    if (typeof to === "number" && to > ours) {
      event.stopImmediatePropagation();
      const words = answers?.flatMap((answer) => answer.words ?? [])[0];
      asked.get(to)?.(words?.length ?? 0);
      asked.delete(to);
      if (words !== undefined) {
        engine?.postMessage({ type: "recycle", words }, [words.buffer as ArrayBuffer]);
      }
      return;
    }
    answers?.forEach((answer) => mark(answer.event.type));
  };

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #role = "";

    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", (event) => heard(this.#role, event));
    }

    override postMessage(message: { type: string; role?: string; side?: string }, transfer?: unknown): void {
      if (message.type === "start") {
        this.#role = message.role ?? "";
        engine = this.#role === "engine" ? this : engine;
      }
      if (message.type === "read") {
        this.#role = message.side ?? "";
      }
      super.postMessage(message, (transfer ?? []) as Transferable[]);
    }
  } as typeof Worker;

  window.probe = {
    marks,
    seen: (name) => (name in marks ? Promise.resolve(marks[name] ?? 0) : new Promise((resolve) => waiting.push({ mark: name, resolve }))),
    ask: (request) =>
      new Promise((resolve) => {
        epoch += 1;
        const begun = performance.now();
        asked.set(epoch, (words) => resolve({ ms: performance.now() - begun, words }));
        engine?.postMessage({ type: "request", envelope: { epoch, request } });
      }),
  };
}
