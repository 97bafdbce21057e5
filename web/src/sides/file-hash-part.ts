// The hash of a file in links. Fetched when the first file is hashed.

import xxhash from "xxhash-wasm";

/** Bytes that are hashed at a time. Between them the page answers. */
const CHUNK = 1 << 22;

/** XXH64 of the bytes of a file, as 16 hexadecimal digits. */
export async function xxh64(file: File): Promise<string> {
  const sum = (await xxhash()).create64();
  for (let at = 0; at < file.size; at += CHUNK) {
    sum.update(new Uint8Array(await file.slice(at, at + CHUNK).arrayBuffer()));
  }
  return sum.digest().toString(16).padStart(16, "0");
}
