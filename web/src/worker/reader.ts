// The worker that reads files: whole, or one record again.

import * as artifact from "../../wasm/reader.js";
import type { ReaderArtifact } from "../engine/wasm-roles.js";
import { serveReader } from "./serve-reader.js";
import { serveRecall } from "./serve-recall.js";
import { start } from "./start.js";

const wasm = artifact as unknown as ReaderArtifact;
start<"reader" | "recall">(wasm.default, (role) =>
  role === "reader" ? serveReader(wasm.ReaderRole) : serveRecall(wasm.RecallRole),
);
