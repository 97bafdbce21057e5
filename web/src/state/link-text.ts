// Percent-encoding in links, and the parts of a hash.

/** A key and its value, both without percent-encoding. */
export type KeyValue = { key: string; value: string };

/** Splits a hash or a query into keys and values, in order. A part without `=` is a key with a blank value. */
export function partsOf(hash: string): KeyValue[] {
  return plainHash(hash)
    .split("&")
    .filter((part) => part !== "")
    .map((part) => {
      const cut = part.indexOf("=");
      return cut < 0
        ? { key: unescape(part), value: "" }
        : { key: unescape(part.slice(0, cut)), value: unescape(part.slice(cut + 1)) };
    });
}

/** A hash or a query without its first character, and without the page that Perfetto names: `#!/viewer?url=…`. */
export function plainHash(hash: string): string {
  const text = hash.replace(/^[#?]+/, "");
  return text.startsWith("!/") ? text.replace(/^[^?]*\??/, "") : text;
}

/** Percent-encodes all but what stays readable and safe in a hash. */
export function escape(text: string): string {
  const hex = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  const encoder = new TextEncoder();
  return text.replace(/[^A-Za-z0-9\-_.~/:,]+/g, (run) => [...encoder.encode(run)].map(hex).join(""));
}

/** Undoes percent-encoding; a stray `%` stays, bytes that are no UTF-8 become U+FFFD. */
export function unescape(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    const bytes = run
      .split("%")
      .slice(1)
      .map((pair) => Number.parseInt(pair, 16));
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
  });
}
