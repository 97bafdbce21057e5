// Navigation to calls: those that were clicked, stepped to, or that a list of differences names.

import type { Point } from "../../canvas/gestures.js";
import type {
  CallDetails,
  CallRef,
  Framed,
  Pane,
  PickAction,
  SceneInfo,
  SelectionReply,
  SideName,
} from "../../generated/protocol.js";
import type { ChoiceReply } from "../../session/selection.js";
import { CONTEXT_MENU } from "../../state/page-state.js";
import { callDetails, inCall, windowsOf } from "../../state/details.js";
import { isInRange } from "../../state/ranges.js";
import { callIn, withoutMatch } from "../../state/subject.js";
import type { DeskHost } from "../desk.js";
import { Alignment } from "./alignment.js";
import type { ZoomAndPan } from "./zoom-and-pan.js";
import { middleOf, onPair, paneOf, revealed, type Row, viewportsOf, windowOf } from "./pane-windows.js";
import type { Settings } from "./settings.js";

/** The target of a double click: the call on its side, or its pair on both. */
export type ZoomTarget = "call" | "pair";

/** The item under a point. A match has its call of A. */
type PickReply = SelectionReply & { action: PickAction | null };

export class Navigation {
  readonly #host: DeskHost;
  readonly #zoomAndPan: ZoomAndPan;
  readonly #settings: Settings;
  readonly #alignment: Alignment;
  /** True when the next scene has to scroll the selected row into view. */
  #reveal = false;

  constructor(host: DeskHost, zoomAndPan: ZoomAndPan, settings: Settings) {
    this.#host = host;
    this.#zoomAndPan = zoomAndPan;
    this.#settings = settings;
    this.#alignment = new Alignment(host, zoomAndPan);
  }

  /** Selects what lies under a point. A call of the side `aligns` is also lined up with its match. */
  clickAt(point: [number, number], aligns: SideName | null): void {
    const mayAlign = this.#host.view.state.compare.parts !== "overview" && aligns !== null;
    this.#pickAt(point, async ({ reply, isNewest }) => {
      const call = callIn(reply.subject);
      if (reply.action !== null) {
        this.#act(reply.action, call);
      } else if (mayAlign && isNewest && call?.side === aligns) {
        this.#host.selection.take(reply, "none"); // Selecting and aligning are one step of the history.
        this.#alignment.alignWith(call, "click");
      } else {
        this.#host.selection.take(reply, "push");
      }
    });
  }

  /** Selects what lies under a point of the scene as laid out, and zooms to it, or back. */
  goToAt(point: [number, number], where: ZoomTarget): void {
    this.#pickAt(point, async ({ reply, isNewest }) => {
      const { details, action } = reply;
      if (action !== null) {
        this.#act(action, callIn(reply.subject));
        return;
      }
      this.#host.selection.take(reply, "push");
      if (!isNewest) {
        return;
      }
      const [call, ofCall] = [callIn(reply.subject), inCall(details)];
      if (details === null) {
        this.#zoomAndPan.back();
      } else if (call === null || ofCall === null) {
        this.#zoomAndPan.goToAll(windowsOf(details));
      } else {
        await this.#zoomTo(call, ofCall, where);
      }
    });
  }

  /** Selects what lies under a point, and opens a menu of what can be done with it. A head and the selected time range stay. */
  menuAt(point: [number, number], at: Point): void {
    if (isInRange(this.#host.store.state, at, (pane) => windowOf(this.#zoomAndPan.viewports, pane))) {
      this.#openMenuAt(at);
      return;
    }
    this.#pickAt(point, async ({ reply, isNewest }) => {
      if (reply.action === null) {
        this.#host.selection.take(reply, "push");
      }
      if (isNewest) {
        this.#openMenuAt(at);
      }
    });
  }

  /** Opens the menu of the selection: at its call if that is in view, else in the middle. */
  openMenu(): void {
    const { scene, view } = this.#host.store.state;
    if (scene === null) {
      return;
    }
    const details = callDetails(this.#host.store.state);
    const middle = { x: scene.width / 2, y: scene.height / 2 };
    const pane = details === null ? undefined : paneOf(this.#zoomAndPan.panes, details.side);
    const at =
      pane && scene.selected && details ? middleOf(viewportsOf(view), pane, scene.selected, details.window) : null;
    this.#openMenuAt(at ?? middle);
  }

  /** Moves the other side so that the best match of the selected call begins under it. */
  align(): void {
    const { call } = this.#host.selection;
    if (call === null) {
      this.#host.toasts.show("Select a call first. It is then lined up with its match.");
    } else {
      this.#alignment.alignWith(call, "command");
    }
  }

  /** Presses the button of an empty band. It lies in the middle between both panes, if there is one. */
  bringMatches(): void {
    const [a, b] = [paneOf(this.#zoomAndPan.panes, "a"), paneOf(this.#zoomAndPan.panes, "b")];
    if (a === undefined || b === undefined) {
      return;
    }
    this.#pickAt([(a.x0 + a.x1) / 2, (a.y1 + b.y0) / 2], async ({ reply: { action, subject } }) => {
      if (action?.type === "line-up") {
        this.#act(action, callIn(subject));
      } else {
        this.#host.toasts.show("No match to bring: some are in view, or these calls have none.");
      }
    });
  }

  /** Zooms both sides to the selected call and its match, or to the call alone where the sides are zoomed separately. */
  async zoomToSelection(): Promise<void> {
    const { call } = this.#host.selection;
    const details = callDetails(this.#host.store.state);
    if (call === null || details === null) {
      this.#zoomAndPan.zoomToSelection();
    } else {
      await this.#zoomTo(call, details, this.#zoomAndPan.viewports.apart ? "call" : "pair");
    }
  }

  /** Goes to the next, or the last, of the calls that match the selected one; false where there is none. */
  stepMatch(forward: boolean): boolean {
    return this.#alignment.step(forward);
  }

  /** Brings what was stepped to into view. */
  reveal({ side, window }: CallDetails): void {
    this.#reveal = true;
    this.#zoomAndPan.bringIntoView(side, window);
    this.#host.picture.layout();
  }

  /** Brings a hit into view; the other side goes to its partner, and stays where it is if there is none. */
  revealHit(call: CallRef, details: CallDetails): void {
    const { engine, picture } = this.#host;
    this.#reveal = true;
    engine.follow(async () => {
      const partner = await engine.ask("partner", { call });
      this.#zoomAndPan.bringHitIntoView(call.side, details.window, partner?.details.window ?? null);
      picture.layout();
    });
  }

  /** Shows both sides where a difference lies, and selects its call. */
  frame(where: Framed): void {
    const { engine, selection, picture } = this.#host;
    const { call } = where;
    if (call !== null) {
      engine.follow(async () => {
        const chosen = await selection.choose(engine.ask("select", { subject: { call } }));
        if (chosen !== null) {
          selection.take(chosen.reply, "none"); // The way there ends with an entry of its own.
          this.#frame(where, chosen.reply.details !== null);
          picture.layout();
        }
      });
    }
    this.#frame(where, false);
  }

  /** Scrolls to a lane that was opened; unfolds the lane of a selection that was stepped to, and scrolls to its row. */
  revealRow({ selected, selectedMatch, panes }: SceneInfo): void {
    const pane = selected === null ? undefined : paneOf(panes, selected.side);
    // On the way somewhere the rows move along with the windows: what would be scrolled now is overwritten.
    const opened = this.#settings.takeOpened(panes);
    if (opened !== null && !this.#reveal) {
      this.#scrollTo(panes, opened.pane, opened);
      return;
    }
    // An earlier picture may show another selection in another window.
    const isThere = !this.#zoomAndPan.running && !this.#host.picture.isOutdated;
    if (!this.#reveal || !isThere || selected === null || pane === undefined) {
      return;
    }
    if (selected.foldedLane !== null) {
      this.#settings.foldLane(selected.side, selected.foldedLane);
      return;
    }
    this.#reveal = false;
    this.#scrollTo(panes, pane, selected, selectedMatch);
  }

  #scrollTo(panes: readonly Pane[], pane: Pane, rows: Row, match: SceneInfo["selectedMatch"] = null): void {
    const there = revealed(this.#zoomAndPan.viewports, panes, pane, rows, match);
    if (there !== null) {
      this.#zoomAndPan.show(there, "rest");
    }
  }

  #pickAt(point: [number, number], go: (chosen: ChoiceReply<PickReply>) => Promise<void>): void {
    const { engine, selection, picture } = this.#host;
    engine.follow(async () => {
      const chosen = await selection.choose(engine.ask("pick", { desk: picture.desk, point }));
      if (chosen !== null) {
        const { reply } = chosen;
        await go({ ...chosen, reply: { ...reply, subject: withoutMatch(reply.subject) } });
      }
    });
  }

  #openMenuAt(at: Point): void {
    this.#host.store.set({ contextMenu: at, menu: CONTEXT_MENU, hover: null });
  }

  /** `call`: the call that the action is about, if any. */
  #act(action: PickAction, call: CallRef | null): void {
    if (action.type === "fold-lane") {
      this.#settings.foldLane(action.side, action.lane);
    } else if (action.type === "line-up") {
      if (call !== null) {
        this.#alignment.alignWith(call, "click");
      }
    } else {
      this.#settings.foldFrames();
    }
  }

  /** Zooms to a selected call, and to its match on the other side if the target is the pair. */
  async #zoomTo(call: CallRef, details: CallDetails, target: ZoomTarget): Promise<void> {
    const partner = target === "pair" ? await this.#host.engine.ask("partner", { call }) : null;
    if (partner === null) {
      this.#reveal = true;
      this.#zoomAndPan.goTo(details.side, details.window);
    } else {
      const [a, b] = call.side === "a" ? [details, partner.details] : [partner.details, details];
      this.#frame({ ...onPair(a.window, b.window), call: null }, true);
    }
  }

  /** Shows both sides at these stretches, and with `reveals` scrolls to the selected row: all zooms to a target. */
  #frame(where: Framed, reveals: boolean): void {
    this.#reveal = reveals;
    this.#zoomAndPan.frame(where);
  }
}
