// The messages between the page and a host of another origin.

import { execFileSync } from "node:child_process";
import { env } from "node:process";

import { expect, test } from "@playwright/test";

import { VERSION } from "../web/src/generated/version.js";
import { changeAnswers } from "./support/answers.js";
import { commandLine, NEW, OLD, PAIR } from "./support/diptych.js";
import { answerTo, ask, FOREIGN_HOST, heard, hears, openHost } from "./support/host-page.js";

const ONE_CALL = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);
const TWO_CALLS = JSON.stringify([
  { ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 80 },
  { ph: "X", name: "rest", pid: 1, tid: 1, ts: 90, dur: 10 },
]);

declare global {
  interface Window {
    sentStream?: ReadableStream;
  }
}

test("hello comes first, with version, api and formats", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  const hello = await hears(page, "hello");
  expect(hello["api"]).toEqual([1]);
  expect(hello["formats"]).toContain("Chrome Trace Event");
  expect(hello["version"]).toBe(VERSION);
  expect(await page.evaluate(() => [window.heard[0]?.data.type, window.ports.length])).toEqual(["hello", 1]);
});

test("posted buffers open, are reported and compared", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  const a = await ask(page, { type: "open", side: "a", name: "before.json", text: ONE_CALL });
  expect(a).toMatchObject({
    type: "result",
    result: { side: "a", name: "before.json", calls: 1, extent_ns: 50_000 },
  });
  expect((a["result"] as { fingerprint: unknown }).fingerprint).toMatch(/^[0-9a-f]{32}$/);
  await ask(page, { type: "open", side: "b", name: "after.json", text: TWO_CALLS });
  const { verdict } = await hears(page, "compared");
  expect(verdict).toMatchObject({ calls: { a: 1, b: 2 }, verdict: { ratio: 2, extent_b_ns: 100_000 } });
  expect((await heard(page, "loaded")).map(({ side }) => side)).toEqual(["a", "b"]);
  const last = (await heard(page, "progress")).filter(({ side }) => side === "b").at(-1);
  expect(last).toMatchObject({ read: TWO_CALLS.length, total: TWO_CALLS.length, calls: 2 });
});

test("compared comes once for a comparison, though the page learns more of it", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  await frame.evaluate(() => window.diptych.idle());
  expect(await heard(page, "compared")).toHaveLength(1);
  // Another pair is another comparison, even if the verdict is the same.
  await ask(page, { type: "open", side: "b", url: NEW.link });
  await page.waitForFunction(() => window.heard.filter(({ data }) => data.type === "compared").length > 1);
  await frame.evaluate(() => window.diptych.idle());
  expect(await heard(page, "compared")).toHaveLength(2);
});

test("compared carries the words and numbers of the command's JSON", async ({ page, baseURL }) => {
  await openHost(page, baseURL, { address: PAIR });
  const { verdict } = (await hears(page, "compared")) as { verdict: Record<string, Record<string, unknown>> };
  const json = JSON.parse(
    execFileSync(env["DIPTYCH_CLI"] ?? "diptych", ["compare", OLD.file, NEW.file, "--json"], { encoding: "utf8" }),
  ) as {
    verdict: Record<string, unknown>;
    calls: unknown;
    axis: unknown;
    ranking: { counts: Record<string, unknown> };
  };
  for (const name of ["text", "warning", "comparable", "ratio", "cause", "drift", "extent_a_ns", "extent_b_ns"]) {
    expect(verdict["verdict"]?.[name], name).toEqual(json.verdict[name]);
  }
  expect([verdict["calls"], verdict["axis"]]).toEqual([json.calls, json.axis]);
  expect(json.ranking.counts).toMatchObject(verdict["ranking"]?.["counts"] as Record<string, number>);
});

test("files and streams open too, and a stream shows its size", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    const bytes = new TextEncoder().encode(text);
    window.viewer.postMessage(
      { diptych: 1, id: 1, type: "open", side: "a", file: new File([bytes], "from-file.json") },
      "*",
    );
    const stream = new Blob([bytes]).stream();
    const message = { diptych: 1, id: 2, type: "open", side: "b", stream, name: "streamed", bytesTotal: bytes.length };
    window.viewer.postMessage(message, "*", [stream]);
    window.sentStream = stream;
  }, ONE_CALL);
  expect(await answerTo(page, 1)).toMatchObject({ result: { name: "from-file.json", calls: 1 } });
  expect(await answerTo(page, 2)).toMatchObject({ result: { name: "streamed", calls: 1 } });
  // The host's stream has moved into the frame: nothing is left of it here.
  expect(await page.evaluate(async () => window.sentStream?.getReader().read())).toEqual({ done: true });
  const last = (await heard(page, "progress")).filter(({ side }) => side === "b").at(-1);
  expect(last).toMatchObject({ total: ONE_CALL.length });
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("streamed");
});

test("a stream that breaks off is an error, and the other side stays", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await ask(page, { type: "open", side: "a", name: "whole", text: ONE_CALL });
  await page.evaluate(() => {
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error("lost")) });
    window.viewer.postMessage({ diptych: 1, id: 9, type: "open", side: "b", stream, name: "broken" }, "*", [stream]);
  });
  expect(await answerTo(page, 9)).toMatchObject({ type: "error", code: "http", retry: true });
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("whole");
});

test("runs are added, sides are closed", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await ask(page, { type: "open", side: "a", name: "run 1", text: ONE_CALL });
  await ask(page, { type: "open", side: "a", run: 1, name: "run 2", text: TWO_CALLS });
  await expect(frame.getByRole("button", { name: /2 runs/ })).toBeVisible();
  // As many as a person can add, and no more, also if they all come at once.
  await page.evaluate((text) => {
    for (let run = 3; run <= 22; run += 1) {
      const buffer = new TextEncoder().encode(text).buffer;
      window.viewer.postMessage({ diptych: 1, id: run, type: "open", side: "a", run: 1, buffer }, "*");
    }
  }, ONE_CALL);
  expect(await answerTo(page, 20)).toMatchObject({ type: "result" });
  for (const id of [21, 22]) {
    const text = "A takes up to 20 runs.";
    expect(await answerTo(page, id)).toMatchObject({ type: "error", code: "bad-command", text });
  }
  await expect(frame.getByRole("button", { name: /20 runs/ })).toBeVisible();
  expect(await ask(page, { type: "close" })).toMatchObject({ type: "result" });
  await expect(frame.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("failures have codes", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  expect(await ask(page, { type: "open", side: "a", name: "x", text: "plain prose" })).toMatchObject({
    type: "error",
    code: "not-a-trace",
    retry: false,
  });
  expect(await ask(page, { type: "open", side: "a", url: "missing.json" })).toMatchObject({ code: "http" });
  const events = (await heard(page, "error")).filter((event) => event["id"] === undefined);
  expect(events.map(({ side, code }) => [side, code])).toEqual([
    ["a", "not-a-trace"],
    ["a", "http"],
  ]);
});

test("views: set, select, focus, walk and get", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  const selected = await ask(page, {
    type: "select",
    function: { name: "Environment._parse", file: "jinja2/environment.py" },
  });
  expect(selected).toMatchObject({ type: "result" });
  const focused = await ask(page, { type: "focus", a: { start: 1000, end: 900_000 } });
  expect((focused["result"] as { hash: string }).hash).toContain("pair.a=1000..900000");
  const set = await ask(page, { type: "set", patch: { desk: "profile", search: "parse" } });
  expect((set["result"] as { hash: string }).hash).toMatch(/desk=profile.*q=parse/);
  await expect(frame.getByRole("tab", { name: /Profile/ })).toHaveAttribute("aria-selected", "true");
  expect(await ask(page, { type: "set", hash: "desk=compare&pair.color=duration" })).toMatchObject({ type: "result" });
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
  await frame.evaluate(() => window.diptych.idle());
  expect(await ask(page, { type: "next" })).toMatchObject({ result: { place: 1 } });
  const state = (await ask(page, { type: "get", what: "state" }))["result"] as { hash: string; sides: unknown };
  expect(state.hash).toContain("pair.color=duration");
  expect(state.sides).toMatchObject({ a: { calls: 9870 }, b: { calls: 9826 } });
});

test("a call or a path is selected, null clears the selection, and the verdict is told", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  await ask(page, { type: "open", side: "a", name: "before", text: TWO_CALLS });
  await ask(page, { type: "open", side: "b", name: "after", text: ONE_CALL });
  const { verdict } = await hears(page, "compared");
  expect(await ask(page, { type: "get", what: "verdict" })).toMatchObject({ type: "result", result: { verdict } });

  const call = { side: "a", start: 90_000, duration: 10_000, depth: 0, lane: 1 };
  expect(await ask(page, { type: "select", call })).toMatchObject({ result: { subject: { call } } });
  const path = [{ name: "work", file: "" }];
  expect(await ask(page, { type: "select", path })).toMatchObject({ result: { subject: { path } } });
  expect(await ask(page, { type: "select", path: null })).toMatchObject({ result: { subject: null } });
  const selections = (await heard(page, "selection")).map(({ subject }) => subject);
  expect(selections).toEqual([{ call }, { path }, null]);
});

test("previous goes back to the difference before", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  await frame.evaluate(() => window.diptych.idle());
  const places: unknown[] = [];
  for (const type of ["next", "next", "previous"]) {
    places.push(((await ask(page, { type }))["result"] as { place: unknown }).place);
    await frame.evaluate(() => window.diptych.idle());
  }
  expect(places).toEqual([1, 2, 1]);
});

for (const [what, options] of [
  ["without traces", []],
  ["with traces", ["--with-traces"]],
] as const) {
  test(`a posted .diptych ${what} opens both sides and is answered`, async ({ page, baseURL }) => {
    const file = commandLine(["compare", OLD.file, NEW.file, ...options], "diptych").toString("base64");
    const frame = await openHost(page, baseURL);
    await hears(page, "hello");
    await page.evaluate((base64) => {
      const { buffer } = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const message = { diptych: 1, id: "kept", type: "open", side: "b", name: "pair.diptych", buffer };
      window.viewer.postMessage(message, "*", [buffer]);
    }, file);
    expect(await answerTo(page, "kept")).toMatchObject({ type: "result", result: { side: "b", calls: 9826 } });
    expect((await hears(page, "compared"))["verdict"]).toMatchObject({ calls: { a: 9870, b: 9826 } });
    await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
    expect((await heard(page, "loaded")).map(({ side, calls }) => [side, calls])).toEqual([
      ["a", 9870],
      ["b", 9826],
    ]);
  });
}

test("a side that waits for a posted trace opens it", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: `#a=msg&b=${NEW.link}` });
  const waiting = frame.getByRole("region", { name: "Posted files" });
  await expect(waiting).toContainText("A waits for a trace from another page.");
  await ask(page, { type: "open", side: "a", name: "posted", text: ONE_CALL });
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("posted");
  await expect(waiting).toHaveCount(0);
  expect((await hears(page, "compared"))["verdict"]).toMatchObject({ calls: { a: 1, b: 9826 } });
});

test("selection and the rested view are reported, hover only on request", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  await frame.evaluate(() => window.diptych.idle());
  const picture = frame.locator(".picture");
  const box = await picture.boundingBox();
  const point = { x: (box?.x ?? 0) + 300, y: (box?.y ?? 0) + 60 };
  await page.mouse.move(point.x, point.y);
  await frame.evaluate(() => window.diptych.idle());
  expect(await heard(page, "hover")).toEqual([]);
  await ask(page, { type: "set", hover: true });
  const items = await frame.evaluate(() => window.diptych.items());
  const item = items.find(({ subject, rect }) => "call" in subject && rect[2] - rect[0] > 20);
  const [x0, y0, x1, y1] = item?.rect ?? [0, 0, 0, 0];
  await page.mouse.move((box?.x ?? 0) + (x0 + x1) / 2, (box?.y ?? 0) + (y0 + y1) / 2);
  expect((await hears(page, "hover"))["name"]).not.toBeNull();
  await page.mouse.click((box?.x ?? 0) + (x0 + x1) / 2, (box?.y ?? 0) + (y0 + y1) / 2);
  expect((await hears(page, "selection"))["subject"]).toMatchObject({ call: { side: "a" } });
  await page.waitForFunction(() =>
    window.heard.some(({ data }) => data?.type === "view" && String(data["hash"]).includes("sel=")),
  );
});

test("exports return files", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  await frame.evaluate(() => window.diptych.idle());
  const starts: Record<string, string> = {
    svg: "<svg",
    csv: "",
    json: '{"schema":1',
    png: "\u0089PNG",
    session: "diptych",
  };
  for (const [what, start] of Object.entries(starts)) {
    const answer = await ask(page, { type: "export", what });
    expect(answer, what).toMatchObject({ type: "result" });
    const head = await page.evaluate((id) => {
      const bytes = window.heard.find(({ data }) => data?.["id"] === id)?.data["result"] as { bytes: ArrayBuffer };
      return String.fromCharCode(...new Uint8Array(bytes.bytes, 0, 60));
    }, answer["id"]);
    expect(head.startsWith(start) && head.length === 60, `${what}: ${head}`).toBe(true);
  }
  await ask(page, { type: "close", side: "b" });
  expect(await ask(page, { type: "export", what: "session" })).toMatchObject({ type: "error", code: "bad-command" });
});

test("keys without a use reach the host", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  await frame.locator("#view").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+F9");
  expect(await hears(page, "key")).toMatchObject({ key: "Control" });
  const keys = (await heard(page, "key")).map(({ key, ctrl }) => [key, ctrl]);
  expect(keys).toContainEqual(["F9", true]);
  expect(keys.map(([key]) => key)).not.toContain("ArrowDown");
});

test("after its first use everything goes through the port, and bye says so", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  await hears(page, "hello");
  await page.evaluate(() => {
    const [port] = window.ports;
    if (port !== undefined) {
      port.onmessage = ({ data }) => window.heard.push({ via: "port", origin: "", data: data as { type?: string } });
      port.postMessage({ diptych: 1, id: "p", type: "get", what: "state" });
    }
  });
  await answerTo(page, "p");
  await ask(page, { type: "open", side: "a", name: "x", text: ONE_CALL });
  await page.evaluate(() => document.querySelector("iframe")?.setAttribute("src", "about:blank"));
  await hears(page, "bye");
  const ways = await page.evaluate(() => window.heard.map(({ via, data }) => [data.type, via]));
  const loaded = ways.filter(([type]) => type === "loaded" || type === "bye" || type === "result");
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.every(([, via]) => via === "port")).toBe(true);
});

test("junk and wrong commands break nothing", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate(() => {
    const long = "x".repeat(1_000_000);
    const junk: unknown[] = [null, 0, long, [], {}, { diptych: 2 }, { diptych: 1 }, new Map(), { type: "open" }];
    junk.push({ diptych: 1, type: { toString: "x" }, id: 1 }, { diptych: 1, type: "__proto__", id: 2 });
    junk.push({ diptych: 1, type: "hello", id: 3 }, { diptych: 1, type: "open", id: long, side: "a", url: long });
    junk.push({ perfetto: null }, { perfetto: { buffer: 1 } }, { name: "inject-profile" }, { name: long });
    junk.push({ diptych: 1, type: "select", id: 4, path: [1, 2] }, { diptych: 1, type: "focus", id: 5, a: 7 });
    junk.push({ diptych: 1, type: "open", id: 6, side: "c", url: "x" }, { diptych: 1, type: "get", id: 7, api: 9 });
    junk.forEach((message) => window.viewer.postMessage(message, "*"));
  });
  expect(await answerTo(page, 7)).toMatchObject({ code: "unsupported" });
  for (const id of [4, 5, 6]) {
    expect(await answerTo(page, id), String(id)).toMatchObject({ type: "error", code: "bad-command" });
  }
  const name = "n".repeat(5_000);
  const opened = await ask(page, { type: "open", side: "a", name, text: ONE_CALL });
  expect((opened["result"] as { name: string }).name).toHaveLength(300);
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toBeVisible();
  expect(await heard(page, "hello")).toHaveLength(1);
});

test("an id that waits is not taken twice, and two opens at once end in two answers", async ({ page, baseURL }) => {
  await openHost(page, baseURL);
  await page.evaluate((text) => {
    const open = (id: number) => {
      const buffer = new TextEncoder().encode(text).buffer;
      window.viewer.postMessage({ diptych: 1, id, type: "open", side: "a", name: `open ${id}`, buffer }, "*", [buffer]);
    };
    [1, 1, 2].forEach(open);
  }, ONE_CALL);
  expect(await answerTo(page, 1)).toMatchObject({ type: "error", code: "cancelled" });
  expect(await answerTo(page, 2)).toMatchObject({ type: "result", result: { name: "open 2" } });
  const answers = await page.evaluate(() => window.heard.map(({ data }) => data).filter(({ id }) => id !== undefined));
  expect(answers.map(({ id }) => id)).toEqual([1, 2]);
  const alone = (await heard(page, "error")).filter((event) => event["id"] === undefined);
  expect(alone).toMatchObject([{ code: "bad-command" }]);
});

test("a host that is not trusted learns nothing of the traces until somebody says Yes", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST, address: PAIR });
  await frame.evaluate(() => window.diptych.idle());
  expect((await hears(page, "height"))["px"]).toBeGreaterThanOrEqual(640);
  const types = await page.evaluate(() => [...new Set(window.heard.map(({ data }) => data.type))].sort());
  expect(types).toEqual(["height", "hello"]);
  await page.evaluate(() => window.viewer.postMessage({ diptych: 1, id: 1, type: "export", what: "csv" }, "*"));
  const question = frame.getByRole("alertdialog");
  await expect(question).toContainText(/http:\/\/wiki\.test:\d+ wants to see what is shown here, and to show traces\./);
  await question.getByRole("button", { name: "No" }).click();
  expect(await answerTo(page, 1)).toMatchObject({ type: "error", code: "refused" });
  expect(await heard(page, "loaded")).toEqual([]);
});

test("commands beyond a thousand that wait are answered as busy", async ({ page, baseURL }) => {
  await openHost(page, baseURL, { host: FOREIGN_HOST, address: PAIR });
  await hears(page, "hello");
  // Nobody answers the question about this host, so all commands wait.
  await page.evaluate(() => {
    for (let id = 1; id <= 1_005; id += 1) {
      window.viewer.postMessage({ diptych: 1, id, type: "get", what: "state" }, "*");
    }
  });
  expect(await answerTo(page, 1_005)).toMatchObject({ type: "error", code: "busy", retry: true });
  const answers = (await heard(page, "error")).map(({ id }) => id);
  expect(answers).toEqual([1_001, 1_002, 1_003, 1_004, 1_005]);
});

test("a popup talks to its opener as a frame does", async ({ page, baseURL }) => {
  const viewer = await openHost(page, baseURL, { opens: true });
  await hears(page, "hello");
  expect(await ask(page, { type: "open", side: "b", name: "popped", text: TWO_CALLS })).toMatchObject({
    type: "result",
  });
  await expect(viewer.getByRole("region", { name: "Side B", exact: true })).toContainText("popped");
});

test("two hosts at once each get their own answers", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { after: '<iframe title="second host" srcdoc=""></iframe>' });
  const answers = await page.evaluate(
    async ([one, two]) => {
      const second = frames[1] as Window & typeof globalThis;
      const talk = (host: Window & typeof globalThis, id: string, side: string, text: string) =>
        new Promise<string>((resolve) => {
          host.addEventListener("message", ({ data }: MessageEvent<{ id?: string; type?: string }>) => {
            if (data.id !== undefined) {
              resolve(`${data.id} ${data.type}`);
            }
          });
          const script = host.document.createElement("script");
          // The sender of a message is the page whose script posts it.
          script.textContent = `frames.top.frames[0].postMessage(${JSON.stringify({
            diptych: 1,
            id,
            type: "open",
            side,
            name: id,
          }).slice(0, -1)}, buffer: new TextEncoder().encode(${JSON.stringify(text)}).buffer }, "*")`;
          host.document.body.append(script);
        });
      return Promise.all([talk(window, "first", "a", one), talk(second, "second", "b", two)]);
    },
    [ONE_CALL, TWO_CALLS] as const,
  );
  expect(answers).toEqual(["first result", "second result"]);
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("first");
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("second");
});

test("a host that closes leaves the page alive", async ({ page, baseURL }) => {
  const viewer = await openHost(page, baseURL, { opens: true });
  await ask(page, { type: "open", side: "a", name: "kept", text: ONE_CALL });
  await page.goto("about:blank");
  await page.close();
  const tab = viewer.page();
  await tab.locator("#view").focus();
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("F9");
  await tab.evaluate(() => window.diptych.idle());
  await expect(tab.getByRole("region", { name: "Side A", exact: true })).toContainText("kept");
});

test("a sandboxed frame without an origin talks, too", async ({ page, baseURL }) => {
  await changeAnswers(page.context(), `${baseURL}**`, (answer) => ({
    headers: { ...answer.headers(), "access-control-allow-origin": "*" },
  }));
  const frame = await openHost(page, baseURL, {
    address: "#mode=embed",
    frame: 'width="600" height="400" sandbox="allow-scripts allow-downloads"',
  });
  await hears(page, "hello");
  const opened = await ask(page, { type: "open", side: "a", name: "sandboxed", text: ONE_CALL });
  expect(opened).toMatchObject({ type: "result", result: { calls: 1 } });
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("sandboxed");
  expect(await page.evaluate(() => window.heard.every(({ origin }) => origin === "null"))).toBe(true);
});
