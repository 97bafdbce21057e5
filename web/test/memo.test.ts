// A part of the page is made again only when something changed that it read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { computed } from "@preact/signals-core";

import { Busy } from "../src/idle.js";
import { initialState, type PageState } from "../src/state/page-state.js";
import { StateSignals } from "../src/state/signals.js";
import { Store } from "../src/state/store.js";

const before = initialState();

/** Counts how often `read` runs: once now, and once more with each state that it has to follow. */
function reading(read: (state: PageState) => unknown): (state: PageState) => number {
  const signals = new StateSignals(before);
  let runs = 0;
  const part = computed(() => {
    runs += 1;
    return read(signals.state);
  });
  void part.value;
  return (state) => {
    signals.set(state);
    void part.value;
    return runs;
  };
}

test("members that were not read may change", () => {
  const runs = reading((state) => state.panelTab);
  assert.equal(runs({ ...before, polite: "another", view: { ...before.view, search: "x" } }), 1);
  assert.equal(runs({ ...before, panelTab: "functions" }), 2);
});

test("each member of the view counts by itself", () => {
  const runs = reading(({ view }) => view.search);
  assert.equal(runs({ ...before, view: { ...before.view, selection: null, theme: "dark" } }), 1);
  assert.equal(runs({ ...before, view: { ...before.view, search: "x" } }), 2);
});

test("a part that reads everything, as by spreading it, follows every change", () => {
  const runs = reading((state) => ({ ...state, view: { ...state.view } }));
  assert.equal(runs({ ...before, polite: "another" }), 2);
  const printed = reading((state) => JSON.stringify(state.view));
  assert.equal(printed({ ...before, view: { ...before.view, search: "x" } }), 2);
});

test("handlers read the newest state", () => {
  const signals = new StateSignals(before);
  const { view } = signals.state;
  signals.set({ ...before, polite: "now", view: { ...before.view, search: "now" } });
  assert.deepEqual([signals.state.polite, view.search, signals.state.view.search], ["now", "now", "now"]);
});

test("members that only an earlier run read count no more", () => {
  let first = true;
  const runs = reading((state) => (first ? ((first = false), state.polite) : state.panelTab));
  assert.equal(runs({ ...before, polite: "another" }), 2);
  assert.equal(runs({ ...before, polite: "a third" }), 2);
});

test("the state can be handed to a worker", () => {
  const { state } = new StateSignals(before);
  assert.deepEqual(structuredClone(state.view), before.view);
});

test("a value that a part owns draws the page and renews the parts that read it", async () => {
  let drawn = 0;
  const store = new Store(new Busy(), () => (drawn += 1));
  const owned = store.own<string | null>(null);
  let runs = 0;
  const part = computed(() => {
    runs += 1;
    return owned.value;
  });
  assert.equal(part.value, null);
  owned.value = "a reply";
  owned.value = "another";
  assert.deepEqual([part.value, runs, drawn], ["another", 2, 0]);
  await Promise.resolve();
  assert.equal(drawn, 1);
});
