// Sets the engine's sentences: finds the numbers in a verdict, and shortens names.

export type Piece = { text: string; strong: boolean };

/** `▲ +19.4 ms`, `1.26×`, `1/444`, `79 %`, `1,302`. */
const NUMBER = /[▲▼]\s*[^;,]*|\d[\d.,]*(?:\/\d[\d.,]*|\s?[×%])?/gu;

/** A sentence in pieces, its numbers apart. */
export function numbersApart(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of text.matchAll(NUMBER)) {
    pieces.push({ text: text.slice(from, found.index), strong: false }, { text: found[0], strong: true });
    from = found.index + found[0].length;
  }
  pieces.push({ text: text.slice(from), strong: false });
  return pieces.filter((piece) => piece.text !== "");
}

/** The last part of a name: `Node.findall` is `findall`, `std::vec::Vec<T>::push(T)` is `push`. */
export function lastSegment(name: string): string {
  let depth = 0;
  let [start, end] = [0, name.length];
  for (let at = 0; at < name.length; at += 1) {
    const char = name[at] ?? "";
    if ("<([{".includes(char)) {
      // Parameters and template arguments after the last segment are no part of the name.
      end = depth === 0 && at > start ? Math.min(end, at) : end;
      depth += 1;
    } else if (">)]}".includes(char)) {
      depth = Math.max(0, depth - 1);
    } else if (depth === 0 && ((".#/".includes(char) && !/\d/.test(name[at + 1] ?? "")) || name.startsWith("::", at))) {
      start = at + (char === ":" ? 2 : 1);
      end = name.length;
      at = start - 1;
    }
  }
  const segment = name.slice(start, end).trim();
  return segment === "" ? name : segment;
}

/** A text as its first sentence and the rest. */
export function firstSentence(text: string): [string, string] {
  const cut = text.indexOf(". ");
  return cut < 0 ? [text, ""] : [text.slice(0, cut + 1), text.slice(cut + 2)];
}

/** Longer names are searched for by how they begin. */
const SEARCHED_CHARS = 200;

/** A search that finds all calls of a name and no others. */
export function searchForName(name: string): string {
  if (name === "(unnamed)") {
    return "name:/^$/";
  }
  const begin = [...name].slice(0, SEARCHED_CHARS).join("");
  const pattern = begin.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return `name:/^${pattern}${begin === name ? "$" : ""}/`;
}

/** The name that such a search is for; any other search as it is. */
export function searchedName(search: string): string {
  const found = /^name:\/\^(.*?)\$?\/$/s.exec(search.trim());
  return found === null ? search.trim() : (found[1] ?? "").replace(/\\(.)/g, "$1");
}

/** The clauses of a text, each with the mark before it: any number of the first still reads as a text. */
export function clauses(text: string): string[] {
  return text.split(/(?=[,.;] )/);
}
