// The files of the page: beside it on the server, or inside the document where that is a report.
//
// A report holds each file in an element, compressed by gzip and as base85. The names in `ARTIFACTS` are then the ids of
// these elements.

import { fromBase85 } from "./base85.js";
import { FetchError } from "./errors.js";

/** Returns a file of this page; rejected with `FetchError`. */
export async function fetched(url: string): Promise<Response> {
  const inside = insideOf(url);
  if (inside !== null) {
    return new Response(await unpackedInside(url, inside));
  }
  const response = await fetch(url).catch((error: unknown) => {
    throw new FetchError(`${url}: ${String(error)}`);
  });
  if (!response.ok) {
    throw new FetchError(`${url}: the server answered ${response.status}`);
  }
  return response;
}

/** Returns whether a file of the page is part of the document. */
export function isInside(url: string): boolean {
  return insideOf(url) !== null;
}

/** Returns whether a file of the page was left out of the document to keep it small. */
export function isLeftOut(url: string): boolean {
  return isReport() && !isInside(url);
}

/** Returns whether the document is a report. */
export function isReport(): boolean {
  return "document" in globalThis && document.getElementById("report-data") !== null;
}

function insideOf(id: string): string | null {
  const element = document.getElementById(id);
  return element instanceof HTMLScriptElement ? element.textContent : null;
}

/** Returns a file of the document. A damaged one is noticed by the checksum of gzip. */
async function unpackedInside(id: string, text: string): Promise<ArrayBuffer> {
  try {
    return await unpacked(fromBase85(text)).arrayBuffer();
  } catch (error) {
    throw new FetchError(`${id}: ${String(error)}`);
  }
}

/** Returns what gzip packed. */
export function unpacked(packed: Uint8Array<ArrayBuffer>): Response {
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
}
