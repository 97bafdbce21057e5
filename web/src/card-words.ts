// The words of the cards of both sides in the room they have. Facts leave whole, calls first and the duration last;
// names are shortened where they agree. Pure: texts and widths in, texts out.

import { middle } from "./format.js";
import type { SideName } from "./generated/protocol.js";
import { other, SIDES } from "./state/page-state.js";
import { ELLIPSIS, shortForms } from "./shared-names.js";

/** The full text of a card: `facts` in their order on the card, and `duration`, the fact that leaves last. */
export type CardText = { name: string; facts: readonly string[]; duration: string };

/** The text of a card that fits. */
export type CardWords = { name: string; facts: string };

/**
 * CSS pixels: all that the cards have together, and what each needs for its badge and buttons. Of those that are
 * `stacked`, one above the other, each has half and leaves the other nothing.
 */
export type CardRoom = { total: number; around: Record<SideName, number>; stacked: boolean };

/** Widths of texts, CSS pixels. */
export type CardWidths = { name: (text: string) => number; facts: (text: string) => number };

/** Between the name and the facts; the style sheet has the same. */
const GAP_PX = 8;
/** So much of a name still says which file it is. */
const READABLE_CHARACTERS = 12;

/** Half of the room for each, and what one does not need for the other. `null`: a side is empty. */
export function cardWords(
  cards: Record<SideName, CardText | null>,
  { total, around, stacked }: CardRoom,
  widths: CardWidths,
): Record<SideName, CardWords | null> {
  const needs = (side: SideName) => {
    const card = cards[side];
    return around[side] + (card === null ? 0 : widthOf({ name: card.name, facts: card.facts.join(" · ") }, widths));
  };
  const [a, b] = SIDES.map((side) => {
    const card = cards[side];
    const roomThen = (stacked ? total / 2 : Math.max(total / 2, total - needs(other(side)))) - around[side];
    return card && fitted(card, cards[other(side)]?.name ?? "", roomThen, widths);
  });
  return { a: a ?? null, b: b ?? null };
}

function fitted(card: CardText, otherName: string, room: number, widths: CardWidths): CardWords {
  const forms = shortForms(card.name, otherName);
  for (const facts of leaving(card)) {
    // Before the duration leaves alone, the name has a word beside what differs.
    const readable = facts.length > 1 && forms.length > 1 ? forms.slice(0, -1) : forms;
    const fits = (name: string) => widthOf({ name, facts: facts.join(" · ") }, widths) <= room;
    // A name that has no shorter form loses its middle before the duration leaves.
    const name =
      readable.find(fits) ??
      (forms.length === 1 && facts.length === 1 ? cut(card.name, fits, READABLE_CHARACTERS) : null);
    if (name !== null) {
      return { name, facts: facts.join(" · ") };
    }
  }
  // Without room for dots, the different parts go without them.
  const bare = (forms.at(-1) ?? card.name).replaceAll(ELLIPSIS, "");
  return { name: cut(bare, (text) => widths.name(text) <= room, 1) ?? "", facts: "" };
}

/** All facts, then one fewer each time: from the front, the duration last. */
function leaving({ facts, duration }: CardText): (readonly string[])[] {
  const order = [...facts.filter((fact) => fact !== duration), ...facts.filter((fact) => fact === duration)];
  return Array.from({ length: facts.length + 1 }, (_, gone) => {
    const left = new Set(order.slice(gone));
    return facts.filter((fact) => left.has(fact));
  });
}

function widthOf({ name, facts }: CardWords, widths: CardWidths): number {
  return Math.ceil(widths.name(name)) + (facts === "" ? 0 : GAP_PX + Math.ceil(widths.facts(facts)));
}

/** A name with its middle left out as far as it must be; `null` if fewer characters would be left. */
function cut(name: string, fits: (text: string) => boolean, fewest: number): string | null {
  for (let most = [...name].length; most >= fewest; most -= 1) {
    const text = middle(name, most);
    if (fits(text)) {
      return text;
    }
  }
  return null;
}
