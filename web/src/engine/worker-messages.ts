// Messages between the page and its workers. The first message names the worker's role.
//
// Bulk data travels as transferred buffers: columns of a trace, words of a scene. A worker that throws is dead; the
// page learns of it by the worker's `error` event, never by a message.

import type { Tiles } from "../sides/tiles.js";
import type {
  Caption,
  ComparisonState,
  ComparisonSummary,
  DifferenceList,
  DifferenceRow,
  Event,
  Failure,
  Job,
  JobProgress,
  ReadAmount,
  ReadDone,
  ReadOutcome,
  ReadPlace,
  ReadProgress,
  RecallOutcome,
  SideName,
  SideSummary,
  ViewState,
} from "../generated/protocol.js";

/** One column of a trace as the wasm side writes it; `tag` is its business. */
export type Column = { tag: number; bytes: Uint8Array<ArrayBuffer> };

/** An event of the engine; `query`: that of the job of the event. */
export type EngineEvent = { event: Event; query: Uint8Array<ArrayBuffer> | null };

/** The engine's answer to one message: a reply or a failure, a scene's words, an event. */
export type EngineAnswer = {
  reply: unknown;
  failure: Failure | null;
  words: Uint32Array<ArrayBuffer> | null;
  events: EngineEvent[];
};

/** A run as it was read: its columns, or the call tree of one that is not shown. */
export type ReadRun = { done: ReadDone; columns: Column[]; folded: Uint8Array<ArrayBuffer> | null };

/** The source of the bytes of a trace. */
export type Bytes =
  | { kind: "file"; file: File }
  | { kind: "link"; url: string; tiles?: Tiles }
  | { kind: "stream"; name: string; stream: ReadableStream<Uint8Array>; total: number | null };

/** A stored comparison as it was read. */
export type KeptFile = {
  name: string;
  results: Uint8Array<ArrayBuffer>;
  /** The view that was saved with it. */
  view: ViewState | null;
  /** The runs in the file: of each side that has any, the one to be shown first. */
  traces: ReadRun[];
};

/** The first message to a worker: its role, and the artifact that holds it, compiled once for all workers. */
export type Start<R extends Role = Role> = { type: "start"; role: R; module: WebAssembly.Module };

export type Role = "engine" | "reader" | "recall" | "compute" | "drawing";

/** Whose columns: those of the run that is shown, or of those beside it. */
export type ColumnsOf = { side: SideName; runs: boolean };

export type ToEngine =
  /** `name` is that of a row of the table of asks, `payload` what belongs to it. */
  | { type: "ask"; id: number; name: string; payload: unknown }
  /** `folded`: the call tree of a run that is not shown, in place of columns. */
  | { type: "load"; id: number; done: ReadDone; columns: Column[]; folded: Uint8Array<ArrayBuffer> | null }
  /** The bytes of a stored comparison. */
  | { type: "load-kept"; id: number; name: string; bytes: Uint8Array<ArrayBuffer> }
  /** `of`: the side that has another structure beside its trace now, or without columns none. */
  | { type: "structures"; id: number; of: SideName | null; name: string; columns: Column[] }
  /** `bytes`: the result of a job, if it came to one. */
  | { type: "arrived"; id: number; job: number; bytes: ArrayBuffer | null }
  /** `runs`: of those beside the run that is shown. */
  | { type: "columns"; side: SideName; runs: boolean }
  | { type: "recycle"; words: Uint32Array<ArrayBuffer> }
  /** Results for a file; `traces`: the columns of both sides, too. The reply is `Results`. */
  | { type: "results"; id: number; state: ComparisonState; traces: boolean };

/** Results of the pair for a file; `null` while they are worked out. `sides`: what both sides hold, if it was asked for. */
export type Results = {
  results: Uint8Array<ArrayBuffer> | null;
  sides: Record<SideName, { columns: Column[]; runs: Column[] } | null>;
};

/** A trace to be saved: the run that is shown, and the runs beside it. */
export type SavedTrace = { done: ReadDone; columns: Column[]; runs: Column[] };

export type FromEngine =
  /** `to` is the id of the message. */
  | { type: "answer"; to: number; answer: EngineAnswer }
  | { type: "columns"; side: SideName; runs: boolean; version: number; columns: Column[] };

/** `trace`: the one to be taken of a file that holds several; else that with most calls. */
export type ToReader = {
  type: "read";
  place: ReadPlace;
  name: string;
  trace: string | null;
  bytes: Bytes;
  memory: MemoryBudget;
  /** Identity rules, some of which say which arguments complete names. */
  rules: string;
};

/** The bytes that reading may take, and how much of the file is read. */
export type MemoryBudget = { bytes: number; amount: ReadAmount };

export type FromReader =
  /** `total` is the size of the input, where it is known beforehand. */
  | { type: "progress"; progress: ReadProgress; total: number | null }
  /**
   * `folded`: the call tree of a run that is not shown, or the results of a stored comparison; `state`: its view, if it
   * has one; `traces`: the runs in its file.
   */
  | {
      type: "outcome";
      outcome: ReadOutcome;
      columns: Column[];
      folded: Uint8Array<ArrayBuffer> | null;
      state: Uint8Array<ArrayBuffer> | null;
      traces: ReadRun[];
    }
  /** The answer came from another address than the link names. */
  | { type: "redirected"; url: string }
  | { type: "unreachable"; why: FetchProblem };

/** Reads the record again that begins at `offset` of the unpacked content. */
export type ToRecall = { type: "recall"; name: string; format: string; offset: number; packed: boolean; bytes: Bytes };

/** Bytes of unpacked content that are passed, of those that lie before the record. */
export type ReadPosition = { bytes: number; of: number };

export type FromRecall =
  | { type: "progress"; passed: ReadPosition }
  | { type: "recalled"; outcome: RecallOutcome }
  | { type: "unreachable"; why: FetchProblem };

/** Why the bytes behind a link could not be had. */
export type FetchProblem =
  | { kind: "status"; status: number }
  /** The server answers, but does not let pages of other hosts read the answer. */
  | { kind: "refused" }
  /** The policy of the page forbids the request. */
  | { kind: "policy" }
  | { kind: "no-answer" }
  /** The answer is no folder of tiles; `why`: a sentence without its full stop. */
  | { kind: "not-tiles"; why: string }
  /** The server sends whole files only. */
  | { kind: "no-ranges" }
  /** The bytes stopped in the middle. */
  | { kind: "broken-off"; bytesIn: number };

export type ToCompute =
  /** `progress`: how far the job that needs it is once it is taken in. */
  | { type: "load"; side: SideName; runs: boolean; version: number; columns: Column[]; progress: JobProgress }
  /** `query`: what is asked; only the engine and its compute role read it. */
  | { type: "run"; job: Job; query: Uint8Array<ArrayBuffer> };

export type FromCompute =
  | { type: "progress"; progress: JobProgress }
  /** `id`: of the job; `bytes`: its result, if there is one; `memory`: bytes the worker has taken. */
  | { type: "done"; id: number; bytes: ArrayBuffer | null; memory: number };

/** The buffers of columns, to be transferred. */
export function buffersOf(columns: readonly Column[]): ArrayBuffer[] {
  return columns.map((column) => column.bytes.buffer);
}

/** A scene to be written as an SVG file, or to be put over its caption; results to be written as a file or a report. */
export type ToDrawing =
  | { type: "svg"; words: Uint32Array<ArrayBuffer>; caption: Caption | null }
  | { type: "caption"; words: Uint32Array<ArrayBuffer>; caption: Caption }
  | { type: "file"; results: Uint8Array<ArrayBuffer>; view: ViewState; traces: SavedTrace[] }
  | ({ type: "report" } & Report);

/** A report to be written: its text, its picture in several sizes, and the page that starts in it, if one does. */
export type Report = { content: ReportContent; pictures: ReportPicture[]; application: ReportApplication | null };

/** The text of a report. */
export type ReportContent = {
  sides: Record<SideName, SideSummary>;
  summary: ComparisonSummary;
  lists: { list: DifferenceList; rows: DifferenceRow[] }[];
  /** Notes with their places in words. */
  notes: { place: string; found: boolean; text: string }[];
};

/** The words of a scene, and the text below it. */
export type CaptionedWords = { words: Uint32Array<ArrayBuffer>; caption: Caption };

/** A picture in both themes. */
export type ReportPicture = Record<"light" | "dark", CaptionedWords>;

/** The page in one piece, and what it opens: a comparison under a view, or a `.diptych` file with both traces. */
export type ReportApplication = {
  text: string;
  content: { results: Uint8Array<ArrayBuffer>; view: ViewState } | { file: Uint8Array<ArrayBuffer> };
};

/** A report, or only its size if it is too large. */
export type WrittenReport = { bytes: Uint8Array<ArrayBuffer> | null; size: number };

export type FromDrawing =
  | { type: "drawn"; text: string }
  | { type: "captioned"; scene: CaptionedScene }
  | { type: "file"; bytes: Uint8Array<ArrayBuffer> }
  | ({ type: "report" } & WrittenReport);

/** The words of a scene over its caption, and its height in CSS pixels. */
export type CaptionedScene = { words: Uint32Array<ArrayBuffer>; height: number };
