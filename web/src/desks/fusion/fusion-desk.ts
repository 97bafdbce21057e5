// The Fusion desk: the program's structure with calls over it. Its parts put together.

import type { TemplateResult } from "lit";

import { legend } from "../../components/legend-line.js";
import { rangeBands } from "../../components/range-bands.js";
import type { FusionTarget, Pane, Window } from "../../generated/protocol.js";
import type { PageState } from "../../state/page-state.js";
import type { DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { firstCalls } from "../first-call.js";
import { Picking } from "../picking.js";
import { axisUnder } from "../range-drag.js";
import { ScenePointer } from "../scene-pointer.js";
import { Elements } from "./elements.js";
import { type ListActions, lists } from "./lists.js";
import { Navigation } from "./navigation.js";
import { Settings } from "./settings.js";
import { type ToolActions, tools } from "./tools.js";

const STEP = 1.5;
const FINE = 1.1;
const PAN = 0.2;
const PAN_FINE = 0.02;

export class FusionDesk implements RunningDesk {
  readonly pointer: ScenePointer;
  readonly commands: Partial<DeskCommands>;
  readonly #host: DeskHost;
  readonly #settings: Settings;
  readonly #elements: Elements;
  readonly #navigation: Navigation;
  readonly #actions: ToolActions & ListActions;
  /** The target of pointing before Ctrl was held. */
  #before: FusionTarget | null = null;

  constructor(host: DeskHost) {
    this.#host = host;
    this.#settings = new Settings(host);
    this.#elements = new Elements(host);
    const picking = new Picking(host);
    this.#navigation = new Navigation(host, this.#settings, this.#elements, picking);
    const [navigation, settings] = [this.#navigation, this.#settings];
    this.pointer = new ScenePointer(host, picking, {
      click: (point) => navigation.clickAt(point),
      open: (point) => navigation.openAt(point),
      zoom: (point, factor) => navigation.turnAt(point, factor),
      drag: (point, dx, dy) => navigation.drag(point, dx, dy),
      axisAt: (point) => axisUnder(host.store.state.scene?.panes ?? [], point),
    });
    this.#actions = { run: host.run, settings, elements: this.#elements, navigation, page: host.page };
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
      finer: () => settings.stepHeight(-1),
      coarser: () => settings.stepHeight(1),
      frames: () => settings.set({ frames: !settings.state.frames, scroll: 0 }),
      "context-menu": () => picking.openMenu(),
    };
    window.addEventListener("keydown", this.#held);
    window.addEventListener("keyup", this.#released);
    window.addEventListener("blur", this.#released);
  }

  drawn(): void {
    this.pointer.sceneChanged();
    this.#elements.ask();
  }

  analysesChanged(): void {
    this.#navigation.layout();
  }

  dispose(): void {
    this.#released();
    window.removeEventListener("keydown", this.#held);
    window.removeEventListener("keyup", this.#released);
    window.removeEventListener("blur", this.#released);
    this.pointer.hover(null);
    this.#elements.stop();
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
    const { subject } = this.#host.selection;
    if (subject === null || "area" in subject || "time" in subject) {
      return [];
    }
    return [
      { label: "Fill the picture with this element", run: () => this.#navigation.fillWith(subject) },
      ...firstCalls(this.#host, subject),
    ];
  }

  callMenu(): readonly MenuItem[] {
    const { subject } = this.#host.selection;
    return subject === null
      ? []
      : [{ label: "Fill the picture with its file or class", run: () => this.#navigation.fillWith(subject) }];
  }

  labels(): { picture: string; table: string } {
    return { picture: "The program’s structure, with calls above it", table: "Elements shown" };
  }

  lists(state: PageState): unknown {
    return lists(state, this.#actions);
  }

  listsTitle(): string {
    return "Elements";
  }

  /** While Ctrl is held the pointer chooses from the other of calls and elements. */
  readonly #held = (event: KeyboardEvent): void => {
    if (event.key === "Control" && this.#before === null) {
      this.#before = this.#settings.state.target;
      this.#settings.aim(this.#before === "calls" ? "elements" : "calls");
    }
  };

  readonly #released = (event?: Event): void => {
    if (this.#before !== null && !(event instanceof KeyboardEvent && event.key !== "Control")) {
      this.#settings.aim(this.#before);
      this.#before = null;
    }
  };
}
