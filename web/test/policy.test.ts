// Refusals by a host's policy, in words.

import assert from "node:assert/strict";
import { test } from "node:test";

import { refusalNotice } from "../src/policy.js";

test("each directive is named with what it has to allow", () => {
  const said = (directive: string, blocked = "https://host/x") => {
    const notice = refusalNotice({ directive, blocked });
    return notice && [notice.title, notice.body];
  };
  const blocks = "This host’s Content-Security-Policy blocks";
  assert.deepEqual(said("worker-src"), [`${blocks} workers.`, "Ask its owner to allow `worker-src 'self' blob:`."]);
  assert.deepEqual(said("script-src-elem"), [
    `${blocks} scripts.`,
    "Ask its owner to allow `script-src 'self' 'wasm-unsafe-eval'`.",
  ]);
  assert.deepEqual(said("connect-src"), [
    `${blocks} the files of this page.`,
    "Ask its owner to allow `connect-src 'self'`.",
  ]);
});

test("what has a message of its own, or is not missed, is not named", () => {
  assert.equal(refusalNotice({ directive: "script-src", blocked: "wasm-eval" }), null);
  assert.equal(refusalNotice({ directive: "manifest-src", blocked: "https://host/manifest" }), null);
});
