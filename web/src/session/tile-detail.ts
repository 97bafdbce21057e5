// More detail for sides of folders of tiles: other tiles take the place of those that are shown once another window of
// time is in sight.

import type { EngineClient } from "../engine/client.js";
import type { SideName, Sides as BySide, Window } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { type PageState, shownSource, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import { unreachable } from "../sides/failures.js";
import type { Source } from "../sides/sources.js";
import type { Sides } from "../sides/sides.js";
import { type Tiles, tilesPart } from "../sides/tiles.js";

/** A view that rests so long shows what somebody wants to see. */
const REST_MS = 150;

type TiledLink = { kind: "link"; url: string; tiles: Tiles };

export class TileDetail {
  readonly #store: Store;
  readonly #engine: EngineClient;
  readonly #sides: Pick<Sides, "refine">;
  readonly #busy: Busy;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #done: (() => void) | null = null;
  /** The windows that could not be fetched: they are not asked for again before others are in sight. */
  #failed = "";

  constructor(store: Store, engine: EngineClient, sides: Pick<Sides, "refine">, busy: Busy) {
    this.#store = store;
    this.#engine = engine;
    this.#sides = sides;
    this.#busy = busy;
  }

  /** Another picture is shown: its windows may need other tiles. */
  drawn(): void {
    if (tiledSides(this.#store.state).length === 0) {
      this.#setFiner(false);
      return;
    }
    clearTimeout(this.#timer ?? undefined);
    this.#done ??= this.#busy.begin("tiles");
    this.#timer = setTimeout(() => {
      void this.#follow().finally(() => {
        this.#done?.();
        this.#done = null;
      });
    }, REST_MS);
  }

  async #follow(): Promise<void> {
    const { state } = this.#store;
    if (SIDES.some((side) => state.sides[side].reading !== null)) {
      return; // The picture of what is read follows.
    }
    const windows = await this.#windows(state);
    const key = JSON.stringify(windows);
    if (windows === null || key === this.#failed) {
      return;
    }
    const { hasFinerTiles, openTiles, wantsOther, TilesError } = await tilesPart();
    const wanted = await Promise.all(
      tiledSides(state).map(async ({ side, source, bytes }) => {
        const window = windows[side];
        const isOther = await wantsOther(bytes.url, bytes.tiles, window).catch(() => false);
        const tiles = { ...bytes.tiles, window };
        return isOther ? [{ side, url: bytes.url, tiles, source: { ...source, bytes: { ...bytes, tiles } } }] : [];
      }),
    );
    const refined = wanted.flat();
    if (refined.length === 0) {
      const finer = tiledSides(state).map(({ side, bytes }) =>
        hasFinerTiles(bytes.url, bytes.tiles, windows[side]).catch(() => false),
      );
      this.#setFiner((await Promise.all(finer)).includes(true));
      return;
    }
    try {
      // Both sides change together, and nothing changes if one cannot be had.
      await Promise.all(refined.map(({ url, tiles }) => openTiles(url, tiles)));
      refined.forEach(({ side, source }) => this.#sides.refine(side, source));
    } catch (error) {
      this.#failed = key;
      const [first] = refined;
      if (first !== undefined && error instanceof TilesError) {
        const { title, body } = unreachable(first.side, first.source, error.problem);
        this.#store.set({
          notice: {
            title: `More detail could not be fetched. ${title}`,
            body: `The picture stays. ${body}`,
            tone: "warn",
          },
          assertive: "More detail could not be fetched.",
        });
      }
    }
  }

  /** Says whether a zoom in would show more. */
  #setFiner(hasFinerTiles: boolean): void {
    if (this.#store.state.hasFinerTiles !== hasFinerTiles) {
      this.#store.set({ hasFinerTiles });
    }
  }

  /** Returns the time in sight on each side, in ticks of its run; `null` for the whole run. */
  async #windows(state: PageState): Promise<BySide<Window | null> | null> {
    const { windows, apart } = state.view.time;
    const { ranges } = state.view.comparison;
    const side = SIDES.find((of) => state.sides[of].summary !== null);
    if (side === undefined || (windows.a === null && windows.b === null)) {
      return ranges;
    }
    const beside: SideName = side === "a" ? "b" : "a";
    const reply = await this.#engine
      .ask("select-range", { side, window: windows[side], other: apart ? windows[beside] : null })
      .catch(() => null);
    const details = reply?.details ?? null;
    if (details === null || !("calls" in details)) {
      return null;
    }
    // Times of a compared range count from its start.
    const { a, b } = details.calls.ranges;
    return { a: shifted(a, ranges.a), b: shifted(b, ranges.b) };
  }
}

function shifted(window: Window | null, range: Window | null): Window | null {
  const from = Math.max(range?.start ?? 0, 0);
  return window === null ? range : { start: window.start + from, end: window.end + from };
}

/** Returns the sides that show tiles of a folder. A side of several runs stays as it is: it would lose the other runs. */
function tiledSides(state: PageState): { side: SideName; source: Source; bytes: TiledLink }[] {
  return SIDES.flatMap((side) => {
    const source = shownSource(state.sides[side]);
    const bytes = source?.bytes;
    const isOnly = state.sides[side].runs.length === 1;
    return isOnly && source !== null && bytes?.kind === "link" && bytes.tiles !== undefined
      ? [{ side, source, bytes: { ...bytes, tiles: bytes.tiles } }]
      : [];
  });
}
