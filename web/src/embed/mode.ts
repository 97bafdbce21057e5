// Whether the page is an embedded view, as its address says.

/** Returns whether an address asks for an embedded view. The query counts, too. */
export function isEmbedded(url: URL): boolean {
  return [url.search, url.hash].some((part) => part.slice(1).split("&").includes("mode=embed"));
}
