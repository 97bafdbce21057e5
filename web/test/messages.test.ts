// A failure says what became of the trace that was open before, or of the other side.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bodyOf } from "../src/components/messages.js";
import type { PageState, ReadFailure } from "../src/state/page-state.js";

const FAILED = {
  failure: { side: "a", kind: "unreadable", title: "empty.json is empty.", body: "It has no bytes." },
  replaces: true,
  source: null,
} as unknown as ReadFailure;

function page(open: { a: boolean; b: boolean }): PageState {
  const side = (isOpen: boolean) => ({ summary: isOpen ? {} : null });
  return { sides: { a: side(open.a), b: side(open.b) } } as unknown as PageState;
}

test("failures: an open trace was not replaced", () => {
  assert.equal(bodyOf(FAILED, page({ a: true, b: true }), "a"), "It has no bytes. A was not replaced.");
});

test("failures: the other side is untouched if this one is empty", () => {
  assert.equal(bodyOf(FAILED, page({ a: false, b: true }), "a"), "It has no bytes. B is untouched.");
  assert.equal(
    bodyOf({ ...FAILED, replaces: false }, page({ a: true, b: true }), "a"),
    "It has no bytes. B is untouched.",
  );
  assert.equal(bodyOf(FAILED, page({ a: false, b: false }), "a"), "It has no bytes.");
});
