// Actions of the commands. The table of commands is the protocol's; a command that neither the page nor the desks
// handle does not compile.

import type { AxesController } from "./comparison/axes.js";
import type { ComparisonController } from "./comparison/comparisons.js";
import type { DifferencesController } from "./comparison/differences.js";
import type { IdentityEditor } from "./comparison/identity-editor.js";
import type { DeskCommand } from "./desks/desk.js";
import type { Notes } from "./session/notes.js";
import type { Exports } from "./exports.js";
import type { CommandId } from "./generated/commands.js";
import type { DeskId, SideName } from "./generated/protocol.js";
import type { PageControls } from "./page-controls.js";
import type { ComparedRanges } from "./session/compared-ranges.js";
import type { Ranges } from "./session/ranges.js";
import type { Search } from "./session/search.js";
import type { Selection } from "./session/selection.js";
import type { ViewChanges } from "./session/view-changes.js";
import type { FileChooser } from "./sides/file-chooser.js";
import type { Sides } from "./sides/sides.js";
import { THEMES } from "./theme.js";

/** Runs a command. */
export type Run = (id: CommandId) => void;

/** Goes back to the start page; asks first, unless `sure`, if files would have to be dropped again. */
export type Leave = (sure: boolean) => void;

/** The commands that bring a desk to the front. */
export type ShowDesk = `desk-${DeskId}`;

/** The parts that commands work on. */
export type CommandParts = {
  sides: Pick<Sides, "close" | "swap">;
  files: Pick<FileChooser, "choose" | "refuses">;
  identity: Pick<IdentityEditor, "open" | "acceptFirst">;
  view: ViewChanges;
  axes: Pick<AxesController, "next" | "anchor">;
  selection: Pick<Selection, "step" | "goToPartner">;
  ranges: Ranges;
  comparedRanges: Pick<ComparedRanges, "begin" | "end">;
  differences: Pick<DifferencesController, "walk">;
  search: Pick<Search, "step">;
  page: Pick<PageControls, "clear" | "focusSearch" | "toggleTable" | "togglePanel" | "openDialog">;
  exports: Exports;
  notes: Pick<Notes, "addHere" | "toggleList">;
  comparisons: Pick<ComparisonController, "measureKept">;
};

export function pageCommands({
  sides,
  files,
  identity,
  view,
  axes,
  selection,
  ranges,
  comparedRanges,
  differences,
  search,
  page,
  exports,
  notes,
  comparisons,
}: CommandParts): Record<Exclude<CommandId, DeskCommand | ShowDesk>, () => void | boolean> {
  const close = (side: SideName) => {
    if (!files.refuses()) {
      sides.close(side);
    }
  };
  return {
    "open-a": () => void files.choose("a"),
    "open-b": () => void files.choose("b"),
    "close-a": () => close("a"),
    "close-b": () => close("b"),
    swap: () => sides.swap(),
    identity: () => identity.open("names"),
    "accept-rename": () => identity.acceptFirst(),
    couple: () => view.couple(),
    "time-axis": () => axes.next(),
    marker: () => axes.anchor(),
    "select-caller": () => selection.step("caller"),
    "select-callee": () => selection.step("first-callee"),
    "select-previous": () => selection.step("previous"),
    "select-next": () => selection.step("next"),
    "select-range": () => ranges.selectInView(),
    "copy-sums": () => ranges.copySums(),
    "compare-ranges": () => comparedRanges.begin(),
    "compare-whole-runs": () => comparedRanges.end(),
    partner: () => selection.goToPartner(),
    "next-difference": () => differences.walk(1),
    "previous-difference": () => differences.walk(-1),
    "copy-name": () => exports.copyName(),
    search: () => page.focusSearch(),
    "next-hit": () => search.step(true),
    "previous-hit": () => search.step(false),
    clear: () => page.clear(),
    table: () => page.toggleTable(),
    panel: () => page.togglePanel(),
    theme: () => view.setTheme(next(THEMES, view.state.theme)),
    "add-note": () => notes.addHere(),
    notes: () => notes.toggleList(),
    "copy-link": () => void exports.copyLink(),
    "export-png": () => void exports.png(),
    "export-svg": () => void exports.svg(),
    "export-csv": () => exports.csv(),
    "save-comparison": () => exports.comparison(false),
    "save-with-traces": () => exports.comparison(true),
    palette: () => page.openDialog({ kind: "palette" }),
    help: () => {
      void comparisons.measureKept();
      page.openDialog({ kind: "help" });
    },
  };
}

/** The desk that a command brings to the front, if it is such a command. */
export function deskOfCommand(id: ShowDesk): DeskId;
export function deskOfCommand(id: CommandId): DeskId | null;
export function deskOfCommand(id: CommandId): DeskId | null {
  return id.startsWith("desk-") ? (id.slice("desk-".length) as DeskId) : null;
}

function next<T>(list: readonly T[], item: T): T {
  return list[(list.indexOf(item) + 1) % list.length] ?? item;
}
