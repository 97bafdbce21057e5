// What each command does. The table of commands is the protocol's; a command without a handler does not compile.

import type { App } from "./app.js";
import type { CommandId } from "./generated/commands.js";
import { THEMES } from "./theme.js";

const STEP = 1.5;
const FINE = 1.1;
const PAN = 0.2;
const PAN_FINE = 0.02;
const ROWS_PX = 60;

export function handlers(app: App): Record<CommandId, () => void> {
  const { view, sides, store } = app;
  return {
    "open-a": () => void sides.choose("a"),
    "open-b": () => void sides.choose("b"),
    "close-a": () => sides.close("a"),
    "close-b": () => sides.close("b"),
    swap: () => sides.swap(),
    identity: () => app.identity.open("names"),
    "accept-rename": () => app.identity.acceptFirst(),
    "zoom-in": () => view.zoomBy(STEP),
    "zoom-out": () => view.zoomBy(1 / STEP),
    "pan-left": () => view.panBy(-PAN),
    "pan-right": () => view.panBy(PAN),
    "zoom-in-fine": () => view.zoomBy(FINE),
    "zoom-out-fine": () => view.zoomBy(1 / FINE),
    "pan-left-fine": () => view.panBy(-PAN_FINE),
    "pan-right-fine": () => view.panBy(PAN_FINE),
    "scroll-up": () => view.scrollRows(-ROWS_PX),
    "scroll-down": () => view.scrollRows(ROWS_PX),
    "scroll-left": () => view.panBy(-PAN),
    "scroll-right": () => view.panBy(PAN),
    whole: () => view.whole(),
    "zoom-to-selection": () => view.zoomToSelection(),
    back: () => view.back(),
    couple: () => view.couple(),
    "tall-rows": () => view.keepRowsTall(),
    "time-axis": () => app.axes.next(),
    marker: () => app.axes.anchor(),
    finer: () => app.comparisons.stepLeast(-1),
    coarser: () => app.comparisons.stepLeast(1),
    "select-caller": () => view.step("caller"),
    "select-callee": () => view.step("first-callee"),
    "select-previous": () => view.step("previous"),
    "select-next": () => view.step("next"),
    partner: () => view.goToPartner(),
    align: () => view.align(),
    "context-menu": () => view.openMenu(),
    "next-difference": () => app.differences.walk(1),
    "previous-difference": () => app.differences.walk(-1),
    search: () => app.focusSearch(),
    "next-hit": () => view.stepHit(true),
    "previous-hit": () => view.stepHit(false),
    clear: () => app.clear(),
    "desk-compare": () => app.focusView(),
    table: () => app.toggleTable(),
    lanes: () => app.showLanes(),
    panel: () => app.togglePanel(),
    theme: () => view.setTheme(next(THEMES, store.state.view.theme)),
    "copy-link": () => void app.exports.copyLink(),
    "export-png": () => void app.exports.png(),
    "export-svg": () => app.exports.svg(),
    "export-csv": () => app.exports.csv(),
    palette: () => store.set({ dialog: { kind: "palette" }, menu: null }),
    help: () => store.set({ dialog: { kind: "help" }, menu: null }),
  };
}

function next<T>(list: readonly T[], item: T): T {
  return list[(list.indexOf(item) + 1) % list.length] ?? item;
}
