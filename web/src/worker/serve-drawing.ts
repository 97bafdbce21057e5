// The drawing role: a scene as a file, or over its caption.

import type { ComputeArtifact } from "../engine/wasm-roles.js";
import type { FromDrawing, ToDrawing } from "../engine/worker-messages.js";

export function serveDrawing({
  svg,
  withCaption,
}: Pick<ComputeArtifact, "svg" | "withCaption">): (message: ToDrawing) => void {
  return (message) => {
    const { words, caption } = message;
    const drawn: FromDrawing =
      message.type === "svg"
        ? { type: "drawn", text: svg(words, caption) }
        : { type: "captioned", scene: withCaption(words, message.caption) };
    self.postMessage(drawn);
  };
}
