// What of a host's messages goes on, and what is refused.

import assert from "node:assert/strict";
import { test } from "node:test";

import { codeOf, mayPass } from "../src/embed/error-codes.js";
import { Host } from "../src/embed/host.js";
import { Hosts } from "../src/embed/hosts.js";
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

test("bytes that may grow or change are copied, and all others taken as they are", async () => {
  const growing = Reflect.construct(ArrayBuffer, [3, { maxByteLength: 9 }]) as ArrayBuffer;
  const shared = new SharedArrayBuffer(3);
  const plain = new ArrayBuffer(3);
  for (const bytes of [growing, new Uint8Array(growing, 1), new Uint8Array(shared, 1), plain, new DataView(plain, 1)]) {
    const [mine, theirs] = [command({ type: "open", side: "a", buffer: bytes }), { perfetto: { buffer: bytes } }];
    for (const read of [mine, peerMessageOf(theirs)]) {
      assert.ok(read !== null && "posted" in read && read.posted.kind === "bytes");
      // What holds the bytes decides whether a file can be made of them.
      assert.equal(await new File([read.posted.bytes], "x").text(), "\0".repeat(bytes.byteLength));
      const { buffer } = read.posted.bytes;
      assert.equal((buffer as { resizable?: boolean }).resizable ?? false, false);
      assert.ok(buffer instanceof ArrayBuffer);
      const isPlain = bytes === plain || (bytes as ArrayBufferView).buffer === plain;
      assert.equal(buffer === plain, isPlain);
    }
  }
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
  const send = (host: Host) => host.send({ diptych: 1, type: "bye" });
  send(new Host(window, port, null));
  const host = new Host(window, port, "https://wiki.example");
  send(host);
  host.heardFromPort();
  send(host);
  send(new Host(window, null, null));
  assert.deepEqual(sent, ["port", "https://wiki.example", "port"]);
});

test("a port never counts as the page that came into the window later", () => {
  const greeted: { target: string }[] = [];
  const opener = {
    postMessage: (_: unknown, target: string, [port]: MessagePort[]) => {
      greeted.push({ target });
      port?.close();
    },
  } as unknown as Window;
  let receive = (_: Partial<MessageEvent>): void => undefined;
  const page = {
    opener,
    location: {},
    addEventListener: (_: string, listener: typeof receive) => (receive = listener),
  } as unknown as Window & { parent: Window };
  page.parent = page;
  const heard: (string | null)[] = [];
  const hosts = new Hosts(page, { message: (host) => heard.push(host.origin) });
  hosts.begin({ diptych: 1, type: "hello", version: "1", api: [1], formats: [] }, []);
  const [first] = hosts.all;
  assert.ok(first !== undefined && first.origin === null);
  const say = (origin: string, data: unknown) => receive({ source: opener, origin, data });

  // The greeting of a copy of Diptych that was loaded into the window is no word of the page that was greeted.
  say("https://diptych.example", { diptych: 1, type: "hello" });
  assert.deepEqual([hosts.all, heard], [[first], ["https://diptych.example"]]);
  assert.equal(first.isTrusted, false);

  // The first page that speaks is greeted anew, at its own origin, and the port of nobody knows whom is closed.
  say("https://wiki.example", { diptych: 1, id: 1, type: "get", what: "state" });
  const [second] = hosts.all;
  assert.deepEqual([hosts.all.length, second?.origin], [1, "https://wiki.example"]);
  assert.deepEqual(
    greeted.map(({ target }) => target),
    ["*", "https://wiki.example"],
  );
  if (second !== undefined) {
    second.isTrusted = true;
  }
  say("https://wiki.example", { diptych: 1, id: 2, type: "get", what: "state" });
  assert.equal(hosts.all[0], second);
  say("https://evil.example", { diptych: 1, id: 3, type: "get", what: "state" });
  assert.deepEqual([hosts.all[0]?.origin, hosts.all[0]?.isTrusted], ["https://evil.example", false]);
});

test("a framing page is greeted at its own origin, and at any where nobody knows it", () => {
  const targetOf = (frame: object) => {
    let greeted = "";
    const parent = {
      postMessage: (_: unknown, target: string, [port]: MessagePort[]) => {
        greeted = target;
        port?.close();
      },
    };
    const page = { parent, addEventListener: () => undefined, ...frame } as unknown as Window;
    const hosts = new Hosts(page, { message: () => undefined });
    hosts.begin({ diptych: 1, type: "hello", version: "1", api: [1], formats: [] }, []);
    return [greeted, hosts.all[0]?.origin];
  };
  const listed = (origin: string) => ({ location: { ancestorOrigins: [origin] } });
  const referred = (referrer: string) => ({ location: {}, document: { referrer } });
  assert.deepEqual(targetOf(listed("https://wiki.example")), ["https://wiki.example", "https://wiki.example"]);
  assert.deepEqual(targetOf(referred("https://wiki.example/x")), ["https://wiki.example", "https://wiki.example"]);
  assert.deepEqual(targetOf(listed("null")), ["*", null]);
  assert.deepEqual(targetOf(referred("")), ["*", null]);
});

test("reports for hosts without trust say nothing of traces", () => {
  const error = { diptych: 1, type: "error", text: "secret.json", retry: true } as const;
  assert.equal(withoutContent({ ...error, side: "a", code: "http" }), null);
  assert.doesNotMatch(JSON.stringify(withoutContent({ ...error, code: "csp" })), /secret/);
  assert.equal(withoutContent({ diptych: 1, type: "progress", side: "a", read: 1, total: 2, calls: 0 }), null);
  assert.equal(withoutContent({ diptych: 1, type: "selection", subject: null }), null);
  assert.equal(withoutContent({ diptych: 1, type: "view", hash: "a=x" }), null);
});

test("codes of failures: their own before that of their kind", () => {
  assert.equal(codeOf({ kind: "link", code: "cors" }), "cors");
  const codes = (
    ["not-a-trace", "malformed", "empty", "too-big", "too-big-for-calls", "link", "worker-died"] as const
  ).map((kind) => codeOf({ kind }));
  assert.deepEqual(codes, [...Array<string>(3).fill("not-a-trace"), "too-big", "too-big", "http", "memory"]);
  assert.deepEqual([mayPass("http"), mayPass("not-a-trace")], [true, false]);
});
