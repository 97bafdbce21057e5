// The Space-time desk: what lanes do over time, as areas. Its parts put together.

import type { TemplateResult } from "lit";

import type { PageState } from "../../state/page-state.js";
import type { DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { Picking } from "../picking.js";
import { axisUnder } from "../range-drag.js";
import { ScenePointer } from "../scene-pointer.js";
import { Areas } from "./areas.js";
import { detail, type DetailActions } from "./detail.js";
import { count } from "../../format.js";
import { legend } from "../../components/legend-line.js";
import { rangeBands } from "../../components/range-bands.js";
import type { Pane, Window } from "../../generated/protocol.js";
import { type ListActions, lists } from "./lists.js";
import { areaOf, Navigation } from "./navigation.js";
import { Settings } from "./settings.js";
import { type ToolActions, tools } from "./tools.js";
import { verdict, type VerdictActions } from "./verdict.js";

const STEP = 1.5;
const FINE = 1.1;
const PAN = 0.2;
const PAN_FINE = 0.02;

export class SpaceTimeDesk implements RunningDesk {
  readonly pointer: ScenePointer;
  readonly commands: Partial<DeskCommands>;
  readonly #host: DeskHost;
  readonly #areas: Areas;
  readonly #navigation: Navigation;
  readonly #actions: ToolActions & DetailActions & ListActions & VerdictActions;

  constructor(host: DeskHost) {
    this.#host = host;
    const settings = new Settings(host);
    this.#areas = new Areas(host);
    const picking = new Picking(host);
    this.#navigation = new Navigation(host, settings, this.#areas, picking);
    const navigation = this.#navigation;
    this.pointer = new ScenePointer(host, picking, {
      click: (point) => navigation.clickAt(point),
      open: (point) => navigation.zoomAt(point),
      zoom: (point, factor) => navigation.zoomAbout(point, factor),
      drag: (point, dx) => navigation.drag(point, dx),
      axisAt: (point) => (navigation.hasCalls ? axisUnder(host.store.state.scene?.panes ?? [], point) : null),
    });
    this.#actions = { run: host.run, settings, areas: this.#areas, navigation: this.#navigation, page: host.page };
    this.commands = {
      "zoom-in": () => navigation.zoomBy(STEP),
      "zoom-out": () => navigation.zoomBy(1 / STEP),
      "zoom-in-fine": () => navigation.zoomBy(FINE),
      "zoom-out-fine": () => navigation.zoomBy(1 / FINE),
      "pan-left": () => navigation.panBy(-PAN),
      "pan-right": () => navigation.panBy(PAN),
      "pan-left-fine": () => navigation.panBy(-PAN_FINE),
      "pan-right-fine": () => navigation.panBy(PAN_FINE),
      "scroll-left": () => navigation.panBy(-PAN),
      "scroll-right": () => navigation.panBy(PAN),
      "zoom-to-selection": () => navigation.zoomToSelection(),
      whole: () => navigation.whole(),
      back: () => navigation.back(),
      finer: () => navigation.step(-1),
      coarser: () => navigation.step(1),
      lanes: () => navigation.toggleLanes(),
      "context-menu": () => picking.openMenu(),
    };
  }

  drawn(): void {
    this.pointer.sceneChanged();
    this.#areas.ask();
  }

  analysesChanged(): void {
    this.#navigation.layout();
  }

  dispose(): void {
    this.pointer.hover(null);
    this.#areas.stop();
  }

  walk(by: number): void {
    this.#navigation.walk(by);
  }

  tools(state: PageState): readonly Tool[] {
    return tools(state, this.#actions);
  }

  legend(state: PageState): TemplateResult {
    return legend(state, { page: this.#host.page });
  }

  heads(state: PageState): unknown {
    return rangeBands(state);
  }

  paneWindow({ window }: Pane): Window {
    return window;
  }

  subjectMenu(): readonly MenuItem[] {
    const area = areaOf(this.#host.selection.subject);
    return area === null || !this.#navigation.hasCalls
      ? []
      : [{ label: "Open its calls in Compare", run: () => this.#navigation.openCalls(area) }];
  }

  labels(): { picture: string; table: string } {
    return { picture: "Lanes over time as areas", table: "Areas shown" };
  }

  below(): unknown {
    return detail(this.#actions);
  }

  verdict(state: PageState): ReturnType<typeof verdict> {
    return verdict(state, this.#actions);
  }

  lists(state: PageState): unknown {
    return lists(state, this.#actions);
  }

  listsTitle(): string {
    const found = this.#areas.state === null ? "" : ` ${count(this.#areas.rows.length)}`;
    return `Differences${found}`;
  }
}
