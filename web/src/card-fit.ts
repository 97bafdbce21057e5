// Measures the room of the cards of both sides, and tells the page whenever it changes.

import type { CardRoom, CardWidths } from "./card-words.js";
import type { SideName } from "./generated/protocol.js";
import type { Busy } from "./idle.js";
import { SizeWatch } from "./size-watch.js";
import { SIDES } from "./state/page-state.js";
import type { Store } from "./state/store.js";

/** The words of a card, which have the remaining room. */
const WORDS = ".name, .in-short";

export class CardFit {
  readonly #store: Store;
  readonly #watch: SizeWatch;
  #root: ParentNode = document;

  constructor(store: Store, busy: Busy) {
    this.#store = store;
    this.#watch = new SizeWatch(busy, "cards", () => this.#fit());
  }

  /** Follows the cards of a page that was drawn anew. */
  watch(root: ParentNode): void {
    this.#root = root;
    this.#watch.observe(root.querySelectorAll(".cards, .cards > *, .card > *"));
  }

  #fit(): void {
    const cards = this.#root.querySelector<HTMLElement>(".cards");
    if (cards === null || cards.clientWidth === 0) {
      return;
    }
    const gap = Number.parseFloat(getComputedStyle(cards).columnGap);
    const between = [...cards.children].filter((child) => !child.matches(".card"));
    const [a, b] = SIDES.map((side) => cards.querySelector(`.card[data-side="${side}"]`)?.getBoundingClientRect().top);
    const stacked = a !== b;
    // Stacked cards have the whole width beside the elements between them.
    const whole = stacked ? SIDES.length * cards.clientWidth : cards.clientWidth - gap * (SIDES.length - 1);
    const total = between.reduce((room, child) => room - (gap + widthOf(child)) * (stacked ? SIDES.length : 1), whole);
    const around = Object.fromEntries(SIDES.map((side) => [side, aroundWords(cards, side)])) as CardRoom["around"];
    const room = { total, around, stacked };
    if (JSON.stringify(room) !== JSON.stringify(this.#store.state.cardRoom)) {
      this.#store.set({ cardRoom: room });
    }
  }
}

/** Widths of texts in the fonts of the cards. */
export function cardWidths(): CardWidths {
  const family = getComputedStyle(document.body).fontFamily;
  return {
    name: (text) => textWidth(text, `650 12.5px ${family}`),
    facts: (text) => textWidth(text, `12px ${family}`),
  };
}

/** Returns the width of a card beside its words: edges, badge, buttons and the gaps between them. */
function aroundWords(cards: HTMLElement, side: SideName): number {
  const card = cards.querySelector<HTMLElement>(`.card[data-side="${side}"]`);
  if (card === null) {
    return 0;
  }
  const style = getComputedStyle(card);
  const edges = [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth].map((text) =>
    Number.parseFloat(text),
  );
  const children = [...card.children].filter((child) => !child.matches(".hidden"));
  const others = children.filter((child) => !child.matches(WORDS)).map(widthOf);
  const gaps = Number.parseFloat(style.columnGap) * (others.length + (others.length < children.length ? 0 : -1));
  return Math.ceil([...edges, ...others].reduce((sum, px) => sum + px, gaps));
}

function widthOf(element: Element): number {
  return element.getBoundingClientRect().width;
}

let context: CanvasRenderingContext2D | null = null;

function textWidth(text: string, font: string): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (context === null) {
    return 0;
  }
  context.font = font;
  return context.measureText(text).width;
}
