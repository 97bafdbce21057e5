// The Compare desk: both runs, call by call, mirrored on one time axis. Its parts put together.

import type { TemplateResult } from "lit";

import type { Transform } from "../../canvas/viewport.js";
import type { CallDetails, CallRef, Framed, SceneInfo } from "../../generated/protocol.js";
import type { DeskLayout } from "../../session/picture.js";
import { bothLoaded, onDesk, type PageState } from "../../state/page-state.js";
import { searchForName } from "../../words.js";
import type { Desk, DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { Going } from "./going.js";
import { lanesDialog } from "./lanes-dialog.js";
import { legend } from "./legend.js";
import { allHidden } from "./match-controls.js";
import { Moves } from "./moves.js";
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
  title: "Compare",
  shows: "Both runs, call by call, mirrored on one time axis",
  hints: [
    ["Wheel, pinch", "zoom about the pointer"],
    ["Shift + wheel", "scroll across"],
    ["Drag", "pan; up and down scrolls to deeper calls"],
    ["Click", "select"],
    ["Double-click", "zoom to the call; on empty ground, back"],
  ],
  open: (host) => new CompareDesk(host),
};

class CompareDesk implements RunningDesk {
  readonly pointer: Pointer;
  readonly commands: DeskCommands;
  readonly #host: DeskHost;
  readonly #moves: Moves;
  readonly #settings: Settings;
  readonly #going: Going;
  readonly #actions: ToolActions;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#moves = new Moves(host);
    this.#settings = new Settings(host);
    this.#going = new Going(host, this.#moves, this.#settings);
    this.pointer = new Pointer(host, this.#moves, this.#going);
    this.commands = this.#commands();
    this.#actions = { run: host.run, page: host.page, settings: this.#settings, comparisons: host.comparisons };
  }

  deskLayout(): DeskLayout {
    return { desk: compareDesk.id, tubes: this.#settings.tubes };
  }

  transforms(): readonly Transform[] {
    return this.#moves.transforms();
  }

  drawn(info: SceneInfo): void {
    this.#going.revealRow(info);
    this.pointer.sceneChanged();
  }

  selected(call: CallRef | null): void {
    this.#moves.focusSideOf(call);
  }

  reveal(details: CallDetails, widen: boolean): void {
    this.#going.reveal(details, widen);
  }

  frame(where: Framed): void {
    this.#going.frame(where);
  }

  stop(): void {
    this.#moves.stop();
  }

  dispose(): void {
    this.#moves.stop();
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
    return allHidden(state, this.#actions);
  }

  callMenu({ name, partner }: CallDetails, state: PageState): readonly MenuItem[] {
    const both = bothLoaded(state);
    const matched = both && (partner.length > 0 || state.view.compare.matches.mode === "similarity");
    const hide = () => this.#settings.setMatches({ function: searchForName(name) });
    return [
      ...(matched ? [{ label: "Align here", run: () => this.#going.align() }] : []),
      ...(both ? [{ label: "Hide everything else", run: hide }] : []),
    ];
  }

  labels(state: PageState): { picture: string; table: string } {
    const intervals = state.view.compare.parts === "overview" && bothLoaded(state);
    return { picture: "Both runs as icicle plots", table: intervals ? "Intervals shown" : "Calls shown" };
  }

  lanes(state: PageState): TemplateResult {
    return lanesDialog(state, this.#actions);
  }

  #commands(): DeskCommands {
    const [moves, going] = [this.#moves, this.#going];
    return {
      "zoom-in": () => moves.zoomBy(STEP),
      "zoom-out": () => moves.zoomBy(1 / STEP),
      "pan-left": () => moves.panBy(-PAN),
      "pan-right": () => moves.panBy(PAN),
      "zoom-in-fine": () => moves.zoomBy(FINE),
      "zoom-out-fine": () => moves.zoomBy(1 / FINE),
      "pan-left-fine": () => moves.panBy(-PAN_FINE),
      "pan-right-fine": () => moves.panBy(PAN_FINE),
      "scroll-up": () => moves.scrollRows(-ROWS_PX),
      "scroll-down": () => moves.scrollRows(ROWS_PX),
      "scroll-left": () => moves.panBy(-PAN),
      "scroll-right": () => moves.panBy(PAN),
      whole: () => moves.whole(),
      "zoom-to-selection": () => moves.zoomToSelection(),
      back: () => moves.back(),
      "tall-rows": () => this.#settings.keepRowsTall(),
      align: () => going.align(),
      "context-menu": () => going.openMenu(),
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
