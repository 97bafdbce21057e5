// What is read for a side, one file after the other.

import assert from "node:assert/strict";
import { test } from "node:test";

import type { RunRow, SideSummary } from "../src/generated/protocol.js";
import { RunQueue, type Task } from "../src/sides/run-queue.js";

function task(run: number, readAs: Task["readAs"] = "beside"): Task {
  return { run, source: { name: `${run}.json`, bytes: { kind: "link", url: "x:" }, link: null }, readAs, drops: null };
}

/** Rows of runs; the first one is shown, `median` is the run of the median total. */
function rows(runs: number[], median = runs[0]): RunRow[] {
  return runs.map((run, at) => ({
    run,
    name: "",
    calls: 1,
    duration: "",
    total: "",
    warnings: 0,
    rank: at,
    shown: at === 0,
    median: run === median,
  }));
}

const summary = (of: RunRow[]) => ({ runs: of }) as unknown as SideSummary;

test("the first file replaces what was there, the others come beside it", () => {
  const queue = new RunQueue();
  queue.replaceBy([task(1), task(2), task(3)]);
  assert.deepEqual([queue.next()?.readAs, queue.note, queue.replacing], ["alone", "run 1 of 3", true]);
  assert.equal(queue.arrived(rows([7])), null, "that was another file");
  assert.equal(queue.arrived(rows([1]))?.run, 1);
  assert.deepEqual([queue.next()?.readAs, queue.note, queue.replacing], ["beside", "run 2 of 3", false]);
  assert.deepEqual(
    queue.coming.map(({ run }) => run),
    [2, 3],
  );
});

test("a file that cannot be read leaves its place to the next one", () => {
  const queue = new RunQueue();
  queue.replaceBy([task(1), task(2)]);
  queue.next();
  queue.failed();
  assert.deepEqual([queue.next()?.readAs, queue.note], ["alone", "run 2 of 2"]);
  queue.failed();
  assert.deepEqual([queue.next(), queue.replacing, queue.current], [null, false, null]);
});

test("the run of the median total is shown unless somebody chose another", () => {
  const queue = new RunQueue();
  queue.replaceBy([task(1)]);
  queue.next();
  assert.equal(queue.unshownMedian(summary(rows([1, 2], 2))), null, "not while something is read");
  queue.arrived(rows([1]));
  assert.equal(queue.unshownMedian(summary(rows([1, 2], 2)))?.run, 2);
  assert.equal(queue.unshownMedian(summary(rows([1, 2], 1))), null, "it is shown");
  queue.show(task(3, "shown"), true);
  assert.deepEqual([queue.next()?.run, queue.note, queue.coming], [3, "read again to show it", []]);
  assert.equal(queue.arrived(rows([1, 3])), null, "there, but not shown");
  assert.equal(queue.arrived(rows([3, 1]))?.run, 3);
  assert.equal(queue.unshownMedian(summary(rows([3, 1], 1))), null);
});

test("of runs to be shown the last one counts, and it comes first", () => {
  const queue = new RunQueue();
  queue.replaceBy([task(1)]);
  queue.next();
  queue.arrived(rows([1]));
  queue.add([task(2), task(3)]);
  queue.show(task(4, "shown"), true);
  queue.show(task(5, "shown"), true);
  assert.deepEqual([queue.next()?.run, queue.next()?.run, queue.note, queue.next()?.run], [5, 2, "run 1 of 2", 3]);
});

test("what was stopped, and a run that could not be shown, are not tried again unasked", () => {
  const stopped = new RunQueue();
  stopped.replaceBy([task(1), task(2)]);
  stopped.next();
  stopped.clear();
  assert.deepEqual([stopped.next(), stopped.unshownMedian(summary(rows([1, 2], 2)))], [null, null]);

  const gone = new RunQueue();
  gone.replaceBy([task(1)]);
  gone.next();
  gone.arrived(rows([1, 2], 2));
  gone.show(task(2, "shown"), false);
  gone.next();
  gone.failed();
  assert.equal(gone.unshownMedian(summary(rows([1, 2], 2))), null);
});
