// The service worker: the page without a connection. It keeps one build whole, the generation, and serves it.
//
// A page of one build must never run with scripts of another, so the files of a generation are kept together or not at
// all. Names of scripts have a hash of their content. A page that is fetched from the network therefore asks for its own
// scripts, and a kept page finds its own in its generation.

/** The build that this worker keeps. The build puts it in: an id, and the files relative to the folder. */
declare const GENERATION: { readonly id: string; readonly files: readonly string[] };

/** Time that the network has to answer for the page, ms. */
const PATIENCE_MS = 1_000;

/** Time that another tab has to say whether it holds traces, ms. A tab that does not answer counts as one that does. */
const ANSWER_MS = 1_000;

const PAGE = "index.html";

const worker = self as unknown as ServiceWorkerGlobalScope;
const SCOPE = worker.registration.scope;
/** Several copies of the page may live at one origin, each in its folder. */
const PREFIX = `diptych ${SCOPE} `;
const CACHE = PREFIX + GENERATION.id;

worker.addEventListener("install", (event) => event.waitUntil(keepGeneration()));
worker.addEventListener("activate", (event) => event.waitUntil(forgetOthers()));
worker.addEventListener("fetch", (event) => {
  const answer = answerOf(event.request);
  if (answer !== null) {
    event.respondWith(answer);
  }
});
worker.addEventListener("message", (event) => {
  const { type } = event.data as { type?: unknown };
  const [port] = event.ports;
  if (type === "activate" && port !== undefined) {
    event.waitUntil(activate(event.source, port));
  }
});

/** Fetches all files of the generation. Rejects, and so gives the installation up, unless every file came. */
async function keepGeneration(): Promise<void> {
  try {
    const cache = await caches.open(CACHE);
    for (const file of GENERATION.files) {
      const url = new URL(file, SCOPE).href;
      await cache.put(url, file === PAGE ? await fetchedPage() : await fetched(url));
    }
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function fetched(url: string): Promise<Response> {
  // Files with a hash in their names cannot be out of date.
  const cache = url.startsWith(`${SCOPE}assets/`) ? "default" : "no-cache";
  const response = await fetch(url, { cache, credentials: "same-origin" });
  if (!response.ok || response.redirected) {
    throw new Error(`${url}: the server answered ${response.status}`);
  }
  return response;
}

/** The page of this generation. Some hosts redirect from its file to its folder, others serve no page for a folder. */
async function fetchedPage(): Promise<Response> {
  for (const url of [SCOPE, new URL(PAGE, SCOPE).href]) {
    const response = await fetched(url).catch(() => null);
    if (response !== null && (await isOfGeneration(response.clone()))) {
      return response;
    }
  }
  throw new Error(`${SCOPE}: the server has another build by now`);
}

/** Returns whether a page links to files of this generation only: the server may have another build by now. */
async function isOfGeneration(page: Response): Promise<boolean> {
  const links = [...(await page.text()).matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, link]) => link ?? "");
  return links.length > 0 && links.every((link) => GENERATION.files.includes(link));
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) {
      await caches.delete(name);
    }
  }
}

/** The answer to a request; `null` if it is none of this worker's, such as a trace. */
function answerOf(request: Request): Promise<Response> | null {
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(SCOPE) || request.headers.has("range")) {
    return null;
  }
  const file = url.pathname.slice(new URL(SCOPE).pathname.length);
  if (request.mode === "navigate") {
    return file === "" || file === PAGE ? pageFor(request) : null;
  }
  return GENERATION.files.includes(file) && file !== PAGE ? keptOr(request, file) : null;
}

/** The page from the network, or the kept one if the network does not answer in time. */
async function pageFor(request: Request): Promise<Response> {
  const network = fetch(request).then((response) => (response.status < 400 ? response : null));
  const kept = await keptFile(PAGE);
  if (kept === undefined) {
    return (await network) ?? fetch(request);
  }
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return (await Promise.race([network.catch(() => null), late])) ?? kept;
}

async function keptOr(request: Request, file: string): Promise<Response> {
  return (await keptFile(file)) ?? fetch(request);
}

function keptFile(file: string): Promise<Response | undefined> {
  // Opening the cache would make it again after a page has deleted it.
  return caches.match(new URL(file, SCOPE).href, { cacheName: CACHE });
}

/** Takes over from the worker before, unless a tab other than the one that asks holds traces. Says which. */
async function activate(asking: Client | ServiceWorker | MessagePort | null, port: MessagePort): Promise<void> {
  const all = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const others = all.filter((client) => client.url.startsWith(SCOPE) && client.id !== idOf(asking));
  const answers = await Promise.all(others.map(holdsTraces));
  const mayActivate = !answers.includes(true);
  if (mayActivate) {
    await worker.skipWaiting();
  }
  port.postMessage(mayActivate);
}

function idOf(client: Client | ServiceWorker | MessagePort | null): string | null {
  return client !== null && "id" in client ? client.id : null;
}

function holdsTraces(client: Client): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data !== false);
    setTimeout(() => resolve(true), ANSWER_MS);
    client.postMessage({ type: "holds-traces" }, [port2]);
  });
}
