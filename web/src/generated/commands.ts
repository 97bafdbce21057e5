// Generated from crates/protocol by `npm run types`. Do not edit.

export type CommandId =
  | "open-a"
  | "open-b"
  | "close-a"
  | "close-b"
  | "swap"
  | "identity"
  | "accept-rename"
  | "zoom-in"
  | "zoom-out"
  | "pan-left"
  | "pan-right"
  | "zoom-in-fine"
  | "zoom-out-fine"
  | "pan-left-fine"
  | "pan-right-fine"
  | "scroll-up"
  | "scroll-down"
  | "scroll-left"
  | "scroll-right"
  | "whole"
  | "zoom-to-selection"
  | "back"
  | "tall-rows"
  | "couple"
  | "time-axis"
  | "marker"
  | "finer"
  | "coarser"
  | "select-caller"
  | "select-callee"
  | "select-previous"
  | "select-next"
  | "partner"
  | "align"
  | "next-match"
  | "previous-match"
  | "context-menu"
  | "next-difference"
  | "previous-difference"
  | "search"
  | "next-hit"
  | "previous-hit"
  | "clear"
  | "desk-compare"
  | "desk-structure"
  | "desk-space-time"
  | "desk-fusion"
  | "desk-profile"
  | "table"
  | "lanes"
  | "panel"
  | "theme"
  | "copy-link"
  | "export-png"
  | "export-svg"
  | "export-csv"
  | "palette"
  | "help";

export type Command = { id: CommandId; title: string; group: string; keys: readonly string[] };

export const COMMAND_GROUPS: readonly string[] = ["Sides", "Zoom and pan", "Selection", "Page"];

export const COMMANDS: readonly Command[] = [
  { id: "open-a", title: "Choose a file for A", group: "Sides", keys: [] },
  { id: "open-b", title: "Choose a file for B", group: "Sides", keys: [] },
  { id: "close-a", title: "Close A", group: "Sides", keys: [] },
  { id: "close-b", title: "Close B", group: "Sides", keys: [] },
  { id: "swap", title: "Swap sides", group: "Sides", keys: ["x"] },
  { id: "identity", title: "Edit identity rules and lane pairs", group: "Sides", keys: ["i"] },
  { id: "accept-rename", title: "Accept the proposed rename", group: "Sides", keys: ["r"] },
  { id: "zoom-in", title: "Zoom in", group: "Zoom and pan", keys: ["w"] },
  { id: "zoom-out", title: "Zoom out", group: "Zoom and pan", keys: ["s"] },
  { id: "pan-left", title: "Pan left", group: "Zoom and pan", keys: ["a"] },
  { id: "pan-right", title: "Pan right", group: "Zoom and pan", keys: ["d"] },
  { id: "zoom-in-fine", title: "Zoom in a little", group: "Zoom and pan", keys: ["Shift+w"] },
  { id: "zoom-out-fine", title: "Zoom out a little", group: "Zoom and pan", keys: ["Shift+s"] },
  { id: "pan-left-fine", title: "Pan left a little", group: "Zoom and pan", keys: ["Shift+a"] },
  { id: "pan-right-fine", title: "Pan right a little", group: "Zoom and pan", keys: ["Shift+d"] },
  { id: "scroll-up", title: "Scroll up", group: "Zoom and pan", keys: ["Shift+ArrowUp"] },
  { id: "scroll-down", title: "Scroll down", group: "Zoom and pan", keys: ["Shift+ArrowDown"] },
  { id: "scroll-left", title: "Scroll left", group: "Zoom and pan", keys: ["Shift+ArrowLeft"] },
  { id: "scroll-right", title: "Scroll right", group: "Zoom and pan", keys: ["Shift+ArrowRight"] },
  { id: "whole", title: "Show the whole runs", group: "Zoom and pan", keys: ["0"] },
  { id: "zoom-to-selection", title: "Zoom to the selection", group: "Zoom and pan", keys: ["Enter"] },
  { id: "back", title: "Back to the view before", group: "Zoom and pan", keys: ["Backspace"] },
  { id: "tall-rows", title: "Keep rows tall, or let them shrink until they fit", group: "Zoom and pan", keys: [] },
  { id: "couple", title: "Couple or uncouple the two sides", group: "Zoom and pan", keys: ["c"] },
  { id: "time-axis", title: "Next way to lay the time axes over each other", group: "Zoom and pan", keys: ["t"] },
  { id: "marker", title: "Lay the time axes over each other at the selected call", group: "Zoom and pan", keys: ["m"] },
  { id: "finer", title: "Finer: more matches, or more areas", group: "Zoom and pan", keys: ["["] },
  { id: "coarser", title: "Coarser: fewer matches, or fewer areas", group: "Zoom and pan", keys: ["]"] },
  { id: "select-caller", title: "Select the caller", group: "Selection", keys: ["ArrowUp"] },
  { id: "select-callee", title: "Select the first callee", group: "Selection", keys: ["ArrowDown"] },
  { id: "select-previous", title: "Select the call before", group: "Selection", keys: ["ArrowLeft"] },
  { id: "select-next", title: "Select the call after", group: "Selection", keys: ["ArrowRight"] },
  { id: "partner", title: "Go to the partner on the other side", group: "Selection", keys: ["g"] },
  { id: "align", title: "Lay the partner of the selected call under it", group: "Selection", keys: [] },
  { id: "next-match", title: "Next of the calls that match the selected one", group: "Selection", keys: ["Tab"] },
  { id: "previous-match", title: "The match before", group: "Selection", keys: ["Shift+Tab"] },
  { id: "context-menu", title: "Show what can be done with the selected call", group: "Selection", keys: ["ContextMenu", "Shift+F10"] },
  { id: "next-difference", title: "Next difference", group: "Selection", keys: ["n"] },
  { id: "previous-difference", title: "Previous difference", group: "Selection", keys: ["p"] },
  { id: "search", title: "Search names and files", group: "Selection", keys: ["/"] },
  { id: "next-hit", title: "Next hit of the search", group: "Selection", keys: [] },
  { id: "previous-hit", title: "Previous hit of the search", group: "Selection", keys: [] },
  { id: "clear", title: "Close what is open, then clear the selection", group: "Selection", keys: ["Escape"] },
  { id: "desk-compare", title: "Go to Compare", group: "Page", keys: ["1"] },
  { id: "desk-structure", title: "Go to Structure", group: "Page", keys: ["2"] },
  { id: "desk-space-time", title: "Go to Space-time", group: "Page", keys: ["3"] },
  { id: "desk-fusion", title: "Go to Fusion", group: "Page", keys: ["4"] },
  { id: "desk-profile", title: "Go to Profile", group: "Page", keys: ["5"] },
  { id: "table", title: "Show the view as a table", group: "Page", keys: ["v"] },
  { id: "lanes", title: "Show the lanes of both sides", group: "Page", keys: ["l"] },
  { id: "panel", title: "Show or hide the right panel", group: "Page", keys: ["\\"] },
  { id: "theme", title: "Next theme", group: "Page", keys: [] },
  { id: "copy-link", title: "Copy a link to this view", group: "Page", keys: [] },
  { id: "export-png", title: "Export as PNG", group: "Page", keys: [] },
  { id: "export-svg", title: "Export as SVG", group: "Page", keys: [] },
  { id: "export-csv", title: "Export as CSV", group: "Page", keys: [] },
  { id: "palette", title: "Run any command by name", group: "Page", keys: ["Ctrl+k"] },
  { id: "help", title: "Help", group: "Page", keys: ["?"] },
];
