// The artifacts as the workers use them: what the wasm crates of the workers export, with the protocol's types put
// where wasm-bindgen can only say `any`.

import type {
  CaptionedScene,
  Column,
  EngineAnswer,
  ReadRun,
  ReportApplication,
  ReportContent,
  ReportPicture,
  SavedTrace,
  WrittenReport,
} from "./worker-messages.js";
import type {
  Caption,
  ComparisonState,
  Job,
  JobProgress,
  ReadAmount,
  ReadDone,
  ReadOutcome,
  ReadPlace,
  ReadProgress,
  RecallOutcome,
  SideName,
  ViewState,
} from "../generated/protocol.js";

export interface EngineRole {
  /** `name` is that of a row of the table of asks, `payload` what belongs to it. */
  ask(name: string, payload: unknown): EngineAnswer;
  load(done: ReadDone, columns: Column[], folded?: Uint8Array): EngineAnswer;
  /** The bytes of a stored comparison. */
  loadKept(name: string, bytes: Uint8Array): EngineAnswer;
  /** `of`: the side that has another structure beside its trace now, or without columns none. The reply is what both go by. */
  structures(of: SideName | null, name: string, columns: Column[]): EngineAnswer;
  /** `bytes`: the result of a job, if it came to one. */
  arrived(job: number, bytes?: Uint8Array): EngineAnswer;
  /** A copy; `null` if the side is empty. */
  columns(side: SideName, runs: boolean): { version: number; columns: Column[] } | null;
  recycle(words: Uint32Array): void;
  /** Results of the pair as bytes for a file, `null` while they are worked out; of each side the runs beside the one shown. */
  results(state: ComparisonState): {
    answer: EngineAnswer;
    results: Uint8Array<ArrayBuffer> | null;
    runs: [Column[], Column[]];
  };
}

export interface ReaderRole {
  /** False when no more is wanted: it failed, is too big, or memory is used up. `finish` says which. */
  feed(chunk: Uint8Array): boolean;
  progress(): ReadProgress;
  finish(tell: (progress: ReadProgress) => void): {
    outcome: ReadOutcome;
    columns: Column[];
    folded: Uint8Array<ArrayBuffer> | null;
    /** The view of a stored comparison as MessagePack, and the runs in its file. */
    state?: Uint8Array<ArrayBuffer> | null;
    traces?: ReadRun[];
  };
}

export interface RecallRole {
  /** False when no more is wanted. */
  feed(chunk: Uint8Array): boolean;
  progress(): ReadProgress;
  finish(): RecallOutcome;
}

export interface ComputeRole {
  load(side: SideName, runs: boolean, version: number, columns: Column[]): void;
  /** Its result, if it comes to one. */
  run(job: Job, query: Uint8Array, progress: (progress: JobProgress) => void): Uint8Array<ArrayBuffer> | undefined;
}

/** Exports of every artifact of a worker. */
interface Artifact {
  default: (options: {
    module_or_path: WebAssembly.Module;
  }) => Promise<WebAssembly.Exports & { memory: WebAssembly.Memory }>;
}

export interface EngineArtifact extends Artifact {
  EngineRole: new () => EngineRole;
}

export interface ReaderArtifact extends Artifact {
  /**
   * `trace`: the one to be taken of a file that holds several, by its name; else that with most calls. `rules`: identity
   * rules, some of which say which arguments complete names.
   */
  ReaderRole: new (
    place: ReadPlace,
    name: string,
    trace: string | undefined,
    bytes: number,
    memory: number,
    amount: ReadAmount,
    rules: string,
  ) => ReaderRole;
  /** `whole`: the bytes come from the file's first one on, else from `offset` on. */
  RecallRole: new (name: string, format: string, offset: number, whole: boolean) => RecallRole;
}

export interface ComputeArtifact extends Artifact {
  /** The scene of these words as a file, over its caption if there is one. */
  svg(words: Uint32Array, caption: Caption | null): string;
  /** A `.diptych` file of results, with these traces. */
  savedFile(results: Uint8Array, view: ViewState | null, traces: SavedTrace[]): Uint8Array<ArrayBuffer>;
  /** A report. Its picture is the first that fits. */
  report(content: ReportContent, pictures: ReportPicture[], application: ReportApplication | null): WrittenReport;
  /** The scene of these words over its caption, and how high that is in CSS pixels. */
  withCaption(words: Uint32Array, caption: Caption): CaptionedScene;
  ComputeRole: new () => ComputeRole;
}
