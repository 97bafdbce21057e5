// Short messages: their number.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Busy } from "../src/idle.js";
import { Store } from "../src/state/store.js";
import { Toasts } from "../src/toasts.js";

test("of many messages the last ones are shown, and those with something to press", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const store = new Store(new Busy(), () => undefined);
  const toasts = new Toasts(store);
  toasts.show("reload", { label: "Reload", run: () => undefined });
  for (let at = 0; at < 300; at += 1) {
    toasts.show(`${at}`);
  }
  assert.deepEqual(
    store.state.toasts.map(({ text }) => text),
    ["reload", "296", "297", "298", "299"],
  );
  mock.timers.reset();
});
