// The Space-time desk as the registry has it. All else of it is fetched when it is first opened.

import type { Desk } from "../desk.js";
import { retrying } from "../../retrying.js";

const scripts = retrying(() => import("./space-time-desk.js"));

export const spaceTimeDesk: Desk = {
  id: "space-time",
  title: "Space-time",
  shows: "Ranks and threads over time, as coarse or fine as you choose",
  hints: [
    ["Wheel, pinch", "zoom into time around the pointer"],
    ["Drag", "move along time"],
    ["Shift and drag", "select a time range; Details shows its sums"],
    ["Click", "select lanes and a time span"],
    ["Double-click", "zoom to these lanes and this time; on empty ground, go back"],
  ],
  detailsHint: "Click an area to see here what its lanes did in that time.",
  guide: "space-time",
  hasTime: true,
  showsSums: true,
  opener: async () => {
    const { SpaceTimeDesk } = await scripts();
    return (host) => new SpaceTimeDesk(host);
  },
};
