// What a desk is: one way to look at both runs. The page knows desks only through this.

import type { TemplateResult } from "lit";

import type { CanvasHost } from "../canvas/canvas-host.js";
import type { GestureTarget } from "../canvas/gestures.js";
import type { Transform } from "../canvas/viewport.js";
import type { Run } from "../commands.js";
import type { ComparisonController } from "../comparison/comparisons.js";
import type { Engine } from "../engine/client.js";
import type { CommandId } from "../generated/commands.js";
import type { CallDetails, CallRef, DeskId, Framed, SceneInfo } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import type { PageControls } from "../page-controls.js";
import type { DeskLayout, Picture } from "../session/picture.js";
import type { Selection } from "../session/selection.js";
import type { ViewChanges } from "../session/view-changes.js";
import type { PageState } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";

/** A desk as the registry has it. */
export interface Desk {
  readonly id: DeskId;
  readonly title: string;
  /** What it shows, without a full stop. */
  readonly shows: string;
  /** What pointers do in its picture, for the help page: a gesture, and what comes of it. */
  readonly hints: readonly (readonly [string, string])[];
  /** What to do to see something under Details, where nothing is selected. */
  readonly detailsHint: string;
  /** The page of the documentation that explains its picture. */
  readonly guide: string;
  /** Whether its picture moves along time axes, which both sides may share. */
  readonly hasTime: boolean;
  /** Whether it shows traces whose calls were not kept, as times of lanes. */
  readonly showsSums?: true;
  /** What opens it: at once, or, of a desk that no pair opens on, once its scripts are fetched. */
  readonly opener: () => Opener | Promise<Opener>;
}

export type Opener = (host: DeskHost) => RunningDesk;

/** What the page lends a desk. */
export type DeskHost = {
  readonly store: Store;
  readonly engine: Engine;
  readonly canvas: Pick<CanvasHost, "pointer">;
  readonly busy: Busy;
  readonly toasts: Pick<Toasts, "show">;
  readonly view: ViewChanges;
  readonly selection: Selection;
  readonly picture: Pick<Picture, "desk" | "layout">;
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
  "align",
  "next-match",
  "previous-match",
  "context-menu",
  "lanes",
  "finer",
  "coarser",
] as const satisfies readonly CommandId[];

export type DeskCommand = (typeof DESK_COMMANDS)[number];

/** What the commands do. `false`: there was nothing to do, and its key does what it does elsewhere. */
export type DeskCommands = Record<DeskCommand, () => void | boolean>;

/** A part of the toolbar: in its line, and in its menu. It needs the calls of so many traces; of both unless it says so. */
export type Tool = { name: string; inLine: TemplateResult; inMenu: TemplateResult; traces?: 0 | 1 | 2 };

/** `checked`: of what is on or off. */
export type MenuItem = { label: unknown; run: () => void; checked?: boolean };

/** A desk in front. */
export interface RunningDesk {
  readonly pointer: GestureTarget;
  readonly commands: Partial<DeskCommands>;
  deskLayout(): DeskLayout;
  /** How each space of the last scene is drawn now, by its number. */
  transforms(): readonly Transform[];

  // What it hears of.

  /** Another picture is shown. */
  drawn(info: SceneInfo): void;
  /** Another call is selected, or none. */
  selected(call: CallRef | null): void;
  /** A call was stepped to: brings it into view. */
  reveal(details: CallDetails): void;
  /** The same for a hit of the search: what is too narrow to be seen is zoomed to. */
  revealHit(call: CallRef, details: CallDetails): void;
  /** Shows where a difference lies, and selects its call. */
  frame(where: Framed): void;
  /** Another state is about to be shown: what is on its way somewhere stops. */
  stop(): void;
  /** Results arrived: what was pending is asked for again. */
  analysesChanged(): void;
  /** Work was given up: what waits for it waits no more. */
  gaveUp(): void;
  /** Another desk comes to the front. */
  dispose(): void;

  /** Steps through its own lists, where it has any in place of the differences call by call. */
  walk?(by: number): void;

  // What it puts on the page.

  /** What it says beside the verdict, and its own largest differences in place of those call by call. */
  verdict?(state: PageState): { sentence: TemplateResult; chips: TemplateResult } | null;
  /** Its own lists for the panel, if it has any. */
  lists?(state: PageState): unknown;

  tools(state: PageState): readonly Tool[];
  legend(state: PageState): TemplateResult;
  /** What can be saved beside pictures and values. */
  exports(): readonly MenuItem[];
  /** What hides the picture's answer, with the way out; empty where nothing does. */
  messages(state: PageState): unknown;
  /** What can be done with the selected call, beside what every desk offers. */
  callMenu(details: CallDetails, state: PageState): readonly MenuItem[];
  /** What can be done with what is selected where that is no call. */
  subjectMenu?(): readonly MenuItem[];
  /** What the picture and its table show, for those who do not see them. */
  labels(state: PageState): { picture: string; table: string };
  /** What stands at the left of the picture; empty where nothing does. */
  rail(state: PageState): unknown;
  /** Heads of parts of the picture, in their places over it. */
  heads(state: PageState): unknown;
  /** What stands under it. */
  below(state: PageState): unknown;
  /** The lanes, for the dialog of that name. */
  lanes(state: PageState): TemplateResult;
}
