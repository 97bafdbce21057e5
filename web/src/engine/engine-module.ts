// The engine artifact, fetched and compiled once; each worker gets the compiled module posted.

let module: Promise<WebAssembly.Module> | null = null;

export function engineModule(): Promise<WebAssembly.Module> {
  module ??= compile(ARTIFACTS.engine).catch((error: unknown) => {
    module = null; // The next caller tries again.
    throw error;
  });
  return module;
}

async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`${url}: the server answered ${response.status}`);
  }
  // Not every static host sends the type that streaming compilation asks for.
  const streams = response.headers.get("content-type")?.startsWith("application/wasm") ?? false;
  return streams ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
