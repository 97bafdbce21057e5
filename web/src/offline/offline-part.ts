// The page without a connection: registers the service worker, and offers a newer build once that is there whole.

import type { PageMode } from "../state/link.js";
import type { Toasts } from "../toasts.js";
import { scriptUrl } from "../trust/script-urls.js";

/** The worker's script. Its folder is what it serves. */
const SCRIPT = "sw.js";

/** Time that a waiting worker has to answer before the page is reloaded all the same, ms. */
const ANSWER_MS = 4_000;

export type Offline = {
  toasts: Pick<Toasts, "show">;
  /** Returns whether a reload would lose traces. */
  holdsTraces: () => boolean;
};

/** Returns whether this page may have a service worker: neither in a frame nor where somebody switched it off. */
export function mayRegister(mode: PageMode, search: string, isFramed: boolean): boolean {
  return mode !== "embed" && !isFramed && !isOff(search);
}

function isOff(search: string): boolean {
  return new URLSearchParams(search).get("sw") === "0";
}

/** Keeps the page for visits without a connection. Browsers that refuse go on without. */
export async function keepOffline(mode: PageMode, offline: Offline): Promise<void> {
  const container = workers();
  if (container === null) {
    return;
  }
  try {
    if (isOff(location.search)) {
      await forget(container);
    } else if (mayRegister(mode, location.search, window.parent !== window)) {
      container.addEventListener("message", (event: MessageEvent) => {
        if ((event.data as { type?: unknown }).type === "holds-traces") {
          event.ports[0]?.postMessage(offline.holdsTraces());
        }
      });
      follow(await container.register(scriptUrl(SCRIPT)), container, offline);
    }
  } catch (error) {
    console.warn("the page is not kept for visits without a connection:", error);
  }
}

/** The getter throws in a sandboxed frame. Pages that were not served securely have none. */
function workers(): ServiceWorkerContainer | null {
  try {
    return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker ?? null;
  } catch {
    return null;
  }
}

/** Removes the worker of this folder, with all that it kept. */
async function forget(container: ServiceWorkerContainer): Promise<void> {
  const registration = await container.getRegistration();
  if (registration !== undefined) {
    const prefix = `diptych ${registration.scope} `;
    await registration.unregister();
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    await Promise.all(names.map((name) => caches.delete(name)));
  }
}

/** Tells of newer builds, the one that is there already included. Looks for one when somebody returns to the tab. */
function follow(registration: ServiceWorkerRegistration, container: ServiceWorkerContainer, offline: Offline): void {
  const tell = (worker: ServiceWorker) => {
    // The first one serves the next visit; nobody has to reload for it.
    if (container.controller !== null && container.controller !== worker) {
      const reload = () => void reloadWith(worker);
      offline.toasts.show("A newer version of Diptych is ready.", { label: "Reload", run: reload });
    }
  };
  const watch = (worker: ServiceWorker | null) =>
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") {
        tell(worker);
      }
    });
  if (registration.waiting !== null) {
    tell(registration.waiting);
  }
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") {
      registration.update().catch(() => undefined); // Without a connection there is nothing newer.
    }
  });
}

/** Reloads the page when the new worker took over, or said that another tab still needs the earlier build. */
async function reloadWith(worker: ServiceWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  await new Promise<void>((resolve) => {
    port1.onmessage = () => resolve();
    setTimeout(resolve, ANSWER_MS);
    worker.postMessage({ type: "activate" }, [port2]);
  });
  location.reload();
}
