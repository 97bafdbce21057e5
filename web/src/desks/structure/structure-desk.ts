// The Structure desk: who calls whom beside the calls in their order. Its parts put together.

import type { TemplateResult } from "lit";

import { legend } from "../../components/legend-line.js";
import type { SceneInfo } from "../../generated/protocol.js";
import type { PageState } from "../../state/page-state.js";
import type { DeskCommands, DeskHost, MenuItem, RunningDesk, Tool } from "../desk.js";
import { firstCalls } from "../first-call.js";
import { MinimapPointer } from "../minimap-pointer.js";
import { Picking } from "../picking.js";
import { ScenePointer } from "../scene-pointer.js";
import { type ListActions, lists } from "./lists.js";
import { isElement, Navigation } from "./navigation.js";
import { Relations } from "./relations.js";
import { Settings } from "./settings.js";
import { type ToolActions, tools } from "./tools.js";

const FIND_REPEATS = "Find repeats of its calls";
const STEP = 1.5;
const FINE = 1.1;
const PAN = 0.2;
const PAN_FINE = 0.02;

export class StructureDesk implements RunningDesk {
  readonly pointer: ScenePointer;
  readonly commands: Partial<DeskCommands>;
  readonly #host: DeskHost;
  readonly #relations: Relations;
  readonly #navigation: Navigation;
  readonly #actions: ToolActions & ListActions;
  /** The scene on screen. */
  #drawn = 0;

  constructor(host: DeskHost) {
    this.#host = host;
    const settings = new Settings(host);
    this.#relations = new Relations(host);
    const picking = new Picking(host);
    this.#navigation = new Navigation(host, settings, this.#relations, picking);
    const navigation = this.#navigation;
    this.pointer = this.#pointerOf(picking);
    this.#actions = {
      run: host.run,
      settings,
      relations: this.#relations,
      navigation: this.#navigation,
      page: host.page,
    };
    this.commands = {
      "zoom-in": () => navigation.zoomBy(STEP),
      "zoom-out": () => navigation.zoomBy(1 / STEP),
      "zoom-in-fine": () => navigation.zoomBy(FINE),
      "zoom-out-fine": () => navigation.zoomBy(1 / FINE),
      "pan-left": () => navigation.panBy(-PAN),
      "pan-right": () => navigation.panBy(PAN),
      "pan-left-fine": () => navigation.panBy(-PAN_FINE),
      "pan-right-fine": () => navigation.panBy(PAN_FINE),
      "scroll-up": () => navigation.panBy(-PAN),
      "scroll-down": () => navigation.panBy(PAN),
      "scroll-left": () => navigation.panBy(-PAN),
      "scroll-right": () => navigation.panBy(PAN),
      "zoom-to-selection": () => navigation.zoomToRange(),
      whole: () => navigation.whole(),
      back: () => navigation.back(),
      "context-menu": () => picking.openMenu(),
    };
  }

  /** Over the strip of both runs the pointer moves their windows, elsewhere it does what the views say. */
  #pointerOf(picking: Picking): ScenePointer {
    const navigation = this.#navigation;
    const strip = new MinimapPointer(this.#host, navigation.runs);
    return new ScenePointer(this.#host, picking, {
      hover: (point) => strip.showGrip(point),
      click: (point) => (strip.has(point) ? strip.click(point) : picking.selectAt(point)),
      open: (point) => (strip.has(point) ? navigation.whole() : navigation.openAt(point)),
      zoom: (point, factor) => (strip.has(point) ? navigation.zoomBy(factor) : navigation.zoomAbout(point, factor)),
      drag: (point, dx, dy) => strip.drag(point, dx) || navigation.drag(point, dy),
      press: (point, shift) => {
        strip.press(point, shift);
        navigation.press(point, shift);
      },
      release: () => {
        strip.release();
        navigation.release();
      },
      axisAt: (point) => strip.axisAt(point),
    });
  }

  drawn({ number }: SceneInfo): void {
    if (number === this.#drawn) {
      return;
    }
    this.#drawn = number;
    this.pointer.sceneChanged();
    this.#relations.follow();
  }

  analysesChanged(): void {
    this.#navigation.layout();
  }

  dispose(): void {
    this.pointer.hover(null);
    this.#relations.stop();
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

  subjectMenu(): readonly MenuItem[] {
    const { subject } = this.#host.selection;
    if (subject === null) {
      return [];
    }
    if ("time" in subject) {
      const { side, window } = subject.time;
      return [{ label: FIND_REPEATS, run: () => this.#navigation.markTime(side, window) }];
    }
    const opening = [
      { label: "Expand or collapse it", run: () => this.#navigation.toggle(subject) },
      { label: "Expand only this element", run: () => this.#navigation.openAlone(subject) },
    ];
    return [...firstCalls(this.#host, subject), ...(isElement(subject) ? opening : [])];
  }

  callMenu(): readonly MenuItem[] {
    const { call } = this.#host.selection;
    return [
      ...(call === null
        ? []
        : [
            {
              label: FIND_REPEATS,
              run: () =>
                this.#navigation.markTime(call.side, {
                  start: call.start,
                  end: call.start + Math.max(call.duration, 1),
                }),
            },
          ]),
    ];
  }

  labels(): { picture: string; table: string } {
    return { picture: "Who calls whom, and calls in their order", table: "Relations shown" };
  }

  lists(state: PageState): unknown {
    return lists(state, this.#actions);
  }

  listsTitle(): string {
    return "Relations";
  }
}
