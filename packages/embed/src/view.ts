// A view of Diptych in an element of a page: makes the frame, sends commands and hears events.

import type {
  Answer,
  CommandName,
  Commands,
  ErrorCode,
  EventName,
  Events,
  FrameEvent,
  LoadedTrace,
  Side,
  ViewState,
} from "./messages.js";

export type ViewOptions = {
  /** Address of the folder that Diptych is served from. */
  src: string;
  /** Addresses of the traces, as far as the frame should load them itself. */
  a?: string | undefined;
  b?: string | undefined;
  /** The view, as in a link behind `#`. */
  view?: string | undefined;
  theme?: string | undefined;
  /** Name of the frame for screen readers. */
  title?: string | undefined;
};

/** A trace to open: a file, an answer of `fetch`, its bytes, a stream of them, or an address that the frame fetches. */
export type TraceSource = Blob | Response | ArrayBuffer | ArrayBufferView | ReadableStream<Uint8Array> | string;

export type OpenOptions = { name?: string; /** 1 or more adds a run. */ run?: number; bytesTotal?: number };

/** Why a command has no result. */
export class DiptychError extends Error {
  readonly code: ErrorCode;
  /** Trying again may help. */
  readonly retry: boolean;

  constructor(code: ErrorCode, text: string, retry: boolean) {
    super(text);
    this.code = code;
    this.retry = retry;
  }
}

type Listener<Name extends EventName> = (event: Events[Name]) => void;
type Pending = { resolve: (value: never) => void; reject: (error: Error) => void };

export class DiptychView {
  readonly frame: HTMLIFrameElement;
  /** Resolves when the frame listens. Rejected if the view is disposed of before. */
  readonly ready: Promise<void>;
  readonly #listeners = new Map<EventName, Set<(event: never) => void>>();
  readonly #pending = new Map<number, Pending>();
  #options: ViewOptions;
  #port: MessagePort | null = null;
  #lastId = 0;
  #isReady: () => void = () => undefined;
  #isDisposed: (error: Error) => void = () => undefined;

  /** Puts a frame into `element`. Throws `DiptychError` if `src` is no address of a page. */
  constructor(element: Element | DocumentFragment, options: ViewOptions) {
    checkPage(options.src, element.ownerDocument.baseURI);
    this.#options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#isReady = resolve;
      this.#isDisposed = reject;
    });
    this.ready.catch(() => undefined); // Not everybody waits for it.
    const frame = element.ownerDocument.createElement("iframe");
    frame.title = options.title ?? "Diptych: two traces compared";
    frame.loading = "lazy";
    frame.allow = "clipboard-write; fullscreen; local-network-access";
    Object.assign(frame.style, { border: "0", width: "100%", height: "100%", display: "block" });
    frame.src = addressOf(options);
    addEventListener("message", this.#hear);
    element.append(frame);
    this.frame = frame;
  }

  /** The view and the traces of the frame at this moment. */
  get state(): Promise<ViewState> {
    return this.ask("get", { what: "state" }) as Promise<ViewState>;
  }

  /** Calls `listener` at each event of a kind. Returns a function that ends that. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): () => void {
    const known = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, known.add(listener));
    return () => known.delete(listener);
  }

  /** Opens a trace on a side. Buffers and streams move into the frame: they are empty here afterwards. */
  async open(side: Side, source: TraceSource, options: OpenOptions = {}): Promise<LoadedTrace> {
    const { fields, transfer } = await openFields(source);
    return this.ask("open", { side, ...fields, ...options }, transfer);
  }

  /** Sends a command once the frame listens. Rejected with `DiptychError`. */
  async ask<Name extends CommandName>(
    type: Name,
    fields: Commands[Name]["ask"],
    transfer: Transferable[] = [],
  ): Promise<Commands[Name]["reply"]> {
    await this.ready;
    const port = this.#port;
    if (port === null) {
      throw disposed();
    }
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      try {
        port.postMessage({ diptych: 1, api: 1, ...fields, type, id }, transfer);
      } catch (error) {
        // For example a buffer that was handed over before.
        reject(new DiptychError("bad-command", `The browser cannot send this: ${String(error)}`, false));
        return;
      }
      this.#pending.set(id, { resolve, reject });
    });
  }

  /** Shows other traces, another view or another theme, without loading the frame anew where that can be. */
  show(options: Partial<ViewOptions>): void {
    const { theme, ...others } = options;
    if (others.src !== undefined) {
      checkPage(others.src, this.frame.baseURI);
    }
    this.#options = { ...this.#options, ...options };
    if (Object.keys(others).length > 0) {
      // An assignment to `src` would add an entry to the history of this page.
      this.frame.contentWindow?.location.replace(addressOf(this.#options));
    }
    if (theme !== undefined) {
      this.ask("theme", { theme: theme as Commands["theme"]["ask"]["theme"] }).catch(() => undefined);
    }
  }

  /** Takes the frame away. Commands that wait are rejected. */
  dispose(): void {
    removeEventListener("message", this.#hear);
    this.#isDisposed(disposed());
    this.#cancelAll();
    this.#port?.close();
    this.#port = null;
    this.frame.remove();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  readonly #hear = ({ source, data, ports }: MessageEvent): void => {
    // Only the frame itself: it may have an opaque origin, so the window tells more than the origin.
    if (source === this.frame.contentWindow && source !== null) {
      this.#take(data, ports[0] ?? null);
    }
  };

  #take(data: unknown, port: MessagePort | null): void {
    if (typeof data !== "object" || data === null || (data as { diptych?: unknown }).diptych !== 1) {
      return;
    }
    const message = data as FrameEvent | Answer;
    if ("id" in message) {
      return this.#settle(message);
    }
    if (message.type === "hello" && port !== null) {
      this.#cancelAll(); // The frame was loaded anew.
      this.#port = port;
      port.onmessage = (event) => this.#take(event.data, null);
    }
    const { type } = message;
    this.#listeners.get(type)?.forEach((listener) => listener(message as never));
    if (type === "hello") {
      this.#isReady();
    }
  }

  #settle(answer: Answer): void {
    const pending = this.#pending.get(answer.id as number);
    this.#pending.delete(answer.id as number);
    if (answer.type === "result") {
      pending?.resolve(answer.result as never);
    } else {
      pending?.reject(new DiptychError(answer.code, answer.text, answer.retry));
    }
  }

  #cancelAll(): void {
    this.#pending.forEach(({ reject }) => reject(new DiptychError("cancelled", "The frame went away.", true)));
    this.#pending.clear();
  }
}

/** Throws for an address that runs a script in the page around, as `javascript:` does, or that is none. */
function checkPage(src: string, base: string): void {
  if (!URL.canParse(src, base) || !/^https?:$/u.test(new URL(src, base).protocol)) {
    throw new DiptychError("bad-command", "`src` must be the address of a page, with http or https.", false);
  }
}

function disposed(): DiptychError {
  return new DiptychError("cancelled", "The view was disposed of.", false);
}

/** Returns the address of the frame. */
export function addressOf({ src, a, b, view, theme }: ViewOptions): string {
  const part = (key: string, value: string | undefined) =>
    value === undefined || value === "" ? [] : [`${key}=${encodeURIComponent(value)}`];
  const base = src.replace(/#.*$/su, "");
  const parts = [...part("a", a), ...part("b", b), ...(view ? [view.replace(/^#/u, "")] : [])];
  return `${base}#${["mode=embed", ...part("theme", theme), ...parts].join("&")}`;
}

async function openFields(source: TraceSource): Promise<{ fields: object; transfer: Transferable[] }> {
  if (typeof source === "string") {
    return { fields: { url: source }, transfer: [] };
  }
  if (source instanceof Blob) {
    return { fields: { file: source }, transfer: [] };
  }
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    const buffer = source instanceof ArrayBuffer ? source : wholeOf(source);
    return { fields: { buffer }, transfer: [buffer] };
  }
  if (source instanceof Response) {
    return responseFields(source);
  }
  if (!(source instanceof ReadableStream)) {
    const text = "A trace is a Blob, a Response, an ArrayBuffer, a ReadableStream or an address.";
    throw new DiptychError("bad-command", text, false);
  }
  if (source.locked) {
    throw new DiptychError("bad-command", "The stream is already being read.", false);
  }
  // Safari hands no streams to other windows.
  return canTransferStreams()
    ? { fields: { stream: source }, transfer: [source] }
    : { fields: { file: await new Response(source as ReadableStream<Uint8Array<ArrayBuffer>>).blob() }, transfer: [] };
}

/** Returns the bytes of a view, without those around it: the page around may still need them. */
function wholeOf({ buffer, byteOffset, byteLength }: ArrayBufferView): ArrayBuffer {
  return buffer instanceof ArrayBuffer && byteLength === buffer.byteLength
    ? buffer
    : new Uint8Array(buffer, byteOffset, byteLength).slice().buffer;
}

/** Returns the last part of an address, readable. */
function nameOf(url: string): string {
  const name = /[^/]+$/u.exec(url.replace(/[?#].*$/su, ""))?.[0] ?? "trace";
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // A stray per cent sign: as it is.
  }
}

async function responseFields(response: Response): Promise<{ fields: object; transfer: Transferable[] }> {
  const { ok, status, url, headers, body } = response;
  if (!ok || body === null) {
    throw new DiptychError("http", `${url} answered ${status}.`, true);
  }
  const { fields, transfer } = await openFields(body);
  const length = headers.has("content-encoding") ? null : headers.get("content-length");
  return {
    fields: { ...fields, name: nameOf(url), ...(length === null ? {} : { bytesTotal: Number(length) }) },
    transfer,
  };
}

function canTransferStreams(): boolean {
  try {
    const probe = new ReadableStream();
    structuredClone(probe, { transfer: [probe] });
    return true;
  } catch {
    return false;
  }
}
