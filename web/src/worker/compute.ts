// The worker that works out analyses, and another of the same artifact that writes files.

import * as artifact from "../../wasm/compute.js";
import type { ComputeArtifact } from "../engine/wasm-roles.js";
import { serveCompute } from "./serve-compute.js";
import { serveDrawing } from "./serve-drawing.js";
import { start } from "./start.js";

const wasm = artifact as unknown as ComputeArtifact;
start<"compute" | "drawing">(wasm.default, (role, memory) =>
  role === "compute" ? serveCompute(new wasm.ComputeRole(), memory) : serveDrawing(wasm),
);
