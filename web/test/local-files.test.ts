// Links name files of a disk, and know them again.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  asAwaited,
  type AwaitedFile,
  compareFile,
  describe,
  localOf,
  localText,
  wantedFor,
} from "../src/sides/local-files.js";
import { fromFile } from "../src/sides/sources.js";

const file = (name: string, text: string | Uint8Array<ArrayBuffer>) => new File([text], name);

test("the hash of a file is XXH64 of its bytes", async () => {
  // Values of the reference implementation, seed 0.
  assert.equal((await describe(file("x", ""))).hash, "ef46db3751d8e999");
  assert.equal((await describe(file("x", "abc"))).hash, "44bc2cf5ad770999");
});

test("a file of several chunks has the hash of all of them", async () => {
  const bytes = Uint8Array.from({ length: 9_000_000 }, (_, at) => at % 251);
  const whole = await describe(file("x", bytes));
  const other = bytes.slice();
  other[4_500_000] = 252; // In the middle, far from both ends.
  assert.equal(await compareFile(file("y", other), whole), "hash");
  assert.equal(await compareFile(file("y", bytes), whole), "same");
});

test("a file differs in its size or in its bytes, whatever its name", async () => {
  const one = await describe(file("a.json", "[1]"));
  assert.equal(await compareFile(file("b.json", "[1]"), one), "same");
  assert.equal(await compareFile(file("a.json", "[2]"), one), "hash");
  assert.equal(await compareFile(file("a.json", "[12]"), one), "size");
  assert.equal(
    await compareFile(file("a.json", "[2]"), { ...one, hash: "" }),
    "same",
    "without a hash the size has to do",
  );
});

test("hashes of both ends in links of earlier versions still hold", async () => {
  // The first 8 bytes of the SHA-256 of `[1][1]`: both ends of a short file are the file.
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode("[1][1]"));
  const hash = Buffer.from(digest).subarray(0, 8).toString("hex");
  assert.equal(await compareFile(file("a.json", "[1]"), { name: "a.json", size: 3, hash }), "same");
});

test("links name it and read it again", async () => {
  const local = await describe(file("a, b=c&%.json", "[]"));
  assert.deepEqual(localOf(localText(local)), local);
  assert.equal(localOf("examples/a.json"), null);
});

test("files go to the sides that the link has them on", async () => {
  const [a, b] = [file("a.json", "[1,2]"), file("b.json", "[3]")];
  const wait = async (of: File): Promise<AwaitedFile[]> => [{ file: await describe(of), found: "waiting", of: null }];
  const awaited = { a: await wait(a), b: await wait(b) };
  const names = (contents: ReturnType<typeof asAwaited>) => [contents.a?.[0]?.name, contents.b?.[0]?.name];
  assert.deepEqual(names(asAwaited({ a: [fromFile(b)], b: [fromFile(a)] }, awaited)), ["a.json", "b.json"]);
  assert.deepEqual(names(asAwaited({ a: [fromFile(b)] }, awaited)), [undefined, "b.json"]);
  assert.deepEqual(names(asAwaited({ a: [fromFile(a)], b: [fromFile(b)] }, awaited)), ["a.json", "b.json"]);
  const stranger = file("c.json", "[4,5,6,7]");
  assert.deepEqual(names(asAwaited({ a: [fromFile(stranger)], b: [fromFile(a)] }, awaited)), ["c.json", "a.json"]);
});

test("of several awaited runs a file is compared with the one of its size", async () => {
  const [one, two] = await Promise.all([file("1", "[1]"), file("2", "[1,2]")].map(describe));
  assert.ok(one && two);
  const awaited: AwaitedFile[] = [
    { file: one, found: "waiting", of: null },
    { file: two, found: "waiting", of: null },
  ];
  assert.equal(wantedFor(file("x", "[3,4]"), awaited)?.file, two);
  assert.equal(wantedFor(file("x", "nothing of that size"), awaited)?.file, one);
  assert.equal(wantedFor(file("x", "[1]"), []), null);
});
