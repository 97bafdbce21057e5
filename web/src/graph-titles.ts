// The titles of the two graphs of Profile, with what each shows. They stand over the picture, in the page and in exported files.

import { quantity } from "./quantity.js";
import { bothLoaded, type PageState } from "./state/page-state.js";

export const TITLES: Readonly<Record<string, string>> = { flame: "Flame graph", funky: "Funky graph" };

/** Says what a graph without a zoom shows. */
export function about(view: string, state: PageState): string {
  const { sides } = state;
  const { profile, paths } = state.view;
  const own = quantity({ sides });
  const weight = { "": own, self: own, calls: "calls" }[paths.weight] ?? paths.weight;
  const { inverted } = profile.flame;
  const scale = bothLoaded(state) && profile.sides === "side-by-side" ? ", on one scale for both sides" : "";
  return view === "funky"
    ? `callees and callers of every function; middle row: functions, as wide as their self ${weight}; callees above, callers below`
    : inverted
      ? `functions by self ${weight}, their callers ${profile.flame.upward ? "above" : "below"}`
      : `width = ${weight} with callees${scale}; callees ${profile.flame.upward ? "above" : "below"} their callers`;
}
