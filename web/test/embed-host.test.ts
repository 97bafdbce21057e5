// The page that shows this one, as the conversation with it keeps it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Host } from "../src/embed/host.js";

const host = (): Host => new Host({ postMessage: () => undefined, closed: false }, null, "https://host.example");

test("messages act in the order in which they came, however long their checks take", async () => {
  const [known, acted] = [host(), [] as string[]];
  let end: () => void = () => undefined;
  const slow = new Promise<void>((resolve) => (end = resolve));
  const all = [
    known.inTurn(slow).then(() => acted.push("slow")),
    known.inTurn(Promise.resolve()).then(() => acted.push("quick")),
  ];
  await new Promise((resolve) => setTimeout(resolve));
  assert.deepEqual(acted, []);
  end();
  await Promise.all(all);
  assert.deepEqual(acted, ["slow", "quick"]);
});

test("a message that is refused keeps no later one back", async () => {
  const known = host();
  const refused = known.inTurn(Promise.reject(new Error("refused")));
  const later = known.inTurn(Promise.resolve("later"));
  await assert.rejects(refused, /refused/);
  assert.equal(await later, "later");
});
