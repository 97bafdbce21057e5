// Which file goes to which side, and links that cannot be read.

import assert from "node:assert/strict";
import { test } from "node:test";

import { unreachable } from "../src/sides/failures.js";
import { fromLink, ofTrace, sortFiles, type Source } from "../src/sides/sources.js";

const PAGE = new URL("https://page.example/sub/");

function file(name: string, lastModified: number): File {
  return new File(["{}"], name, { lastModified });
}

function names(files: File[], onto: "a" | "b" | null, free: "a" | "b", adds = false): unknown {
  const drop = sortFiles(files, { onto, adds, free });
  switch (drop.kind) {
    case "sides":
      return [drop.a?.name ?? null, drop.b?.name ?? null];
    case "many":
      return drop.files.length;
    case "runs":
      return { [drop.side]: drop.files.map((of) => of.name) };
    case "refused":
      return drop.title;
  }
}

test("one file goes where it is dropped, or to the free side", () => {
  assert.deepEqual(names([file("x", 1)], "b", "a"), [null, "x"]);
  assert.deepEqual(names([file("x", 1)], null, "a"), ["x", null]);
});

test("of two files the older one is the baseline", () => {
  assert.deepEqual(names([file("new", 9), file("old", 3)], "b", "a"), ["old", "new"]);
  assert.deepEqual(names([file("one", 3), file("two", 3)], null, "a"), ["one", "two"]);
});

test("of three files it is asked whose runs they are", () => {
  assert.equal(names([file("x", 1), file("y", 2), file("z", 3)], "b", "a"), 3);
});

test("files dropped where runs are added all go to that side", () => {
  assert.deepEqual(names([file("x", 1)], "b", "a", true), { b: ["x"] });
  assert.deepEqual(names([file("x", 3), file("y", 2)], "a", "a", true), { a: ["x", "y"] });
});

test("no file is refused", () => {
  assert.equal(names([], null, "a"), "No file was dropped.");
});

function linked(text: string): Source | string {
  const found = fromLink("a", text, PAGE);
  return "title" in found ? found.title : found;
}

test("a link may be relative to the page and is named by its last part", () => {
  assert.deepEqual(linked("examples/na%C3%AFve.json.gz?x=1"), {
    name: "naïve.json.gz",
    bytes: { kind: "link", url: "https://page.example/sub/examples/na%C3%AFve.json.gz?x=1" },
    link: "examples/na%C3%AFve.json.gz?x=1",
  });
});

test("behind a number sign a link names a trace of its file", () => {
  const bytes = { kind: "link", url: "https://page.example/sub/x.json" } as const;
  assert.deepEqual(linked("x.json#a%20b"), { name: "x.json", bytes, link: "x.json#a%20b", trace: "a b" });
  const other = ofTrace({ name: "x.json", bytes, link: "x.json#a%20b", trace: "a b" }, "c#d");
  assert.deepEqual(other, { name: "x.json", bytes, link: "x.json#c%23d", trace: "c#d" });
  assert.deepEqual(linked("x.json#c%23d"), other);
  assert.equal(ofTrace({ name: "x.json", bytes, link: null }, "2").link, null);
});

test("links that cannot be read say why", () => {
  assert.equal(
    linked("http://host.example/x"),
    "The page loads no trace from http://host.example/…, because anybody on the way could read or change it.",
  );
  assert.equal(linked("javascript:alert(1)"), "javascript:alert(1) is not a link to a file.");
  assert.equal(linked("  "), "The link is empty.");
  assert.equal(
    linked("https://me:secret@host.example/x"),
    "The link to host.example contains a user name or a password.",
  );
  assert.equal(typeof linked("http://localhost:9/x"), "object");
});

test("damaged data in a link is named without a host", () => {
  const source = linked("data:;base64,%%%");
  assert.ok(typeof source === "object");
  const { title, body } = unreachable("a", source, { kind: "no-answer" });
  assert.equal(
    `${title} ${body}`,
    "data in the link cannot be read. Ask for the link again: part of it may be missing.",
  );
});

test("what a server may do wrong, in the words of the page", () => {
  const source = linked("https://host.example/x.json");
  assert.ok(typeof source === "object");
  const title = (why: Parameters<typeof unreachable>[2]) => unreachable("b", source, why).title;
  assert.equal(title({ kind: "refused" }), "host.example does not let this page read the file.");
  assert.equal(title({ kind: "status", status: 404 }), "host.example answered 404 for x.json.");
  assert.equal(title({ kind: "no-answer" }), "host.example does not answer.");
  assert.equal(
    title({ kind: "broken-off", bytesIn: 7 }),
    "The connection to host.example broke after 7\u202fB (byte 7).",
  );
});
