// Bytes of files on their way into a role.

import assert from "node:assert/strict";
import { test } from "node:test";

import { pump } from "../src/worker/input.js";

test("a stream of a file that falls silent is taken up where it stopped", { timeout: 20_000 }, async () => {
  const file = new File([new Uint8Array([1, 2, 3, 4, 5])], "trace.json");
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([2, 3])) });
  const taken: number[] = [];
  const sink = { feed: (chunk: Uint8Array) => taken.push(...chunk) > 0, progress: () => ({ bytesIn: taken.length, bytesUnpacked: 0, calls: 0, built: 0 }) };
  const brokeOff = await pump(sink, { stream: silent, total: 5, from: 1, file }, () => undefined);
  assert.deepEqual([brokeOff, taken], [false, [2, 3, 4, 5]]);
});
