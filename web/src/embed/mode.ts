// Whether the page is an embedded view, as its address says.

/** The parts of a hash that only an embedded view has, as they stand there: they stay in its address. */
export type EmbedParts = { hash: string };

const OWN_PARTS = /^(mode=embed|theme=(auto|light|dark|contrast))$/u;

/** Returns the parts of an address that make it an embedded view; `null` if it is none. The query counts, too. */
export function embedPartsOf(url: URL): EmbedParts | null {
  const parts = [...url.search.slice(1).split("&"), ...url.hash.slice(1).split("&")];
  const own = [...new Set(parts.filter((part) => OWN_PARTS.test(part)))];
  return own.includes("mode=embed") ? { hash: own.join("&") } : null;
}
