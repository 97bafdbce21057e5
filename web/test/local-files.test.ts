// Links name files of a disk, and know them again.

import assert from "node:assert/strict";
import { test } from "node:test";

import { asAwaited, type AwaitedFile, describe, isSame, localOf, localText } from "../src/sides/local-files.js";
import { fromFile } from "../src/sides/sources.js";

const file = (name: string, text: string) => new File([text], name);

test("a file is what its size and its ends say, whatever its name", async () => {
  const [one, same, other] = await Promise.all(
    [file("a.json", "[1]"), file("b.json", "[1]"), file("a.json", "[2]")].map(describe),
  );
  assert.ok(one && same && other);
  assert.equal(one.hash.length, 16);
  assert.ok(isSame(one, same));
  assert.ok(!isSame(one, other));
  assert.ok(isSame({ ...one, hash: "" }, other), "without a hash the size has to do");
});

test("links name it and read it again", async () => {
  const local = await describe(file("a, b=c&%.json", "[]"));
  assert.deepEqual(localOf(localText(local)), local);
  assert.equal(localOf("examples/a.json"), null);
  assert.equal(localOf(null), null);
});

test("files go to the sides that the link has them on", async () => {
  const [a, b] = [file("a.json", "[1,2]"), file("b.json", "[3]")];
  const wait = async (of: File): Promise<AwaitedFile> => ({ file: await describe(of), found: "waiting", of: null });
  const awaited = { a: await wait(a), b: await wait(b) };
  const names = (contents: ReturnType<typeof asAwaited>) => [contents.a?.[0]?.name, contents.b?.[0]?.name];
  assert.deepEqual(names(asAwaited({ a: [fromFile(b)], b: [fromFile(a)] }, awaited)), ["a.json", "b.json"]);
  assert.deepEqual(names(asAwaited({ a: [fromFile(b)] }, awaited)), [undefined, "b.json"]);
  assert.deepEqual(names(asAwaited({ a: [fromFile(a)], b: [fromFile(b)] }, awaited)), ["a.json", "b.json"]);
  const stranger = file("c.json", "[4,5,6,7]");
  assert.deepEqual(names(asAwaited({ a: [fromFile(stranger)], b: [fromFile(a)] }, awaited)), ["c.json", "a.json"]);
});
