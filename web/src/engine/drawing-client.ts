// The picture on screen as an SVG file, written by a worker of its own: the engine's artifact carries no writer, and the
// compute worker may be busy for long.

import type { Busy } from "../idle.js";
import { RoleWorker } from "./role-worker.js";
import type { FromDrawing, ToDrawing } from "./worker-messages.js";

/** The scene of these words as a file; an error if the worker dies. */
export async function drawSvg(words: Uint32Array, busy: Busy): Promise<string> {
  const end = busy.begin("drawing");
  let worker: RoleWorker<ToDrawing, FromDrawing> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      worker = new RoleWorker("drawing", ({ text }) => resolve(text), (why) => reject(new Error(why)));
      const copy = new Uint32Array(words);
      worker.send({ type: "svg", words: copy }, [copy.buffer]);
    });
  } finally {
    worker?.end();
    end();
  }
}
