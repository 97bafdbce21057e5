// The desk: one way to look at both runs. The page knows desks only through this.

import type { TemplateResult } from "lit";

import type { CanvasHost } from "../canvas/canvas-host.js";
import type { GestureTarget } from "../canvas/gestures.js";
import type { Transform } from "../canvas/viewport.js";
import type { Run } from "../commands.js";
import type { ComparisonController } from "../comparison/comparisons.js";
import type { Engine } from "../engine/client.js";
import type { CommandId } from "../generated/commands.js";
import type {
  CallDetails,
  CallRef,
  DeskId,
  Framed,
  Pane,
  SceneInfo,
  ViewState,
  Window,
} from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import type { PageControls } from "../page-controls.js";
import type { Picture } from "../session/picture.js";
import type { Selection } from "../session/selection.js";
import type { ViewChanges } from "../session/view-changes.js";
import type { PageState } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { Trust } from "../trust/trust.js";

/** A desk as the registry has it. */
export interface Desk {
  readonly id: DeskId;
  readonly title: string;
  /** A summary of the desk, without a full stop. */
  readonly shows: string;
  /** Pointer gestures in the picture and their effects, for the help page. */
  readonly hints: readonly (readonly [string, string])[];
  /** Advice on how to see something under Details while nothing is selected. */
  readonly detailsHint: string;
  /** The page of the documentation that explains its picture. */
  readonly guide: string;
  /** True when the picture moves along time axes, which both sides may share. */
  readonly hasTime: boolean;
  /** Set when the desk can show traces whose calls were not kept, as times of lanes. */
  readonly showsSums?: true;
  /** Set when the desk has a picture of a stored comparison without its traces. */
  readonly showsStored?: true;
  /** Returns settings for the first time that a person chooses the desk, unless a link opened it before. They differ from
   *  the defaults of links, which keep the looks of links that were written before there was a choice. */
  readonly firstSettings?: (state: ViewState) => Partial<ViewState>;
  /** Returns the state that shows the picture of a report, on the desk that has it. */
  readonly reportView?: (state: ViewState) => ViewState;
  /** Returns entries for the menu of a selection on every desk. */
  readonly selectionMenu?: (state: PageState, trust: Pick<Trust, "mayOpenSource">) => readonly MenuItem[];
  /** Returns what opens the desk. A desk that no pair opens on fetches its scripts first. */
  readonly opener: () => Opener | Promise<Opener>;
}

export type Opener = (host: DeskHost) => RunningDesk;

/** The parts of the page that a desk may use. */
export type DeskHost = {
  readonly store: Store;
  readonly engine: Engine;
  readonly canvas: Pick<CanvasHost, "pointer">;
  readonly busy: Busy;
  readonly toasts: Pick<Toasts, "show">;
  readonly view: ViewChanges;
  readonly selection: Selection;
  readonly picture: Pick<Picture, "desk" | "isOutdated" | "layout">;
  readonly comparisons: Pick<ComparisonController, "ask" | "change" | "slide" | "stepLeast">;
  readonly page: Pick<PageControls, "openMenu" | "openDialog" | "openRowMenu">;
  readonly run: Run;
};

/** The commands that each desk gives its own meaning; those that it leaves out do nothing while it is in front. */
export const DESK_COMMANDS = [
  "zoom-in",
  "zoom-out",
  "pan-left",
  "pan-right",
  "zoom-in-fine",
  "zoom-out-fine",
  "pan-left-fine",
  "pan-right-fine",
  "scroll-up",
  "scroll-down",
  "scroll-left",
  "scroll-right",
  "whole",
  "zoom-to-selection",
  "back",
  "tall-rows",
  "frames",
  "align",
  "bring-matches",
  "next-match",
  "previous-match",
  "context-menu",
  "lanes",
  "finer",
  "coarser",
] as const satisfies readonly CommandId[];

export type DeskCommand = (typeof DESK_COMMANDS)[number];

/** Actions of the commands. `false`: there was nothing to do, and the key does what it does elsewhere. */
export type DeskCommands = Record<DeskCommand, () => void | boolean>;

/** A part of the toolbar: in its line, and in its menu. */
export type Tool = {
  name: string;
  inLine: TemplateResult;
  inMenu: TemplateResult;
  /** Explains the tool: a tooltip in the line, a sentence below the tool in the menu. Without it, its buttons explain
   *  themselves. */
  about?: string | undefined;
  /** Number of traces whose calls the tool needs; both unless it says so. */
  traces?: 0 | 1 | 2;
};

/** `checked`: of what is on or off. */
export type MenuItem = { label: unknown; run: () => void; checked?: boolean };

/** A desk in front. It implements the members that it has a use for. */
export interface RunningDesk {
  /** Answers pointers over the picture. */
  readonly pointer?: GestureTarget;
  readonly commands?: Partial<DeskCommands>;
  /** The progress of matches from lines (0) to tubes (1); `null` when they rest. */
  readonly tubes?: number | null;
  /** Says how each space of the last scene is drawn now, by its number. Without it, every picture is drawn as laid out. */
  transforms?(): readonly Transform[];

  // Events.

  /** Another picture is on screen. */
  drawn?(info: SceneInfo): void;
  /** Another call is selected, or none. */
  selected?(call: CallRef | null): void;
  /** Brings a call into view that was stepped to. Without it, the picture is laid out anew. */
  reveal?(details: CallDetails): void;
  /** Brings a search hit into view, and zooms to it when it is too narrow to be seen. Without it, `reveal` does. */
  revealHit?(call: CallRef, details: CallDetails): void;
  /** Brings a difference into view. Without it, the picture is laid out anew. */
  frame?(where: Framed): void;
  /** Another state is about to be drawn: ends animations. */
  stop?(): void;
  /** Results arrived: asks again for replies that were pending. */
  analysesChanged?(): void;
  /** Work was given up: stops waiting for it. */
  gaveUp?(): void;
  /** Another desk comes to the front. */
  dispose?(): void;

  /** Steps through the desk's own lists. Without it, the command steps through the differences call by call. */
  walk?(by: number): void;

  /** Returns the time that a pane shows now, from left to right. Without it, time does not run to the right. */
  paneWindow?(pane: Pane): Window;

  // Parts of the page.

  /** Names the picture and its table for screen readers. */
  labels(state: PageState): { picture: string; table: string };
  /** Returns a sentence beside the verdict, and the desk's largest differences in place of those call by call. */
  verdict?(state: PageState): { sentence: TemplateResult; chips: TemplateResult } | null;
  /** Renders lists for the panel in place of the differences call by call. */
  lists?(state: PageState): unknown;
  /** Names these lists where the panel is folded. */
  listsTitle?(): string;
  tools?(state: PageState): readonly Tool[];
  legend?(state: PageState): TemplateResult;
  /** Returns entries for the export menu, besides pictures and values. */
  exports?(): readonly MenuItem[];
  /** Renders a message when the picture cannot show an answer, with the way out. */
  messages?(state: PageState): unknown;
  /** Returns entries for the menu of the selected call, besides those of every desk. */
  callMenu?(details: CallDetails, state: PageState): readonly MenuItem[];
  /** Returns entries for the menu of a selection that is no call. */
  subjectMenu?(): readonly MenuItem[];
  /** Renders the strip at the left of the picture. */
  rail?(state: PageState): unknown;
  /** Renders heads over parts of the picture. */
  heads?(state: PageState): unknown;
  /** Renders what stands under the picture. */
  below?(state: PageState): unknown;
  /** Renders the lanes for the dialog of that name. */
  lanes?(state: PageState): TemplateResult;
}
