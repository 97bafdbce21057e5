// The Fusion desk as the registry has it. All else of it is fetched when it is first opened.

import type { Desk } from "../desk.js";

export const fusionDesk: Desk = {
  id: "fusion",
  title: "Fusion",
  shows: "Where in the code time is spent, and where it moved to",
  hints: [
    ["Point below the calls", "focus on the way to the nearest one"],
    ["Point between calls", "focus on those to the left and right"],
    ["Point at a call", "focus on it and all that it calls"],
    ["Hold Ctrl and point", "focus on elements of the structure; the wheel then says how much around them"],
    ["Click", "pin what is in focus; Escape lets it go"],
    ["Double-click", "fill the picture with an element, or zoom to a call"],
    ["Drag", "move the calls aside"],
  ],
  hasTime: true,
  opener: async () => {
    const { FusionDesk } = await import("./fusion-desk.js");
    return (host) => new FusionDesk(host);
  },
};
