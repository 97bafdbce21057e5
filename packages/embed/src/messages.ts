// The messages between a page that shows Diptych (the host) and Diptych in its frame or window.
//
// This file is the contract: the page, the package and the reference in `docs/embed.md` all follow it. It only grows.
// A change of meaning needs a new number in `API`.

/** The versions of this contract that the frame speaks. */
export type Api = 1;

export type Side = "a" | "b";

/** The kind of a problem, for programs. The text of the problem is for people. */
export type ErrorCode =
  | "not-a-trace"
  | "cors"
  | "http"
  | "too-big"
  | "csp"
  | "no-webgl"
  | "memory"
  | "stale-assets"
  | "refused"
  | "cancelled"
  | "bad-command"
  | "busy"
  | "unsupported"
  | "internal";

/** A call of a trace by its place. Times count from the start of the trace, in ticks (nanoseconds in traces of time). */
export type CallRef = { side: Side; start: number; duration: number; depth: number; lane: number };

export type FunctionRef = { name: string; file: string };

/** A time range on one side, in ticks from the start of the trace (nanoseconds in traces of time). */
export type Range = { start: number; end: number };

/** The selected thing. */
export type Subject =
  | { call: CallRef }
  | { match: [CallRef, CallRef] }
  | { function: FunctionRef }
  | { path: FunctionRef[] }
  | { group: { by: "package" | "file" | "category"; name: string } }
  | { lane: { side: Side; lane: number } }
  | { element: string[] }
  | { relation: { caller: FunctionRef; callee: FunctionRef } }
  | { "element-relation": { caller: string[]; callee: string[] } }
  | { area: { side: Side; first: number; last: number; depth: number; window: Range } }
  | { time: { side: Side; window: Range; other?: Range | null } };

/** A trace that is open. `extent_ns` is null where the trace has no times. */
export type LoadedTrace = {
  side: Side;
  name: string;
  calls: number;
  extent_ns: number | null;
  /** Hash of the trace's calls, as `hash.a` in links has it. Equal traces have equal ones, whatever file they come in. */
  fingerprint: string | null;
};

/** The result of a comparison: fields of `diptych compare --json`, under the same names. */
export type Verdict = {
  schema: 1;
  diptych: string;
  axis: { kind: string; unit: string };
  calls: { a: number; b: number };
  verdict: {
    text: string;
    warning: string | null;
    comparable: boolean;
    /** Length of B ÷ length of A; null where A has none. */
    ratio: number | null;
    cause: string;
    drift: string | null;
    extent_a_ns: number | null;
    extent_b_ns: number | null;
  };
  ranking: { counts: Counts; counts_below: Counts };
};

/** Number of differences in each list. */
export type Counts = Record<"largest" | "slower" | "faster" | "new" | "gone" | "waiting", number>;

/** The view and the traces of the frame. `notes` are those of the view, which `hash` has too. */
export type ViewState = { hash: string; sides: Record<Side, LoadedTrace | null>; notes: Note[] };

export type Key = { key: string; code: string; ctrl: boolean; alt: boolean; shift: boolean; meta: boolean };

/** Messages of the frame that the host did not ask for. */
export type Events = {
  /** The frame listens. Comes with a `MessagePort`. */
  hello: { version: string; api: Api[]; formats: string[] };
  /** A file is being read. `total` is null while the size is unknown. */
  progress: { side: Side; read: number; total: number | null; calls: number };
  /** A trace is open. */
  loaded: LoadedTrace;
  /** Both traces are compared. */
  compared: { verdict: Verdict };
  /** Something failed. `side` names the side, if only one is concerned; `retry` says whether trying again may help. */
  error: { side?: Side; code: ErrorCode; text: string; retry: boolean };
  /** Something is selected, or nothing any more (null). */
  selection: { subject: Subject | null };
  /** The name under the pointer, or null. Only after `set` with `hover: true`. */
  hover: { name: string | null; side: Side | null };
  /** The view changed and rested for 400 ms. `hash` is the part of a link after `#`. */
  view: { hash: string };
  /** The height at which nothing in the frame scrolls, in CSS pixels. */
  height: { px: number };
  /** A key went down in the frame and Diptych has no use for it. */
  key: Key;
  /** The frame goes away. */
  bye: Record<never, never>;
};

/**
 * A note. `place` is a subject as a link has it, with lanes by the paths of their names (`b,120,7,3,/main`), or `desk,`
 * and the name of a desk. `text` is plain text.
 */
export type Note = { place: string; text: string };

/** The parts of a view that `set` can change one by one. `notes` replaces all notes. */
export type Patch = { desk?: string; selection?: Subject | null; search?: string; notes?: Note[] };

/** Commands of the host. Each command has an `id` and gets one `result` or `error` with that id. */
export type Commands = {
  /** Opens a trace. Exactly one of `buffer`, `stream`, `file` and `url` is given. */
  open: {
    ask: {
      side: Side;
      /** 1 or more adds a run to the side; 0 or nothing replaces the contents of the side. */
      run?: number;
      buffer?: ArrayBuffer | ArrayBufferView;
      stream?: ReadableStream<Uint8Array>;
      file?: Blob;
      url?: string;
      name?: string;
      /** Size of the stream in bytes, for the progress bar. */
      bytesTotal?: number;
    };
    reply: LoadedTrace;
  };
  /** Closes a side, or both without `side`. */
  close: { ask: { side?: Side }; reply: Record<never, never> };
  /** Shows another view: a whole one as in a link, or some parts of it. `hover` switches `hover` messages on or off. */
  set: { ask: { hash?: string; patch?: Patch; hover?: boolean }; reply: { hash: string } };
  /** Selects a function, a call or a path; null for nothing. */
  select: {
    ask: { function?: FunctionRef; call?: CallRef; path?: FunctionRef[] | null };
    reply: { subject: Subject | null };
  };
  /** Zooms to a time range of each side; null is the whole run, a missing side stays as it is. */
  focus: { ask: { a?: Range | null; b?: Range | null }; reply: { hash: string } };
  /** Goes to the next difference of the list. */
  next: { ask: Record<never, never>; reply: DifferencePlace };
  /** Goes to the previous difference of the list. */
  previous: { ask: Record<never, never>; reply: DifferencePlace };
  /** Returns a file. */
  export: {
    ask: { what: "png" | "svg" | "csv" | "json" | "session" };
    reply: { name: string; mime: string; bytes: ArrayBuffer };
  };
  /** Changes the theme of the frame, for this visit only. */
  theme: { ask: { theme: "auto" | "light" | "dark" | "contrast" }; reply: Record<never, never> };
  /** Returns the view with the open traces, or the result of the comparison (null before there is one). */
  get: { ask: { what: "state" | "verdict" }; reply: ViewState | { verdict: Verdict | null } };
};

/** A difference by its place in the list, from 1; `place` is null where the list is empty. */
export type DifferencePlace = { place: number | null; of: number };

export type EventName = keyof Events;
export type CommandName = keyof Commands;
export type CommandId = number | string;

/** A message of the frame without a question before it. */
export type FrameEvent = { [Name in EventName]: { diptych: 1; type: Name } & Events[Name] }[EventName];

/** The answer to a command. */
export type Answer =
  | { diptych: 1; type: "result"; id: CommandId; result: Commands[CommandName]["reply"] }
  | ({ diptych: 1; type: "error"; id: CommandId } & Events["error"]);

export type FrameMessage = FrameEvent | Answer;

/** A message of the host. `api` names the version of the contract; 1 without it. */
export type HostMessage = {
  [Name in CommandName]: { diptych: 1; api?: Api; type: Name; id: CommandId } & Commands[Name]["ask"];
}[CommandName];
