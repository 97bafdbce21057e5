// Bytes of files on their way into a role.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { paced, pump } from "../src/worker/input.js";

test("a stream of a file that falls silent is taken up where it stopped", { timeout: 20_000 }, async () => {
  const file = new File([new Uint8Array([1, 2, 3, 4, 5])], "trace.json");
  const silent = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([2, 3])) });
  const taken: number[] = [];
  const sink = {
    feed: (chunk: Uint8Array) => taken.push(...chunk) > 0,
    progress: () => ({ bytesIn: taken.length, bytesUnpacked: 0, calls: 0, built: 0 }),
  };
  const brokeOff = await pump(sink, { stream: silent, total: 5, from: 1, file, url: null }, () => undefined);
  assert.deepEqual([brokeOff, taken], [false, [2, 3, 4, 5]]);
});

test("how far it is is told at once, and then five times a second", () => {
  const clock = mock.method(performance, "now", () => 5_000);
  const told: number[] = [];
  const said = paced(({ bytesIn }) => told.push(bytesIn));
  for (let bytesIn = 0; bytesIn <= 1_000; bytesIn += 1) {
    said(() => ({ bytesIn, bytesUnpacked: 0, calls: 0, built: 0 }));
    clock.mock.mockImplementation(() => 5_000 + bytesIn);
  }
  clock.mock.restore();
  assert.deepEqual(told, [0, 201, 401, 601, 801]);
});
