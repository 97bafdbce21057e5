// Of questions that come fast only the newest counts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { EngineDied } from "../src/engine/errors.js";
import { Latest, NewestStart } from "../src/engine/latest.js";

/** An engine that answers when it is told to. */
function asker() {
  const asked: { question: number; answer: (reply: string) => void; die: () => void }[] = [];
  const used: string[] = [];
  const follows = { follow: (steps: () => Promise<void>) => void steps().catch(() => undefined) };
  const latest = new Latest<number, string>(
    follows,
    (question) =>
      new Promise((answer, reject) => asked.push({ question, answer, die: () => reject(new EngineDied()) })),
    (reply, question) => used.push(`${question}: ${reply}`),
  );
  return { asked, used, latest, rest: () => new Promise((resolve) => setTimeout(resolve)) };
}

test("one question is under way, and of the others the newest waits", async () => {
  const { asked, used, latest, rest } = asker();
  [1, 2, 3].forEach((question) => latest.ask(question));
  assert.deepEqual(
    asked.map(({ question }) => question),
    [1],
  );
  asked[0]?.answer("one");
  await rest();
  assert.deepEqual(used, ["1: one"]);
  assert.deepEqual(
    asked.map(({ question }) => question),
    [1, 3],
  );
  asked[1]?.answer("three");
  await rest();
  assert.deepEqual(used, ["1: one", "3: three"]);
});

test("after the end of the engine it asks on, but nothing that waited for that engine", async () => {
  const { asked, used, latest, rest } = asker();
  latest.ask(1);
  latest.ask(2);
  asked[0]?.die();
  await rest();
  assert.equal(asked.length, 1);
  latest.ask(3);
  asked[1]?.answer("three");
  await rest();
  assert.deepEqual(used, ["3: three"]);
});

test("the newest of several beginnings is told", () => {
  const newest = new NewestStart();
  const first = newest.begin();
  assert.equal(first(), true);
  const second = newest.begin();
  assert.deepEqual([first(), second()], [false, true]);
});
