// Messages that hosts of other trace viewers send, so that such a host works with this page as it is.
//
// Perfetto's hosts ask `PING` until they hear `PONG`, then post `{ perfetto: { buffer, title } }`. The Firefox
// Profiler's hosts ask `ready:request`, then post `{ name: "inject-profile", profile }`.

import { fixedBytes } from "../sides/fixed-bytes.js";
import { nameOf, type Posted } from "./parse-command.js";

/** The meaning of such a message: words to answer with, or a trace to show. */
export type PeerMessage =
  { kind: "answer"; words: unknown } | { kind: "trace"; name: string; posted: Exclude<Posted, { kind: "url" }> };

/** Returns the meaning of a message; `null` for everything else that pages post. */
export function peerMessageOf(data: unknown): PeerMessage | null {
  if (data === "PING") {
    return { kind: "answer", words: "PONG" };
  }
  if (typeof data !== "object" || data === null || "perfettoIgnore" in data) {
    return null;
  }
  const { name, perfetto, profile } = data as Record<string, unknown>;
  if (name === "ready:request") {
    return { kind: "answer", words: { name: "ready:response" } };
  }
  if (name === "inject-profile") {
    return profileOf(profile);
  }
  return typeof perfetto === "object" && perfetto !== null ? traceOf(perfetto as Record<string, unknown>) : null;
}

/** Name of a profile: such hosts give none. */
const PROFILE = "Profile";

function traceOf({ buffer, stream, title, fileName }: Record<string, unknown>): PeerMessage | null {
  const name = nameOf(title) ?? nameOf(fileName) ?? "trace";
  if (buffer instanceof ArrayBuffer || ArrayBuffer.isView(buffer)) {
    return { kind: "trace", name, posted: { kind: "bytes", bytes: fixedBytes(buffer) } };
  }
  return stream instanceof ReadableStream && !stream.locked
    ? { kind: "trace", name, posted: { kind: "stream", stream, total: null } }
    : null;
}

/** A profile comes as the bytes of its file, as text, or as the object that the text stands for. */
function profileOf(profile: unknown): PeerMessage | null {
  if (profile instanceof ArrayBuffer || ArrayBuffer.isView(profile)) {
    return { kind: "trace", name: PROFILE, posted: { kind: "bytes", bytes: fixedBytes(profile) } };
  }
  if (typeof profile !== "string" && (typeof profile !== "object" || profile === null)) {
    return null;
  }
  let text: string;
  try {
    text = typeof profile === "string" ? profile : JSON.stringify(profile);
  } catch {
    return null; // It holds itself, or numbers that JSON has no words for.
  }
  return { kind: "trace", name: PROFILE, posted: { kind: "file", file: new Blob([text]) } };
}
