import assert from "node:assert/strict";
import { test } from "node:test";

import { Busy } from "../src/idle.js";

test("what the observers of a frame begin is waited for", async () => {
  const busy = new Busy();
  let end: (() => void) | null = null;
  // As a browser does it: callbacks of the frame, what waits on their promises, then the observers of sizes.
  globalThis.requestAnimationFrame = (callback) => {
    setImmediate(() => {
      callback(0);
      queueMicrotask(() =>
        queueMicrotask(() =>
          queueMicrotask(() =>
            queueMicrotask(() => {
              end ??= busy.begin("fit");
            }),
          ),
        ),
      );
    });
    return 0;
  };
  let done = false;
  const idle = busy.idle().then(() => {
    done = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(done, false);
  (end as (() => void) | null)?.();
  await idle;
});
