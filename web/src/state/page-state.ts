// All that the page shows. Components are functions of it; only the controllers change it.

import type { ErrorCode } from "../../../packages/embed/src/messages.js";
import type { CardRoom } from "../card-words.js";
import { type ComparisonPage, NO_COMPARISON } from "../comparison/comparison-page.js";
import type { MenuItem } from "../desks/desk.js";
import { DEFAULT_VIEW_STATE } from "../generated/link-table.js";
import type {
  CallRecord,
  DataTable,
  Details,
  Failure,
  FunctionTotals,
  LaneRow,
  ReadProgress,
  SceneInfo,
  SideName,
  SideSummary,
  Tooltip,
  ViewState,
} from "../generated/protocol.js";
import type { Sheet } from "../sides/run-sheet.js";
import type { AwaitedFile } from "../sides/local-files.js";
import { type LinkKeys, NO_LINK_KEYS } from "./link.js";
import type { Source } from "../sides/sources.js";
import type { ReadPosition } from "../engine/worker-messages.js";
import { NO_ORIGINS, type TrustedOrigins } from "../trust/kept-origins.js";
import type { TrustQuestion } from "../trust/trust-part.js";

export const SIDES: readonly SideName[] = ["a", "b"];

export function other(side: SideName): SideName {
  return side === "a" ? "b" : "a";
}

/** A file being read; `note`: `run 2 of 5` where several are. */
export type Reading = {
  source: Source;
  progress: ReadProgress;
  total: number | null;
  bytesPerSecond: number;
  note: string;
};

/** The source of a run, kept so that it can be read again. */
export type RunSource = { run: number; source: Source };

/**
 * A file that could not be read, and why; `source`: to try again. `replaces`: it was to take the place of all that
 * the side holds.
 */
export type ReadFailure = { failure: Failure; source: Source | null; replaces: boolean };

/** The structure of a program, in the words of its card; `headline`: the words that have room first. */
export type StructureWords = { headline: string; whole: string; close: MenuItem };

export type Side = {
  /** The contents that the engine holds. */
  summary: SideSummary | null;
  /** The engine is about to let go of that. */
  closing: boolean;
  /** The sources of its runs. */
  runs: readonly RunSource[];
  /** The structure of its program. */
  structure: StructureWords | null;
  reading: Reading | null;
  failures: readonly ReadFailure[];
  /** Sources that were lost with the engine, to be read again. */
  lost: readonly Source[];
  /** Sources that wait until somebody says whether their origins may be asked for them. */
  asked: readonly Source[];
  /** The host that a redirect ended at, where the link names another one. */
  servedBy: string | null;
};

/** The source of a trace, as this device keeps it. `handle`: of a file that the browser can open again. */
export type KeptSource = { name: string; link: string | null; handle: FileSystemFileHandle | null };

/** A pair that was compared before. */
export type RecentPair = { id: string; used_ms: number } & Record<SideName, KeptSource | null>;

/** The graphics that draw the canvas. */
export type Graphics = "starting" | "webgpu" | "webgl" | "none";

export type Dialog =
  | { kind: "help" }
  | { kind: "palette" }
  | { kind: "lanes" }
  | { kind: "identity"; tab: "names" | "lanes" }
  | { kind: "report"; side: SideName }
  | { kind: "runs"; side: SideName }
  | { kind: "traces"; side: SideName }
  /** `at`: the place in the list of the note that is edited; `null` for a new one. */
  | { kind: "note"; place: string; name: string; at: number | null }
  | { kind: "sheet"; sheet: Sheet }
  | { kind: "leave" };

/** The menu of the picture, as an open menu is named. */
export const CONTEXT_MENU = "context";

export type Toast = { id: number; text: string; action: { label: string; run: () => void } | null };

/** Something to say above the view that concerns no side alone. */
/** `docs`: the page of the documentation that says more. */
export type Notice = {
  title: string;
  body: string;
  tone: "plain" | "warn" | "danger";
  action?: { label: string; run: () => void };
  docs?: string;
  /** Code that hosts of an embedded view learn. */
  code?: ErrorCode;
};

/** The tooltip's words with the box it speaks of, in CSS pixels on the canvas as drawn now. */
export type Hover = { tooltip: Tooltip; box: { x0: number; y0: number; x1: number; y1: number }; x: number; y: number };

/** A record of a file that is read again. */
export type RecordState =
  | { state: "reading"; passed: ReadPosition | null }
  | { state: "given-up" }
  | { state: "read"; record: CallRecord }
  | { state: "none" }
  | { state: "failed"; title: string; body: string };

export type FunctionOrder = "self" | "change";

export type PageState = {
  sides: Record<SideName, Side>;
  view: ViewState;
  scene: SceneInfo | null;
  hover: Hover | null;
  details: Details | null;
  detailsTab: "callees" | "callers" | "arguments";
  /** The record of the selected call, or of its partner, on each side, once requested. */
  records: Readonly<Record<SideName, RecordState | null>>;
  totals: { functions: readonly FunctionTotals[]; total: number } | null;
  functionOrder: FunctionOrder;
  comparison: ComparisonPage;
  /** The list in the upper part of the panel, where there is a choice. */
  panelTab: "differences" | "functions";
  /** Per cent of the panel that its upper part takes; `null`: as the style sheet has it. */
  panelSplit: number | null;
  /** Width of the panel, CSS pixels; `null`: as the style sheet has it. Kept on this device. */
  panelWidth: number | null;
  /** The table in place of the picture, a page of it; `null` while the picture is shown. */
  table: { page: DataTable | null; first: number } | null;
  /** True while the right panel is open; `null`: as the width of the page suggests. */
  panel: boolean | null;
  graphics: Graphics;
  /** The hit of the last step through the hits. */
  hit: { rank: number; total: number } | null;
  /** Lanes with calls, of the latest request. */
  lanes: Record<SideName, readonly LaneRow[] | null>;
  /** The place of the lanes in the list that are about to be paired with others. */
  heldLanes: number | null;
  dialog: Dialog | null;
  /** Files of a disk that the address names, theirs or this one's. */
  awaited: Readonly<Record<SideName, readonly AwaitedFile[]>>;
  /** The sides whose files another page is to post. */
  posted: Readonly<Record<SideName, boolean>>;
  /** The parts of the link beside the sources and the view. */
  link: LinkKeys;
  /** Number of times that the sides were swapped. What waits beside the view turns by it. */
  swaps: number;
  /** Pairs of earlier visits, the latest first. */
  recent: readonly RecentPair[];
  /** Files that this tab showed before it was reloaded. */
  reopen: Readonly<Record<SideName, KeptSource | null>> | null;
  /** True while comparisons and recent pairs are kept on this device. */
  isKeeping: boolean;
  /** The room of the cards of the sides; `null` until they are on the page. */
  cardRoom: CardRoom | null;
  /** Number of tools that have room in the toolbar; the others lie in its menu. */
  toolsShown: number;
  /** True while a zoom into what is shown would fetch more calls of a folder of tiles. */
  hasFinerTiles: boolean;
  /** True while entries of the legend have no room in its line. */
  legendCut: boolean;
  /** The open menu, by name. */
  menu: string | null;
  /** The place of the open menu of the picture, CSS pixels of the canvas. */
  contextMenu: { x: number; y: number; row?: string } | null;
  toasts: readonly Toast[];
  notice: Notice | null;
  /** True while the page is one view in another page. */
  isEmbed: boolean;
  /** The question whether an origin is trusted. */
  question: TrustQuestion | null;
  /** Origins that are trusted on this device. */
  trustedOrigins: TrustedOrigins;
  /** Files are being dragged over the page: over which side, and whether they would become further runs of it. */
  drag: { over: SideName | null; adds: boolean } | null;
  /** Said to those who do not see the page. */
  polite: string;
  assertive: string;
  /** True while single letters are commands. */
  letters: boolean;
  /** True while exported pictures carry captions. */
  captions: boolean;
};

export const NO_RECORDS: PageState["records"] = { a: null, b: null };

const EMPTY_SIDE: Side = {
  summary: null,
  closing: false,
  runs: [],
  structure: null,
  reading: null,
  failures: [],
  lost: [],
  asked: [],
  servedBy: null,
};

export function initialState(): PageState {
  return {
    sides: { a: EMPTY_SIDE, b: EMPTY_SIDE },
    view: DEFAULT_VIEW_STATE,
    scene: null,
    hover: null,
    details: null,
    detailsTab: "callees",
    records: NO_RECORDS,
    hasFinerTiles: false,
    legendCut: false,
    awaited: { a: [], b: [] },
    posted: { a: false, b: false },
    link: NO_LINK_KEYS,
    swaps: 0,
    recent: [],
    reopen: null,
    isKeeping: true,
    totals: null,
    functionOrder: "self",
    comparison: NO_COMPARISON,
    panelTab: "differences",
    panelSplit: null,
    panelWidth: null,
    table: null,
    panel: null,
    graphics: "starting",
    hit: null,
    lanes: { a: null, b: null },
    heldLanes: null,
    dialog: null,
    cardRoom: null,
    toolsShown: Infinity,
    menu: null,
    contextMenu: null,
    toasts: [],
    notice: null,
    isEmbed: false,
    question: null,
    trustedOrigins: NO_ORIGINS,
    drag: null,
    polite: "",
    assertive: "",
    letters: true,
    captions: true,
  };
}

/** Returns the source of the run on screen. */
export function shownSource({ summary, runs }: Side): Source | null {
  const shown = summary?.runs.find((row) => row.shown);
  return runs.find(({ run }) => run === shown?.run)?.source ?? null;
}

/** Returns whether the engine holds anything. */
export function anyLoaded(state: PageState): boolean {
  return SIDES.some((side) => state.sides[side].summary !== null);
}

/** The side that is open, where the other one is not. */
export function aloneSide(state: Pick<PageState, "sides">): SideName | null {
  const open = SIDES.filter((side) => state.sides[side].summary !== null);
  return open.length === 1 ? (open[0] ?? null) : null;
}

/** Returns whether there is anything to compare. */
export function bothLoaded(state: PageState): boolean {
  return SIDES.every((side) => state.sides[side].summary !== null);
}

/** Returns whether the page shows the desks, not the start page. */
export function onDesk(state: PageState): boolean {
  return SIDES.some((side) => state.sides[side].summary !== null || state.sides[side].reading !== null);
}

/** The side that takes the next file. */
export function freeSide(state: PageState): SideName {
  const taken = (side: SideName) => {
    const { summary, closing, reading } = state.sides[side];
    return reading !== null || (summary !== null && !closing);
  };
  return taken("a") && !taken("b") ? "b" : "a";
}
