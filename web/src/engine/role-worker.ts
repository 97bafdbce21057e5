// A worker in one role, as the page holds it.

import { compiled, ROLES } from "./artifacts.js";
import { fetched, isInside } from "./assets.js";
import { FetchError, type WorkerDeath } from "./errors.js";
import { scriptUrl } from "../trust/script-urls.js";
import type { Role, Start } from "./worker-messages.js";

/** Called when the worker ends by itself: it threw, the engine panicked, the browser took its memory. */
export type DeathListener = (death: WorkerDeath) => void;

/** `In`: messages to it; `Out`: messages from it. Messages sent before the artifact is compiled wait in order. */
export class RoleWorker<In, Out> {
  #worker: Worker | null = null;
  #ended = false;
  #onMessage: (message: Out) => void;
  #onDeath: DeathListener;
  readonly #started: Promise<void>;

  constructor(role: Role, onMessage: (message: Out) => void, onDeath: DeathListener) {
    this.#onMessage = onMessage;
    this.#onDeath = onDeath;
    const die = (kind: WorkerDeath["kind"], why: string) => {
      if (!this.#ended) {
        this.end();
        this.#onDeath({ kind, why });
      }
    };
    const { artifact, script } = ROLES[role];
    this.#started = Promise.all([compiled(artifact), startable(script)]).then(
      ([module, url]) => {
        if (this.#ended) {
          return;
        }
        const worker = new Worker(scriptUrl(url));
        worker.onmessage = (message: MessageEvent<Out>) => this.#onMessage(message.data);
        worker.onmessageerror = () => die("stopped", "a message could not be read");
        worker.onerror = (event) => {
          event.preventDefault(); // Handled here; the console need not hear of it a second time.
          if (event instanceof ErrorEvent) {
            console.warn(`${role} worker:`, event.message);
            die("stopped", event.message);
          } else {
            die("not-fetched", url); // A script that cannot be fetched has no message.
          }
        };
        worker.postMessage({ type: "start", role, module } satisfies Start);
        this.#worker = worker;
      },
      (error: unknown) =>
        error instanceof FetchError ? die("not-fetched", error.message) : die("stopped", String(error)),
    );
  }

  /** Whom it tells from now on: one that was started before anybody wanted something of it. */
  listen(onMessage: (message: Out) => void, onDeath: DeathListener): void {
    this.#onMessage = onMessage;
    this.#onDeath = onDeath;
  }

  send(message: In, transfer: Transferable[] = []): void {
    if (this.#worker !== null) {
      this.#worker.postMessage(message, transfer);
    } else {
      void this.#started.then(() => this.#worker?.postMessage(message, transfer));
    }
  }

  /** Ends it; nothing it says later arrives. */
  end(): void {
    this.#ended = true;
    if (this.#worker !== null) {
      this.#worker.onmessage = null;
      this.#worker.onerror = null;
      this.#worker.terminate();
      this.#worker = null;
    }
  }
}

/** Scripts of workers as blobs, where the page may start none from its own files. */
const blobs = new Map<string, string>();

/**
 * The address that a worker starts from. The origin of a sandboxed frame is opaque, so no file is of the same origin
 * and the worker starts from a blob of the script. A report has no other file, so it does the same.
 */
async function startable(script: string): Promise<string> {
  const known = blobs.get(script);
  if ((self.origin !== "null" && !isInside(script)) || known !== undefined) {
    return known ?? script;
  }
  const blob = URL.createObjectURL(await (await fetched(script)).blob());
  blobs.set(script, blob);
  return blob;
}
