// The drawing role: a scene as a file.

import type { ComputeArtifact } from "../engine/wasm-roles.js";
import type { FromDrawing, ToDrawing } from "../engine/worker-messages.js";

export function serveDrawing(svg: ComputeArtifact["svg"]): (message: ToDrawing) => void {
  return ({ words }) => self.postMessage({ type: "drawn", text: svg(words) } satisfies FromDrawing);
}
