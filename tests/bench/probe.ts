// A probe that runs in the page before its own code. It notes the messages of workers and their times.
//
// The page is measured as it is deployed, with nothing in it for the purpose. Workers are wrapped so that the times
// of their messages are kept. Questions with ids above `OURS` are asked past the page, which never sees the answers.

import type { Page } from "@playwright/test";

/** Epochs of questions that the bench asks the engine. */
export const OURS = 2 ** 30;

/** A word about a job: `asked`, the name of a stage, or `done`; when, by `performance.now()`. */
export type Word = { job: number; kind: string; stage: string; at: number };

/** An answer past the page: milliseconds from asking to it, its words, and the reply. */
export type Answered = { ms: number; words: number; reply: unknown };

export interface Probe {
  /** When things happened, by `performance.now()`: the first time each; a scene, the first since a side was loaded. */
  marks: Record<string, number>;
  /** Messages about work, in order: asked for, a stage got further, done. */
  work: Word[];
  /** When frames began while there was work; `NaN` where there was none for a while. */
  frames: number[];
  /** Waits until a mark is set. */
  seen(mark: string): Promise<number>;
  /** Asks the engine and waits for the answer. */
  ask(name: string, payload: unknown): Promise<Answered>;
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
  type Word = Probe["work"][number];
  type ToWorker = {
    type: string;
    id?: number;
    name?: string;
    role?: string;
    place?: { side: string };
    job?: { id: number; analysis: string };
  };
  type FromWorker = {
    type: string;
    outcome?: unknown;
    progress?: { id: number; stage: string };
    to?: number;
    answer?: { reply: unknown; words: Uint32Array | null };
  };
  /** Names of the marks that replies to the page set. A comparison counts only once it has a summary. */
  const MARKS: Record<string, string> = {
    load: "side-loaded",
    layout: "scene",
    compare: "comparison",
    totals: "totals",
  };
  const marks: Record<string, number> = {};
  const work: Word[] = [];
  const kinds = new Map<number, string>();
  let running = 0;
  const frames: number[] = [];
  const underWay = new Set<number>();
  const waiting: { mark: string; resolve: (at: number) => void }[] = [];
  const asked = new Map<number, (words: number, reply: unknown) => void>();
  let engine: Worker | null = null;
  const names = new Map<number, string>();
  let id = ours;

  const mark = (name: string): void => {
    if (name === "side-loaded") {
      delete marks["side-loaded"];
      delete marks["scene"];
    }
    const at = (marks[name] ??= performance.now());
    waiting.filter((one) => one.mark === name).forEach(({ resolve }) => resolve(at));
  };

  const say = (job: number, stage: string): void => {
    work.push({ job, kind: kinds.get(job) ?? "", stage, at: performance.now() });
    mark(`work ${stage}`);
    if (stage === "asked" && underWay.size === 0) {
      frames.push(Number.NaN);
      requestAnimationFrame(frame);
    }
    underWay[stage === "done" ? "delete" : "add"](job);
  };

  const frame = (at: number): void => {
    frames.push(at);
    if (underWay.size > 0) {
      requestAnimationFrame(frame);
    }
  };

  const heard = (role: string, event: MessageEvent<FromWorker>): void => {
    const { type, to, answer, progress } = event.data;
    if (role === "compute" && progress !== undefined) {
      say(progress.id, progress.stage);
    }
    if (role === "compute" && type === "done") {
      say(running, "done");
    }
    if (type === "outcome") {
      mark(`read ${role}`);
    }
    if (typeof to === "number" && to > ours) {
      event.stopImmediatePropagation();
      const words = answer?.words ?? null;
      asked.get(to)?.(words?.length ?? 0, answer?.reply);
      asked.delete(to);
      if (words !== null) {
        engine?.postMessage({ type: "recycle", words }, [words.buffer as ArrayBuffer]);
      }
      return;
    }
    const name = MARKS[(to === undefined ? undefined : names.get(to)) ?? ""];
    const pending = name === "comparison" && (answer?.reply as { summary: unknown } | null)?.summary === null;
    if (name !== undefined && answer?.reply !== null && !pending) {
      mark(name);
    }
  };

  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #role = "";

    constructor(url: string | URL) {
      super(url);
      this.addEventListener("message", (event: MessageEvent<FromWorker>) => heard(this.#role, event));
    }

    override postMessage(message: ToWorker, transfer?: unknown): void {
      if (message.type === "start") {
        this.#role = message.role ?? "";
        engine = this.#role === "engine" ? this : engine;
      }
      if (message.type === "read") {
        this.#role = message.place?.side ?? "";
      }
      // The compute role is sent traces without a number: nothing is said to that.
      if (message.id !== undefined && (message.type === "ask" || message.type === "load")) {
        names.set(message.id, message.name ?? message.type);
      }
      if (message.type === "run" && message.job !== undefined) {
        running = message.job.id; // One at a time.
        kinds.set(running, message.job.analysis);
        say(message.job.id, "asked");
      }
      super.postMessage(message, (transfer ?? []) as Transferable[]);
    }
  };

  window.probe = {
    marks,
    work,
    frames,
    seen: (name) =>
      name in marks
        ? Promise.resolve(marks[name] ?? 0)
        : new Promise((resolve) => waiting.push({ mark: name, resolve })),
    ask: (name, payload) =>
      new Promise((resolve) => {
        id += 1;
        const begun = performance.now();
        asked.set(id, (words, reply) => resolve({ ms: performance.now() - begun, words, reply }));
        engine?.postMessage({ type: "ask", id, name, payload });
      }),
  };
}
