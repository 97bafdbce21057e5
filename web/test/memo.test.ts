// What is made again when the state changes: only what read something that did.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Watched } from "../src/components/memo.js";
import { initialState } from "../src/state/page-state.js";

const before = initialState();

function reading(read: (state: typeof before) => unknown): Watched {
  const watched = new Watched(before);
  read(watched.state);
  return watched;
}

test("what was not read may change", () => {
  const watched = reading((state) => state.panelTab);
  assert.equal(watched.follow({ ...before, polite: "another", view: { ...before.view, search: "x" } }), false);
  assert.equal(watched.follow({ ...before, panelTab: "functions" }), true);
});

test("of the view each member counts by itself", () => {
  const watched = reading(({ view }) => view.search);
  assert.equal(watched.follow({ ...before, view: { ...before.view, selection: null, theme: "dark" } }), false);
  assert.equal(watched.follow({ ...before, view: { ...before.view, search: "x" } }), true);
});

test("who reads all of it, as by spreading it, is made again with every change", () => {
  const watched = reading((state) => ({ ...state, view: { ...state.view } }));
  assert.equal(watched.follow({ ...before, polite: "another" }), true);
  assert.equal(
    reading((state) => JSON.stringify(state.view)).follow({ ...before, view: { ...before.view, search: "x" } }),
    true,
  );
});

test("handlers of what was made before read the state of their moment", () => {
  const watched = new Watched(before);
  const { view } = watched.state;
  watched.follow({ ...before, polite: "now", view: { ...before.view, search: "now" } });
  assert.deepEqual([watched.state.polite, view.search, watched.state.view.search], ["now", "now", "now"]);
});

test("what was read for an earlier making counts no more", () => {
  const watched = reading((state) => state.polite);
  watched.begin();
  void watched.state.panelTab;
  assert.equal(watched.follow({ ...before, polite: "another" }), false);
});
