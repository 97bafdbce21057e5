// The Compare desk: both runs, call by call, mirrored on one time axis. Its parts put together.

import type { TemplateResult } from "lit";

import type { Transform } from "../../canvas/viewport.js";
import { rangeBands } from "../../components/range-bands.js";
import type { CallDetails, CallRef, Framed, MatchMode, Pane, SceneInfo, Window } from "../../generated/protocol.js";
import { keptNotice } from "../../components/kept-notice.js";
import { keptIn } from "../../sides/without-traces.js";
import { bothLoaded, onDesk, type PageState } from "../../state/page-state.js";
import { searchForName } from "../../words.js";
import type { Desk, DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { Navigation } from "./navigation.js";
import { laneRail } from "./lane-rail.js";
import { lanesDialog } from "./lanes-dialog.js";
import { legend } from "./legend.js";
import { allHidden } from "./match-controls.js";
import { ZoomAndPan } from "./zoom-and-pan.js";
import { windowOf } from "./pane-windows.js";
import { Pointer } from "./pointer.js";
import { Settings } from "./settings.js";
import { type ToolActions, tools } from "./tools.js";

const STEP = 1.5;
const FINE = 1.1;
const PAN = 0.2;
const PAN_FINE = 0.02;
const ROWS_PX = 60;

export const compareDesk: Desk = {
  id: "compare",
  showsStored: true,
  title: "Compare",
  shows: "Both runs, call by call, mirrored on one time axis",
  hints: [
    ["Wheel, pinch", "zoom around the pointer"],
    ["Shift + wheel", "scroll sideways"],
    ["Drag", "pan; up and down scrolls to deeper calls"],
    ["Shift and drag", "select a time range; Details shows its sums"],
    ["Drag in the overview", "zoom to the dragged time; inside the marked window, move it"],
    ["Click", "select"],
    ["Alt + click", "select, and line up the match under the call"],
    ["Double-click", "zoom to the call; on empty ground, go back"],
  ],
  detailsHint: "Click a call to see its times, arguments and callees here. Arrow keys walk the call tree.",
  guide: "compare-desk",
  hasTime: true,
  reportView: (state) => ({ ...state, desk: "compare", compare: { ...state.compare, parts: "overview" } }),
  opener: () => (host) => new CompareDesk(host),
};

class CompareDesk implements RunningDesk {
  readonly pointer: Pointer;
  readonly commands: DeskCommands;
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #settings: Settings;
  readonly #navigation: Navigation;
  readonly #actions: ToolActions;
  #mode: MatchMode | null = null;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#zoomAndPan = new ZoomAndPan(host);
    this.#settings = new Settings(host);
    this.#navigation = new Navigation(host, this.#zoomAndPan, this.#settings);
    this.pointer = new Pointer(host, this.#zoomAndPan, this.#navigation);
    this.commands = this.#commands();
    this.#actions = { run: host.run, page: host.page, settings: this.#settings, comparisons: host.comparisons };
  }

  get tubes(): number | null {
    return this.#settings.tubes;
  }

  transforms(): readonly Transform[] {
    return this.#zoomAndPan.transforms();
  }

  drawn(info: SceneInfo): void {
    this.#navigation.revealRow(info);
    this.pointer.sceneChanged();
    this.#settings.askLanes();
    // Details speak of the matches that are shown.
    const { mode } = this.#host.view.state.compare.matches;
    if (this.#mode !== null && mode !== this.#mode) {
      this.#host.selection.refresh();
    }
    this.#mode = mode;
  }

  selected(call: CallRef | null): void {
    this.#zoomAndPan.focusSideOf(call);
  }

  reveal(details: CallDetails): void {
    this.#navigation.reveal(details);
  }

  revealHit(call: CallRef, details: CallDetails): void {
    this.#navigation.revealHit(call, details);
  }

  frame(where: Framed): void {
    this.#navigation.frame(where);
  }

  stop(): void {
    this.#zoomAndPan.stop();
  }

  dispose(): void {
    this.#zoomAndPan.stop();
    this.#settings.stop();
    this.pointer.hover(null);
  }

  tools(state: PageState): readonly Tool[] {
    return tools(state, this.#actions);
  }

  legend(state: PageState): TemplateResult {
    return legend(state, this.#actions);
  }

  messages(state: PageState): unknown {
    return keptIn(state) === null ? allHidden(state, this.#actions) : keptNotice(state, this.#host.run);
  }

  callMenu({ name, partner }: CallDetails, state: PageState): readonly MenuItem[] {
    const both = bothLoaded(state);
    const matched = both && (partner.length > 0 || state.view.compare.matches.mode === "similarity");
    const hide = () => this.#settings.setMatches({ function: searchForName(name) });
    return [
      ...(matched ? [{ label: "Line up with its match", run: () => this.#navigation.align() }] : []),
      ...(both ? [{ label: "Hide everything else", run: hide }] : []),
    ];
  }

  labels(state: PageState): { picture: string; table: string } {
    const intervals = state.view.compare.parts === "overview" && bothLoaded(state);
    return { picture: "Both runs as icicle plots", table: intervals ? "Intervals shown" : "Calls shown" };
  }

  rail(state: PageState): unknown {
    return laneRail(state, this.#actions);
  }

  heads(state: PageState): unknown {
    return rangeBands(state, (pane) => this.paneWindow(pane));
  }

  paneWindow(pane: Pane): Window {
    return windowOf(this.#zoomAndPan.viewports, pane);
  }

  lanes(state: PageState): TemplateResult {
    return lanesDialog(state, this.#actions);
  }

  #commands(): DeskCommands {
    const [zoomAndPan, navigation] = [this.#zoomAndPan, this.#navigation];
    return {
      finer: () => this.#host.comparisons.stepLeast(-1),
      coarser: () => this.#host.comparisons.stepLeast(1),
      "zoom-in": () => zoomAndPan.zoomBy(STEP),
      "zoom-out": () => zoomAndPan.zoomBy(1 / STEP),
      "pan-left": () => zoomAndPan.panBy(-PAN),
      "pan-right": () => zoomAndPan.panBy(PAN),
      "zoom-in-fine": () => zoomAndPan.zoomBy(FINE),
      "zoom-out-fine": () => zoomAndPan.zoomBy(1 / FINE),
      "pan-left-fine": () => zoomAndPan.panBy(-PAN_FINE),
      "pan-right-fine": () => zoomAndPan.panBy(PAN_FINE),
      "scroll-up": () => zoomAndPan.scrollRows(-ROWS_PX),
      "scroll-down": () => zoomAndPan.scrollRows(ROWS_PX),
      "scroll-left": () => zoomAndPan.panBy(-PAN),
      "scroll-right": () => zoomAndPan.panBy(PAN),
      whole: () => zoomAndPan.whole(),
      "zoom-to-selection": () => this.#host.engine.follow(() => navigation.zoomToSelection()),
      back: () => zoomAndPan.back(),
      "tall-rows": () => this.#settings.keepRowsTall(),
      frames: () => this.#settings.foldFrames(),
      align: () => navigation.align(),
      "bring-matches": () => navigation.bringMatches(),
      "next-match": () => navigation.stepMatch(true),
      "previous-match": () => navigation.stepMatch(false),
      "context-menu": () => navigation.openMenu(),
      lanes: () => this.#showLanes(),
    };
  }

  #showLanes(): void {
    if (onDesk(this.#host.store.state)) {
      this.#host.page.openDialog({ kind: "lanes" });
      this.#settings.askLanes();
    }
  }
}
