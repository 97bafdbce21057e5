// What of a host's messages goes on, and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { codeOf, mayPass } from "../src/embed/error-codes.js";
import { Host } from "../src/embed/host.js";
import { isForUs } from "../src/embed/hosts.js";
import { nameOf, parseCommand } from "../src/embed/parse-command.js";
import { peerMessageOf } from "../src/embed/peers.js";
import { PostedTraces } from "../src/embed/posted-traces.js";
import { withoutContent } from "../src/embed/reports.js";
import { Busy } from "../src/idle.js";
import { Store } from "../src/state/store.js";

const command = (fields: object) => parseCommand({ diptych: 1, id: 1, ...fields });

function refusal(fields: object): string {
  try {
    command(fields);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

test("commands are parsed into what they mean", () => {
  assert.deepEqual(command({ type: "close" }), { id: 1, type: "close", side: null });
  assert.deepEqual(command({ type: "focus", a: null, b: { start: -5, end: 9 } }), {
    id: 1,
    type: "focus",
    ranges: { a: null, b: { start: -5, end: 9 } },
  });
  const call = { side: "a", start: 1, duration: 2, depth: 3, lane: 4 };
  assert.deepEqual(command({ type: "select", call: { ...call, more: "x" } }), {
    id: 1,
    type: "select",
    subject: { call },
  });
  assert.deepEqual(command({ type: "select", path: null }), { id: 1, type: "select", subject: null });
});

test("a wrong part is named", () => {
  assert.match(refusal({ type: "open", side: "c", url: "x" }), /`side` must be one of a, b/);
  assert.match(refusal({ type: "open", side: "a" }), /exactly one of `buffer`/);
  assert.match(refusal({ type: "open", side: "a", url: "x", file: new Blob() }), /exactly one of `buffer`/);
  assert.match(refusal({ type: "open", side: "a", run: -1, url: "x" }), /`run`/);
  assert.match(refusal({ type: "open", side: "a", stream: {} }), /a ReadableStream/);
  assert.match(refusal({ type: "focus", a: { start: 2, end: 2 } }), /start before end/);
  assert.match(refusal({ type: "focus", a: { start: 0.5, end: 2 } }), /whole ticks/);
  assert.match(refusal({ type: "select", function: { name: 3 } }), /known shape/);
  assert.match(refusal({ type: "set", patch: { desk: "kitchen" } }), /`patch.desk` must be one of compare/);
  assert.match(refusal({ type: "toString" }), /There is no such command/);
  assert.match(refusal({ type: "get", what: "state", api: 2 }), /speaks api 1/);
  assert.match(refusal({ type: "get", what: "state", id: {} }), /`id`/);
});

test("names are cut to what can be shown", () => {
  assert.equal(nameOf("  "), null);
  assert.equal(nameOf({ toString: () => "x" }), null);
  assert.equal([...(nameOf("🙂".repeat(400)) ?? "")].length, 300);
});

test("echoes of the frame's own messages are no commands", () => {
  assert.equal(isForUs({ diptych: 1, type: "hello" }), false);
  assert.equal(isForUs({ diptych: 1, type: "result", id: 1 }), false);
  assert.equal(isForUs({ diptych: 1, type: "get" }), true);
  assert.equal(isForUs({ diptych: "1", type: "get" }), false);
});

test("messages of peers' hosts are told from noise", () => {
  assert.deepEqual(peerMessageOf("PING"), { kind: "answer", words: "PONG" });
  assert.deepEqual(peerMessageOf({ name: "ready:request" }), { kind: "answer", words: { name: "ready:response" } });
  assert.equal(peerMessageOf({ perfetto: { buffer: new ArrayBuffer(1) }, perfettoIgnore: true }), null);
  assert.equal(peerMessageOf({ perfetto: { buffer: "text" } }), null);
  const circle: { self?: unknown } = {};
  circle.self = circle;
  assert.equal(peerMessageOf({ name: "inject-profile", profile: circle }), null);
});

test("equal bytes count once for five seconds", async () => {
  let now = 0;
  const store = new Store(new Busy(), () => undefined);
  const posted = new PostedTraces({
    store,
    sides: { open: () => undefined },
    toasts: { show: () => undefined },
    now: () => now,
  });
  const trace = (text: string) =>
    ({ kind: "trace", name: "x", posted: { kind: "bytes", bytes: new TextEncoder().encode(text) } }) as const;
  assert.equal(await posted.isRepeat(trace("one")), false);
  assert.equal(await posted.isRepeat(trace("two")), false);
  now = 4_999;
  assert.equal(await posted.isRepeat(trace("one")), true);
  now = 9_999;
  assert.equal(await posted.isRepeat(trace("one")), false);
});

test("a host hears through its window at its own origin, or through its port", () => {
  const sent: string[] = [];
  const window = { postMessage: (_: unknown, target: string) => sent.push(target) } as unknown as Window;
  const port = { postMessage: () => sent.push("port") } as unknown as MessagePort;
  const host = new Host(window, port, null);
  const say = () => host.send({ diptych: 1, type: "bye" });
  say();
  host.heardFrom("https://wiki.example");
  say();
  host.heardFromPort();
  say();
  new Host(window, null, null).send({ diptych: 1, type: "bye" });
  assert.deepEqual(sent, ["port", "https://wiki.example", "port"]);
});

test("a window with another page in it is trusted no more", () => {
  const host = new Host({ postMessage: () => undefined }, null, null);
  host.heardFrom("https://wiki.example");
  host.isTrusted = true;
  host.heardFrom("https://wiki.example");
  assert.equal(host.isTrusted, true);
  host.heardFrom("https://evil.example");
  assert.equal(host.isTrusted, false);
});

test("reports for hosts without trust say nothing of traces", () => {
  const error = { diptych: 1, type: "error", code: "http", text: "secret.json", retry: true } as const;
  assert.doesNotMatch(JSON.stringify(withoutContent(error)), /secret/);
  assert.equal(withoutContent({ diptych: 1, type: "selection", subject: null }), null);
  assert.equal(withoutContent({ diptych: 1, type: "view", hash: "a=x" }), null);
});

test("codes of failures: their own before that of their kind", () => {
  assert.equal(codeOf({ kind: "link", code: "cors" }), "cors");
  assert.equal(codeOf({ kind: "malformed" }), "not-a-trace");
  assert.deepEqual([mayPass("http"), mayPass("not-a-trace")], [true, false]);
});
