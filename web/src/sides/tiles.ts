// Links to folders of tiles: a link ends with `tiles.json`, and names the side of the folder behind `#`.

import type { SideName, Window } from "../generated/protocol.js";
import { part } from "../parts.js";

/** A side of a folder of tiles; `window`: the time in detail, in ticks of the run; `null`: the whole run. */
export type Tiles = { side: SideName; window: Window | null };

/** The file that makes a folder a folder of tiles. */
const MANIFEST = "tiles.json";

/** Fetches what reads folders of tiles. */
export const tilesPart = part(() => import("./tiles-part.js"));

/** Returns the side of a folder that a link means; `null` if the link is not to a folder of tiles. */
export function tilesOf(url: URL, fragment: string, side: SideName): Tiles | null {
  if (url.pathname.split("/").at(-1) !== MANIFEST) {
    return null;
  }
  return { side: fragment === "a" || fragment === "b" ? fragment : side, window: null };
}

/** The name of a side before the folder says it. */
export function nameOfFolder(url: URL, { side }: Tiles): string {
  const folder = url.pathname.split("/").at(-2) ?? "";
  return `${folder === "" ? url.hostname : folder} ${side.toUpperCase()}`;
}
