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
  | "frames"
  | "finer"
  | "coarser"
  | "couple"
  | "time-axis"
  | "marker"
  | "align"
  | "bring-matches"
  | "select-caller"
  | "select-callee"
  | "select-previous"
  | "select-next"
  | "partner"
  | "next-match"
  | "previous-match"
  | "select-range"
  | "copy-sums"
  | "add-note"
  | "compare-ranges"
  | "compare-whole-runs"
  | "context-menu"
  | "clear"
  | "copy-name"
  | "next-difference"
  | "previous-difference"
  | "search"
  | "next-hit"
  | "previous-hit"
  | "desk-compare"
  | "desk-structure"
  | "desk-space-time"
  | "desk-fusion"
  | "desk-profile"
  | "table"
  | "lanes"
  | "panel"
  | "theme"
  | "notes"
  | "copy-link"
  | "export-png"
  | "export-svg"
  | "export-csv"
  | "save-comparison"
  | "save-with-traces"
  | "palette"
  | "help";

export type Command = { id: CommandId; title: string; group: string; keys: readonly string[] };

export const COMMAND_GROUPS: readonly string[] = ["Open and prepare traces", "Zoom and pan", "Line up the two sides", "Select calls", "Find differences and names", "Change the desk", "Show, hide and export"];

export const COMMANDS: readonly Command[] = [
  { id: "open-a", title: "Choose a file for A", group: "Open and prepare traces", keys: [] },
  { id: "open-b", title: "Choose a file for B", group: "Open and prepare traces", keys: [] },
  { id: "close-a", title: "Close A", group: "Open and prepare traces", keys: [] },
  { id: "close-b", title: "Close B", group: "Open and prepare traces", keys: [] },
  { id: "swap", title: "Swap sides", group: "Open and prepare traces", keys: ["x"] },
  { id: "identity", title: "Edit which names and lanes match", group: "Open and prepare traces", keys: ["i"] },
  { id: "accept-rename", title: "Accept the proposed rename", group: "Open and prepare traces", keys: ["r"] },
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
  { id: "back", title: "Go back to the previous view", group: "Zoom and pan", keys: ["Backspace"] },
  { id: "tall-rows", title: "Switch row height: all tall, or only rows with names", group: "Zoom and pan", keys: [] },
  { id: "frames", title: "Show or hide callers that fill the view", group: "Zoom and pan", keys: ["f"] },
  { id: "finer", title: "Show more detail (more matches, more areas)", group: "Zoom and pan", keys: ["["] },
  { id: "coarser", title: "Show less detail (fewer matches, fewer areas)", group: "Zoom and pan", keys: ["]"] },
  { id: "couple", title: "Link or unlink the zoom of A and B", group: "Line up the two sides", keys: ["c"] },
  { id: "time-axis", title: "Change time alignment", group: "Line up the two sides", keys: ["t"] },
  { id: "marker", title: "Align time at the selected call", group: "Line up the two sides", keys: ["m"] },
  { id: "align", title: "Line up the selected call with its match", group: "Line up the two sides", keys: ["e"] },
  { id: "bring-matches", title: "Bring the matches here, if none is in view", group: "Line up the two sides", keys: ["b"] },
  { id: "select-caller", title: "Select the caller", group: "Select calls", keys: ["ArrowUp"] },
  { id: "select-callee", title: "Select the first callee", group: "Select calls", keys: ["ArrowDown"] },
  { id: "select-previous", title: "Select the previous call", group: "Select calls", keys: ["ArrowLeft"] },
  { id: "select-next", title: "Select the next call", group: "Select calls", keys: ["ArrowRight"] },
  { id: "partner", title: "Go to the matching call", group: "Select calls", keys: ["g"] },
  { id: "next-match", title: "Next match of the selected call", group: "Select calls", keys: ["."] },
  { id: "previous-match", title: "Previous match", group: "Select calls", keys: [","] },
  { id: "select-range", title: "Select the time in view, with its sums", group: "Select calls", keys: [] },
  { id: "copy-sums", title: "Copy the sums of the selected time", group: "Select calls", keys: [] },
  { id: "add-note", title: "Add a note to the selection, or to the desk", group: "Select calls", keys: ["Shift+n"] },
  { id: "compare-ranges", title: "Compare only the selected time", group: "Select calls", keys: [] },
  { id: "compare-whole-runs", title: "Compare the whole runs again", group: "Select calls", keys: [] },
  { id: "context-menu", title: "Open the context menu", group: "Select calls", keys: ["ContextMenu", "Shift+F10"] },
  { id: "clear", title: "Close, or clear the selection", group: "Select calls", keys: ["Escape"] },
  { id: "copy-name", title: "Copy the selected name", group: "Select calls", keys: ["Ctrl+c"] },
  { id: "next-difference", title: "Next difference", group: "Find differences and names", keys: ["n"] },
  { id: "previous-difference", title: "Previous difference", group: "Find differences and names", keys: ["p"] },
  { id: "search", title: "Search names and files", group: "Find differences and names", keys: ["/", "Ctrl+f"] },
  { id: "next-hit", title: "Next search result", group: "Find differences and names", keys: [] },
  { id: "previous-hit", title: "Previous search result", group: "Find differences and names", keys: [] },
  { id: "desk-compare", title: "Go to Compare", group: "Change the desk", keys: ["1"] },
  { id: "desk-structure", title: "Go to Structure", group: "Change the desk", keys: ["2"] },
  { id: "desk-space-time", title: "Go to Space-time", group: "Change the desk", keys: ["3"] },
  { id: "desk-fusion", title: "Go to Fusion", group: "Change the desk", keys: ["4"] },
  { id: "desk-profile", title: "Go to Profile", group: "Change the desk", keys: ["5"] },
  { id: "table", title: "Show the view as a table", group: "Show, hide and export", keys: ["v"] },
  { id: "lanes", title: "Show the lanes of both sides", group: "Show, hide and export", keys: ["l"] },
  { id: "panel", title: "Show or hide the right panel", group: "Show, hide and export", keys: ["\\"] },
  { id: "theme", title: "Change the theme", group: "Show, hide and export", keys: [] },
  { id: "notes", title: "Show the notes", group: "Show, hide and export", keys: [] },
  { id: "copy-link", title: "Copy a link to this view", group: "Show, hide and export", keys: [] },
  { id: "export-png", title: "Export as PNG", group: "Show, hide and export", keys: [] },
  { id: "export-svg", title: "Export as SVG", group: "Show, hide and export", keys: [] },
  { id: "export-csv", title: "Export as CSV", group: "Show, hide and export", keys: [] },
  { id: "save-comparison", title: "Save the comparison", group: "Show, hide and export", keys: [] },
  { id: "save-with-traces", title: "Save the comparison with both traces", group: "Show, hide and export", keys: [] },
  { id: "palette", title: "Run any command by name", group: "Show, hide and export", keys: ["Ctrl+k"] },
  { id: "help", title: "Help and settings", group: "Show, hide and export", keys: ["?"] },
];
