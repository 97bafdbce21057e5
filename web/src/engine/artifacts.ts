// The artifacts of the workers, each fetched and compiled once; every worker gets the compiled module posted.

import { fetched, isLeftOut } from "./assets.js";
import type { Role } from "./worker-messages.js";

/** An artifact that runs in workers. */
export type WorkerArtifact = "engine" | "reader" | "compute";

/** The files of each role: its artifact and the script of its worker. */
export const ROLES: Record<Role, { artifact: WorkerArtifact; script: string }> = {
  engine: { artifact: "engine", script: ARTIFACTS.engine_worker },
  reader: { artifact: "reader", script: ARTIFACTS.reader_worker },
  recall: { artifact: "reader", script: ARTIFACTS.reader_worker },
  compute: { artifact: "compute", script: ARTIFACTS.compute_worker },
  drawing: { artifact: "compute", script: ARTIFACTS.compute_worker },
};

const modules = new Map<WorkerArtifact, Promise<WebAssembly.Module>>();

export function compiled(artifact: WorkerArtifact): Promise<WebAssembly.Module> {
  const known = modules.get(artifact);
  if (known !== undefined) {
    return known;
  }
  const module = compile(ARTIFACTS[artifact]).catch((error: unknown) => {
    modules.delete(artifact); // The next caller tries again.
    throw error;
  });
  modules.set(artifact, module);
  return module;
}

/** Compiles artifacts one after the other, before anybody needs them; whoever needs one learns if that failed. */
export async function prepare(...artifacts: WorkerArtifact[]): Promise<void> {
  for (const artifact of artifacts.filter((artifact) => !isLeftOut(ARTIFACTS[artifact]))) {
    await compiled(artifact).catch(() => undefined);
  }
}

/** The smallest module. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Returns whether the browser, or the policy of the page's host, lets no WebAssembly run. */
export function isWasmBlocked(): boolean {
  try {
    return new WebAssembly.Module(EMPTY_MODULE) === null;
  } catch {
    return true;
  }
}

/** Milliseconds in which every browser compiles the smallest module, unless it never will. */
const PATIENCE_MS = 5_000;

/** Fetches and compiles an artifact; rejected with `FetchError` if it cannot be fetched. */
export async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetched(url);
  return Promise.race([compiledBeside(response), compiledHere(url)]);
}

async function compiledBeside(response: Response): Promise<WebAssembly.Module> {
  // Not every static host sends the type that streaming compilation asks for.
  const streams = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Compiles an artifact on this thread if the browser's own threads compile nothing, not even the smallest module; else
 * stays pending. Firefox (seen in 140) is like this after a tab that still compiled was closed, until its process ends.
 */
async function compiledHere(url: string): Promise<WebAssembly.Module> {
  await new Promise<void>((resolve) => {
    const late = setTimeout(resolve, PATIENCE_MS);
    const notLate = () => clearTimeout(late);
    WebAssembly.compile(EMPTY_MODULE).then(notLate, notLate);
  });
  const response = await fetched(url);
  return new WebAssembly.Module(await response.arrayBuffer());
}
