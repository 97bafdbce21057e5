// The worker of the session.

import * as artifact from "../../wasm/engine.js";
import type { EngineArtifact } from "../engine/wasm-roles.js";
import { serveEngine } from "./serve-engine.js";
import { start } from "./start.js";

const wasm = artifact as unknown as EngineArtifact;
start<"engine">(wasm.default, () => serveEngine(new wasm.EngineRole()));
