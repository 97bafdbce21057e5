// The npm package where there is no browser, and the addresses it makes.

import assert from "node:assert/strict";
import { test } from "node:test";

import { DiptychViewElement } from "../../packages/embed/src/index.js";
import { addressOf } from "../../packages/embed/src/view.js";
import { isEmbedded } from "../src/embed/mode.js";
import { readAddress } from "../src/state/history.js";

test("importing the package on a server defines nothing and throws nothing", () => {
  assert.equal("customElements" in globalThis, false);
  assert.equal(typeof DiptychViewElement, "function");
  assert.deepEqual(DiptychViewElement.observedAttributes, ["src", "src-a", "src-b", "view", "theme"]);
});

test("addresses of frames carry traces, view and theme as the page reads them", () => {
  const address = addressOf({
    src: "https://page.example/diptych/?x=1#old",
    a: "https://ci.example/a b.json?x=1&y=2#member",
    b: "b.json",
    view: "#desk=profile&q=parse",
    theme: "dark",
  });
  const url = new URL(address);
  assert.equal(url.origin + url.pathname + url.search, "https://page.example/diptych/?x=1");
  const { sources, state } = readAddress(url);
  assert.deepEqual(sources, { a: ["https://ci.example/a b.json?x=1&y=2#member"], b: ["b.json"] });
  assert.deepEqual([state.desk, state.search, state.theme], ["profile", "parse", "dark"]);
  assert.ok(isEmbedded(url));
});

test("an address without mode=embed is no embedded view", () => {
  assert.ok(!isEmbedded(new URL("https://page.example/#theme=dark&mode=full")));
  assert.ok(isEmbedded(new URL("https://page.example/?mode=embed")));
});
