// The Fusion desk as the registry has it. All else of it is fetched when it is first opened.

import type { Desk } from "../desk.js";
import { retrying } from "../../retrying.js";

const scripts = retrying(() => import("./fusion-desk.js"));

export const fusionDesk: Desk = {
  id: "fusion",
  title: "Fusion",
  shows: "Where in the code time is spent, and where it moved to",
  hints: [
    ["Point below the calls", "focus on the call path to the nearest call"],
    ["Point between calls", "focus on the calls to the left and right"],
    ["Point at a call", "focus on the call and everything it calls"],
    ["Hold Ctrl and point", "focus on code; the wheel changes how many levels around it"],
    ["Click", "pin the focus; Escape releases it"],
    ["Double-click", "fill the picture with an element, or zoom to a call"],
    ["Drag", "move the calls sideways"],
    ["Shift and drag", "select a time range; Details shows its sums"],
  ],
  detailsHint: "Click a call or a cell to keep it selected and see its times here.",
  guide: "fusion",
  hasTime: true,
  opener: async () => {
    const { FusionDesk } = await scripts();
    return (host) => new FusionDesk(host);
  },
};
