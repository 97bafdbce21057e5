// Random messages of hosts: each is parsed or refused with a code and a sentence, and nothing else happens.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CommandError } from "../src/embed/error-codes.js";
import { isForUs } from "../src/embed/hosts.js";
import { parseCommand } from "../src/embed/parse-command.js";
import { peerMessageOf } from "../src/embed/peers.js";
import { random } from "./some-values.js";

const CASES = 20_000;

/** Words of the contract, so that random objects often have the shape of a command, or nearly. */
const KEYS = [
  ..."diptych id type side run url name hash patch hover function call path lane depth start duration a b".split(" "),
  ..."what theme api file buffer stream total desk kind perfetto fileName __proto__ constructor".split(" "),
];
const WORDS = [
  ..."open close set select focus next previous export theme get a b png csv session dark state verdict".split(" "),
  "",
  "toString",
  "__proto__",
  "javascript:alert(1)",
  "\u202e<img src=x>",
  "🙂".repeat(400),
];

/** A random value as a host could post it: structured clones have no functions and no getters. */
function anything(next: () => number, depth: number): unknown {
  const below = (count: number) => Math.floor(next() * count);
  const numbers = [0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, -0];
  switch (below(depth > 0 ? 11 : 7)) {
    case 0:
      return null;
    case 1:
      return next() < 0.5;
    case 2:
      return numbers[below(numbers.length)];
    case 3:
    case 4:
      return WORDS[below(WORDS.length)];
    case 5:
      return undefined;
    case 6:
      return [new ArrayBuffer(3), new Uint8Array(2), new Date(0), new Map([[1, 2]]), 10n, new Blob(["x"])][below(6)];
    case 7:
      return Array.from({ length: below(4) }, () => anything(next, depth - 1));
    default:
      return Object.fromEntries(
        Array.from({ length: below(6) }, () => [KEYS[below(KEYS.length)] ?? "", anything(next, depth - 1)]),
      );
  }
}

test("random messages are parsed or refused with a code and a sentence", () => {
  const next = random(23);
  let [parsed, refused] = [0, 0];
  for (let at = 0; at < CASES; at += 1) {
    const fields = anything(next, 3);
    const isObject = typeof fields === "object" && fields !== null && !Array.isArray(fields);
    const type = WORDS[Math.floor(next() * 10)];
    const message = isObject && next() < 0.8 ? { diptych: 1, id: 1, ...fields, type } : fields;
    isForUs(message);
    peerMessageOf(message);
    if (typeof message !== "object" || message === null) {
      continue;
    }
    try {
      assert.ok(parseCommand(message as Record<string, unknown>).type.length > 0);
      parsed += 1;
    } catch (error) {
      assert.ok(error instanceof CommandError, String(error));
      assert.match(error.message, /\S/u);
      refused += 1;
    }
  }
  // Both ways are taken often.
  assert.ok(parsed > CASES / 100 && refused > CASES / 10, `${parsed} parsed, ${refused} refused`);
  assert.equal(({} as Record<string, unknown>)["type"], undefined, "no prototype has changed");
});
