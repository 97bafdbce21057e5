// The Structure desk as the registry has it. All else of it is fetched when it is first opened.

import type { Desk } from "../desk.js";
import { retrying } from "../../retrying.js";
import { sourceItems } from "./source.js";

const scripts = retrying(() => import("./structure-desk.js"));

export const structureDesk: Desk = {
  id: "structure",
  title: "Structure",
  shows: "Who calls whom, and in which order",
  hints: [
    ["Click", "select an element, a relation or a call"],
    ["Double-click", "expand or collapse an element; on empty ground, show the whole run"],
    ["Wheel, pinch", "zoom into the calls around the pointer"],
    ["Drag", "move along the calls"],
    ["Drag in the strip at the top", "show the dragged time; drag the frame to move it"],
    ["Shift and drag", "select a time range with its sums, and find where its calls repeat"],
  ],
  detailsHint: "Click an element, a relation or a call to see who calls whom here.",
  guide: "structure",
  hasTime: true,
  selectionMenu: sourceItems,
  opener: async () => {
    const { StructureDesk } = await scripts();
    return (host) => new StructureDesk(host);
  },
};
