// Names of two things that differ in a part: shortened where they agree, so that what differs is read.

/** A word, with the rest of its version (`sqlite3.40.1`), or what stands between words. */
const PARTS = /[^\s/\\._-]+(?:\.\d+(?=[\s/\\._-]|$))*|[\s/\\._-]+/gu;

export const ELLIPSIS = "…";

/**
 * Ever shorter forms of a name, the name itself first. What it has in common with the other one is left out at the
 * boundaries of words, from its middle; the last form is what differs and nothing else. Names that have nothing in
 * common, or all, have no shorter form.
 */
export function shortForms(name: string, other: string): string[] {
  const [own, theirs] = [partsOf(name), partsOf(other)];
  const least = Math.min(own.length, theirs.length);
  const before = agreeing(least, (at) => own[at] === theirs[at]);
  const behind = agreeing(least - before, (at) => own[own.length - 1 - at] === theirs[theirs.length - 1 - at]);
  if (before + behind === own.length && own.length === theirs.length) {
    return [name];
  }
  const [prefix, differs, suffix] = [
    own.slice(0, before),
    own.slice(before, own.length - behind),
    own.slice(own.length - behind),
  ];
  const forms = [name];
  for (const kept of keptWords(prefix, suffix)) {
    const form = elided(prefix, kept.first, kept.near) + differs.join("") + elided(suffix, kept.behind, kept.last);
    if (form.length < (forms.at(-1) ?? name).length) {
      forms.push(form);
    }
  }
  return forms;
}

/** Numbers of common words that are kept: at the beginning, next to the differing words, and at the end. */
type SharedWords = { first: number; near: number; behind: number; last: number };

/** From all but one down to none. What stands next to what differs goes last, before it the first word. */
function keptWords(prefix: readonly string[], suffix: readonly string[]): SharedWords[] {
  const [ahead, behind] = [wordsIn(prefix), wordsIn(suffix)];
  const kept: SharedWords = { first: 0, near: 0, behind: 0, last: 0 };
  const steps: SharedWords[] = [{ ...kept }];
  const grow: readonly (keyof SharedWords)[] = ["near", "first", "behind", "last"];
  const room = {
    near: () => kept.near + kept.first < ahead,
    first: () => kept.near + kept.first < ahead,
    behind: () => kept.behind + kept.last < behind,
    last: () => kept.behind + kept.last < behind,
  };
  while (room.near() || room.last()) {
    for (const where of grow) {
      if (room[where]()) {
        kept[where] += 1;
        steps.push({ ...kept });
      }
    }
  }
  return steps.reverse();
}

/** Parts with only so many words at both ends; what was between them is three dots. */
function elided(parts: readonly string[], first: number, last: number): string {
  const places = parts.flatMap((part, at) => (isWord(part) ? [at] : []));
  if (first + last >= places.length) {
    return parts.join("");
  }
  const from = first === 0 ? 0 : (places[first - 1] ?? 0) + 1;
  const to = last === 0 ? parts.length : (places[places.length - last] ?? parts.length);
  return parts.slice(0, from).join("") + ELLIPSIS + parts.slice(to).join("");
}

function wordsIn(parts: readonly string[]): number {
  return parts.filter(isWord).length;
}

function isWord(part: string): boolean {
  return !/^[\s/\\._-]/u.test(part);
}

function partsOf(name: string): string[] {
  return name.match(PARTS) ?? [];
}

/** Returns the number of leading places that agree. */
function agreeing(most: number, agree: (at: number) => boolean): number {
  let at = 0;
  while (at < most && agree(at)) {
    at += 1;
  }
  return at;
}
