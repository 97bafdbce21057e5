// The drawing role: a scene as a file, or over its caption; a comparison as a file or a report.

import type { ComputeArtifact } from "../engine/wasm-roles.js";
import type { FromDrawing, ToDrawing } from "../engine/worker-messages.js";

type Writers = Pick<ComputeArtifact, "svg" | "withCaption" | "savedFile" | "report">;

export function serveDrawing(writers: Writers): (message: ToDrawing) => void {
  return (message) => self.postMessage(drawn(writers, message));
}

function drawn({ svg, withCaption, savedFile, report }: Writers, message: ToDrawing): FromDrawing {
  switch (message.type) {
    case "svg":
      return { type: "drawn", text: svg(message.words, message.caption) };
    case "caption":
      return { type: "captioned", scene: withCaption(message.words, message.caption) };
    case "file":
      return { type: "file", bytes: savedFile(message.results, message.view, message.traces) };
    case "report":
      return { type: "report", ...report(message.content, message.pictures, message.application) };
  }
}
