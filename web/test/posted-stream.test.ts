// Traces that another page sends as streams, and reports that wait for rest.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { ViewReports } from "../src/embed/view-reports.js";
import { PostedStream } from "../src/sides/posted-stream.js";

function streamOf(chunks: readonly unknown[]): ReadableStream<unknown> {
  return new ReadableStream({
    start(controller) {
      chunks.forEach((chunk) => controller.enqueue(chunk));
      controller.close();
    },
  });
}

async function textOf(bytes: Awaited<ReturnType<PostedStream["bytes"]>>): Promise<string> {
  assert.notEqual(bytes.kind, "link");
  return bytes.kind === "stream"
    ? new Response(bytes.stream as BodyInit).text()
    : (bytes as { file: File }).file.text();
}

test("a posted stream is read as it comes, and again as a file", async () => {
  const posted = new PostedStream(streamOf([new TextEncoder().encode("one "), "two ", new ArrayBuffer(0)]), "x", 8);
  const first = await posted.bytes();
  assert.deepEqual([first.kind, first.kind === "stream" && first.total], ["stream", 8]);
  assert.equal(await textOf(first), "one two ");
  const again = await posted.bytes();
  assert.equal(again.kind, "file");
  assert.equal(await textOf(again), "one two ");
});

test("a chunk that is no bytes breaks the stream off", async () => {
  const posted = new PostedStream(streamOf([{ a: 1 }]), "x", null);
  const first = await posted.bytes();
  await assert.rejects(textOf(first), /neither bytes nor text/);
  await assert.rejects(posted.bytes(), /neither bytes nor text/);
});

test("cancelling tells the sender", async () => {
  let reason: unknown = null;
  const stream = new ReadableStream<unknown>({ cancel: (why) => void (reason = why) });
  const posted = new PostedStream(stream, "x", null);
  posted.cancel();
  await assert.rejects(posted.bytes().then(textOf));
  assert.equal((reason as DOMException).name, "AbortError");
});

test("a stream breaks off when the window that sends it is closed", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  let isGone = false;
  const posted = new PostedStream(new ReadableStream<unknown>(), "x", 9, () => isGone);
  const first = await posted.bytes();
  mock.timers.tick(1_000);
  assert.equal(first.kind === "stream" && first.stream.locked, false);
  isGone = true;
  mock.timers.tick(1_000);
  await assert.rejects(textOf(first));
  await assert.rejects(posted.bytes());
  mock.timers.reset();
});

test("a stream that came whole stays when the window is closed", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  const posted = new PostedStream(streamOf(["all"]), "x", 3, () => true);
  assert.equal(await textOf(await posted.bytes()), "all");
  mock.timers.tick(1_000);
  assert.equal(await textOf(await posted.bytes()), "all");
  mock.timers.reset();
});

test("the view is reported once it rests, and only if it is another", () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  let hash = "one";
  const told: string[] = [];
  const reports = new ViewReports(
    () => hash,
    (view) => told.push(view),
  );
  reports.changed();
  mock.timers.tick(399);
  reports.changed();
  mock.timers.tick(399);
  assert.deepEqual(told, []);
  mock.timers.tick(1);
  reports.changed();
  mock.timers.tick(400);
  hash = "two";
  reports.changed();
  mock.timers.tick(400);
  mock.timers.reset();
  assert.deepEqual(told, ["one", "two"]);
});
