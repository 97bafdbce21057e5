// The codes of failures for hosts: what went wrong, for programs.

import type { ErrorCode } from "../../../packages/embed/src/messages.js";
import type { FailureKind } from "../generated/protocol.js";
import type { CodedFailure } from "../sides/failures.js";

const CODES: Record<FailureKind, ErrorCode> = {
  "not-a-trace": "not-a-trace",
  malformed: "not-a-trace",
  empty: "not-a-trace",
  "too-big": "too-big",
  "too-big-for-calls": "too-big",
  link: "http",
  "worker-died": "memory",
  internal: "internal",
};

/** Codes of failures that may pass when the same thing is tried again. */
const PASSING: readonly ErrorCode[] = ["http", "memory", "stale-assets", "refused", "cancelled", "busy"];

/** Returns the code of a failure: its own, or that of its kind. */
export function codeOf({ code, kind }: Pick<CodedFailure, "code" | "kind">): ErrorCode {
  return code ?? CODES[kind];
}

/** Returns whether trying again may help. */
export function mayPass(code: ErrorCode): boolean {
  return PASSING.includes(code);
}

/** Why a command of a host has no result. */
export class CommandError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, text: string) {
    super(text);
    this.code = code;
  }
}
