// The memory that a reader may take.

/** A worker's wasm memory ends at 4 GiB; what is left is for names and for the browser. */
const LIMIT_BYTES = 3.5e9;

/** Bytes. `?memory=MEGABYTES` in the address lowers it, for small machines and for tests. */
export function readerMemory(): number {
  const asked = Number(new URLSearchParams(location.search).get("memory") ?? Number.NaN) * 1e6;
  return asked > 0 && asked < LIMIT_BYTES ? asked : LIMIT_BYTES;
}
