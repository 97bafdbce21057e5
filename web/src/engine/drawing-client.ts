// The picture on screen as an SVG file, or over its caption, or the comparison as a file, made by a worker of its own: the engine's artifact carries no
// writer, and the compute worker may be busy for long.

import type { Caption, ViewState } from "../generated/protocol.js";
import type { Busy } from "../idle.js";
import { RoleWorker } from "./role-worker.js";
import {
  buffersOf,
  type CaptionedScene,
  type FromDrawing,
  type SavedTrace,
  type ToDrawing,
} from "./worker-messages.js";

/** The scene of these words as a file; an error if the worker dies. */
export async function drawSvg(words: Uint32Array, caption: Caption | null, busy: Busy): Promise<string> {
  const answer = await drawn({ type: "svg", words: new Uint32Array(words), caption }, busy);
  return answer.type === "drawn" ? answer.text : "";
}

/** The scene of these words over its caption; an error if the worker dies. */
export async function withCaption(words: Uint32Array, caption: Caption, busy: Busy): Promise<CaptionedScene | null> {
  const answer = await drawn({ type: "caption", words: new Uint32Array(words), caption }, busy);
  return answer.type === "captioned" ? answer.scene : null;
}

/** The `.diptych` file of results; an error if the worker dies. */
export async function savedFile(
  results: Uint8Array<ArrayBuffer>,
  view: ViewState,
  traces: SavedTrace[],
  busy: Busy,
): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await drawn({ type: "file", results, view, traces }, busy);
  return answer.type === "file" ? answer.bytes : new Uint8Array();
}

/** Sends a worker of its own a message, and returns its answer; an error if the worker dies. */
export async function drawn(message: ToDrawing, busy: Busy): Promise<FromDrawing> {
  const end = busy.begin("drawing");
  let worker: RoleWorker<ToDrawing, FromDrawing> | undefined;
  try {
    return await new Promise<FromDrawing>((resolve, reject) => {
      worker = new RoleWorker<ToDrawing, FromDrawing>("drawing", resolve, ({ why }) => reject(new Error(why)));
      worker.send(message, transferred(message));
    });
  } finally {
    worker?.end();
    end();
  }
}

function transferred(message: ToDrawing): ArrayBuffer[] {
  if (message.type === "report") {
    const words = message.pictures.flatMap(({ light, dark }) => [light.words.buffer, dark.words.buffer]);
    const content = message.application?.content;
    if (content === undefined) {
      return words;
    }
    return [...words, "file" in content ? content.file.buffer : content.results.buffer];
  }
  if (message.type !== "file") {
    return [message.words.buffer];
  }
  const columns = message.traces.flatMap((trace) => [...trace.columns, ...trace.runs]);
  return [message.results.buffer, ...buffersOf(columns)];
}
