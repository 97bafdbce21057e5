// The Profile desk: call paths and functions, of one side or as a difference. Its parts put together.

import type { TemplateResult } from "lit";

import type { Framed } from "../../generated/protocol.js";
import type { PageState } from "../../state/page-state.js";
import type { DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { Picking } from "../picking.js";
import { ScenePointer } from "../scene-pointer.js";
import { functionTable } from "./function-table.js";
import { Files } from "./files.js";
import { FunctionRows } from "./function-rows.js";
import { heads } from "./heads.js";
import { laneChoice } from "./lane-choice.js";
import { legend } from "../../components/legend-line.js";
import { Navigation, pathOf } from "./navigation.js";
import { Settings } from "./settings.js";
import { type ToolActions, tools } from "./tools.js";

const ROWS_PX = 51;
/** A notch of the wheel zooms elsewhere by `exp(0.15)`: here it is three rows. */
const ROWS_PER_ZOOM = 340;

export class ProfileDesk implements RunningDesk {
  readonly pointer: ScenePointer;
  readonly commands: Partial<DeskCommands>;
  readonly #navigation: Navigation;
  readonly #rows: FunctionRows;
  readonly #files: Files;
  readonly #actions: ToolActions;
  readonly #host: DeskHost;
  /** The reading of the paths of the last picture. Details of a selected path follow it. */
  #reading = "";

  constructor(host: DeskHost) {
    this.#host = host;
    const settings = new Settings(host);
    const picking = new Picking(host);
    this.#navigation = new Navigation(host, settings, picking);
    this.#rows = new FunctionRows(host);
    this.#files = new Files(host);
    const navigation = this.#navigation;
    this.pointer = new ScenePointer(host, picking, {
      open: (point) => navigation.zoomAt(point),
      zoom: (point, factor) => navigation.dragRows(point, Math.round(Math.log(factor) * ROWS_PER_ZOOM)),
      drag: (point, _, dy) => navigation.dragRows(point, dy),
    });
    this.#actions = {
      page: host.page,
      toasts: host.toasts,
      run: host.run,
      selection: host.selection,
      settings,
      rows: this.#rows,
      navigation: this.#navigation,
    };
    this.commands = {
      "zoom-in": () => navigation.zoomToSelection(),
      "zoom-out": () => navigation.zoomOut(),
      "zoom-to-selection": () => navigation.zoomToSelection(),
      whole: () => navigation.whole(),
      back: () => navigation.back(),
      "scroll-up": () => navigation.scrollRows(-ROWS_PX),
      "scroll-down": () => navigation.scrollRows(ROWS_PX),
      "context-menu": () => picking.openMenu(),
      lanes: () => host.page.openDialog({ kind: "lanes" }),
    };
  }

  drawn(): void {
    this.pointer.sceneChanged();
    this.#rows.ask();
    const { selection, view } = this.#host;
    const { folding, inverted } = view.state.profile.flame;
    const reading = `${folding} ${inverted} ${view.state.paths.weight}`;
    if (reading !== this.#reading && pathOf(selection.subject) !== null) {
      selection.refresh();
    }
    this.#reading = reading;
  }

  frame(where: Framed): void {
    this.#navigation.frame(where);
  }

  analysesChanged(): void {
    this.#navigation.layout();
    this.#files.again();
  }

  gaveUp(): void {
    this.#files.stop();
  }

  dispose(): void {
    this.pointer.hover(null);
    this.#rows.stop();
    this.#files.stop();
  }

  tools(state: PageState): readonly Tool[] {
    return tools(state, this.#actions);
  }

  legend(state: PageState): TemplateResult {
    return legend(state, this.#actions);
  }

  heads(state: PageState): unknown {
    return heads(state, this.#actions);
  }

  exports(): readonly MenuItem[] {
    return this.#files.items;
  }

  callMenu(): readonly MenuItem[] {
    return [{ label: "Zoom to its path", run: () => this.#navigation.zoomToSelection() }];
  }

  labels(): { picture: string; table: string } {
    return { picture: "Call paths as a flame graph", table: "Call paths shown" };
  }

  below(state: PageState): unknown {
    return functionTable(state, this.#actions);
  }

  lanes(state: PageState): TemplateResult {
    return laneChoice(state, this.#actions);
  }
}
