// Long names beside each other, shortened so that what differs between them is read.

import { ELLIPSIS } from "./shared-names.js";
import { lastSegment } from "./words.js";

/**
 * A form of each name of at most so many characters. Short names stay whole; of long ones the last segment is kept, and
 * where several have the same, what differs between those behind it. Names that are still alike are numbered.
 */
export function tellingNames(names: Iterable<string>, characters: number): Map<string, string> {
  const forms = new Map<string, string>();
  const groups = new Map<string, string[]>();
  for (const name of new Set(names)) {
    const [own, base] = [[...name].length, lastSegment(name)];
    if (own <= characters) {
      forms.set(name, name);
    } else {
      groups.set(base, [...(groups.get(base) ?? []), name]);
    }
  }
  const taken = new Set(forms.values());
  for (const [base, group] of groups) {
    const parts = group.length === 1 ? [""] : differing(group);
    group.forEach((name, at) => forms.set(name, free(short(base, parts[at] ?? "", characters), taken)));
  }
  return forms;
}

/** Words and what stands between them. */
const TOKENS = /[\p{L}\p{N}_]+|[^\p{L}\p{N}_]/gu;

/** Returns each of several names without the tokens that all begin with and all end with. */
function differing(names: readonly string[]): string[] {
  const all = names.map((name) => name.match(TOKENS) ?? []);
  const least = Math.min(...all.map((tokens) => tokens.length));
  const agree = (at: (tokens: readonly string[]) => string | undefined) => new Set(all.map(at)).size === 1;
  let before = 0;
  while (before < least && agree((tokens) => tokens[before])) {
    before += 1;
  }
  let behind = 0;
  while (behind < least - before && agree((tokens) => tokens[tokens.length - 1 - behind])) {
    behind += 1;
  }
  return all.map((tokens) => tokens.slice(before, tokens.length - behind).join(""));
}

/** A base and what tells it from others of the same, which begins with what differs: its end leaves first. */
function short(base: string, part: string, characters: number): string {
  if (part === "") {
    return middleOut(base, characters);
  }
  const least = Math.min([...base].length, Math.floor(characters * 0.45));
  const room = characters - least - 1;
  const letters = [...part];
  const said = letters.length > room ? letters.slice(0, room - 1).join("") + ELLIPSIS : part;
  return `${middleOut(base, characters - [...said].length - 1)}${ELLIPSIS}${said}`;
}

/** Separator between the names of lanes in a path. */
const LANE_SEPARATOR = " › ";

/** The end of each path of lanes by which it is told from the others: its last name, or more where several share that. */
export function pathEnds(paths: Iterable<string>): Map<string, string> {
  const all = [...new Set(paths)].map((path) => ({ path, names: path.split(LANE_SEPARATOR) }));
  const end = (names: readonly string[], count: number) => names.slice(-count).join(LANE_SEPARATOR);
  return new Map(
    all.map(({ path, names }) => {
      const isAlone = (count: number) =>
        all.every((of) => of.path === path || end(of.names, count) !== end(names, count));
      const count = names.findIndex((_, at) => isAlone(at + 1)) + 1;
      return [path, count === 0 ? path : end(names, count)];
    }),
  );
}

/** At most so many characters of a text, from both of its ends. */
export function middleOut(text: string, characters: number): string {
  const all = [...text];
  if (all.length <= characters) {
    return text;
  }
  const head = Math.ceil((characters - 1) / 2);
  return all.slice(0, head).join("") + ELLIPSIS + all.slice(all.length - (characters - 1 - head)).join("");
}

function free(form: string, taken: Set<string>): string {
  let own = form;
  for (let number = 2; taken.has(own); number += 1) {
    own = number === 2 ? `${form} (another function)` : `${form} (another function, ${number - 1})`;
  }
  taken.add(own);
  return own;
}
