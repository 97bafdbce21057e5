// Hosts that try to break the page: floods, wrong types, random views, commands at the wrong moment. The page answers
// every command once, never throws, and works afterwards.

import { expect, type Page, test } from "@playwright/test";

import { LINK_FIELDS } from "../web/src/generated/link-table.js";
import { random, someValue } from "../web/test/some-values.js";
import { NEW, OLD, PAIR } from "./support/diptych.js";
import { answerTo, ask, FOREIGN_HOST, hears, openHost } from "./support/host-page.js";

const ONE_CALL = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);

/** Errors that reach no handler, in any frame. */
function uncaught(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return errors;
}

/** Expects that the page still answers, lays out and draws. */
async function expectAlive(page: Page): Promise<void> {
  expect(await ask(page, { type: "set", hash: "" })).toMatchObject({ type: "result" });
  expect(await ask(page, { type: "export", what: "svg" })).toMatchObject({ type: "result" });
}

test("commands of random fields are answered once each", async ({ page, baseURL }) => {
  const errors = uncaught(page);
  await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  const ids = await page.evaluate(() => {
    let state = 7;
    const below = (count: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * count);
    };
    const cycle: unknown[] = [1];
    cycle.push(cycle, { cycle });
    const call = { side: "a", start: 0, duration: 10, depth: 0, lane: 0 };
    const values: (() => unknown)[] = [
      () => null,
      () => undefined,
      () => -0,
      () => Number.NaN,
      () => 2 ** 53,
      () => 10n ** 30n,
      () => "a",
      () => "x".repeat(300_000),
      () => "\u0000\ud800\u202e",
      () => cycle,
      () => new Map([[cycle, cycle]]),
      () => new Date(Number.NaN),
      () => new ArrayBuffer(3),
      () => new Uint8Array(5).subarray(2),
      () => new DataView(new ArrayBuffer(8), 3),
      () => new Blob(["no trace"]),
      () => new File([], "x".repeat(10_000)),
      () => ({ start: -(2 ** 53) + 1, end: 2 ** 53 - 1 }),
      () => ({ start: 5, end: 6 }),
      () => ({ name: "f", file: 3 }),
      () => ({ desk: "fusion", search: "(", selection: { call }, notes: [{ place: "", text: "" }] }),
      () => ({ selection: { path: Array.from({ length: 20_000 }, () => ({ name: "f", file: "" })) } }),
      () => ({ notes: Array.from({ length: 3_000 }, (_, at) => ({ place: `desk,${at}`, text: "n".repeat(50) })) }),
      () => ({ search: "y".repeat(300_000) }),
      () => [call, call],
      () => call,
      () => "png",
      () => "state",
      () => "dark",
      () => "desk=profile&pair.a=0..1",
    ];
    const types = ["open", "close", "set", "select", "focus", "next", "previous", "export", "theme", "get"];
    const names = ["side", "run", "buffer", "stream", "file", "url", "name", "bytesTotal", "hash", "patch", "hover"];
    names.push("function", "call", "path", "a", "b", "what", "theme", "api");
    const sent: number[] = [];
    for (let id = 0; id < 600; id += 1) {
      const message: Record<string, unknown> = { diptych: 1, id, type: types[below(types.length)] };
      for (let fields = below(4); fields > 0; fields -= 1) {
        message[names[below(names.length)] ?? ""] = values[below(values.length)]?.();
      }
      window.viewer.postMessage(message, "*");
      sent.push(id);
    }
    return sent;
  });
  await page.waitForFunction(
    (count) => new Set(window.heard.map(({ data }) => data["id"]).filter((id) => id !== undefined)).size === count,
    ids.length,
    { timeout: 50_000 },
  );
  const answers = await page.evaluate(() => window.heard.map(({ data }) => data).filter(({ id }) => id !== undefined));
  expect(answers).toHaveLength(ids.length);
  expect(answers.filter(({ code }) => code === "internal")).toEqual([]);
  for (const [side, source] of [
    ["a", OLD],
    ["b", NEW],
  ] as const) {
    expect(await ask(page, { type: "open", side, url: source.link })).toMatchObject({ type: "result" });
  }
  await expectAlive(page);
  expect(errors).toEqual([]);
});

test("views of random values leave a page that draws", async ({ page, baseURL }) => {
  test.slow();
  const errors = uncaught(page);
  const frame = await openHost(page, baseURL, { address: PAIR });
  await hears(page, "compared");
  const next = random(18);
  for (let round = 0; round < 40; round += 1) {
    const fields = LINK_FIELDS.filter(() => next() < 0.2);
    const parts = fields.map((field) => `${field.key}=${encodeURIComponent(someValue(field, next))}`);
    const hash = parts.join("&");
    expect(await ask(page, { type: "set", hash }), hash).toMatchObject({ type: "result" });
    await frame.evaluate(() => window.diptych.idle());
    const exported = await ask(page, { type: "export", what: round % 2 === 0 ? "svg" : "csv" });
    expect(exported, hash).toMatchObject({ type: "result" });
  }
  await expectAlive(page);
  expect(errors).toEqual([]);
});

test("commands while a trace is read are answered", async ({ page, baseURL }) => {
  const errors = uncaught(page);
  await openHost(page, baseURL);
  const exports = ["png", "svg", "csv", "json", "session"];
  await page.evaluate(
    ([text, kinds]) => {
      for (let round = 0; round < 5; round += 1) {
        for (const side of ["a", "b"]) {
          const buffer = new TextEncoder().encode(text).buffer;
          window.viewer.postMessage({ diptych: 1, id: `open ${round} ${side}`, type: "open", side, buffer }, "*");
        }
        kinds.forEach((what) =>
          window.viewer.postMessage({ diptych: 1, id: `${what} ${round}`, type: "export", what }, "*"),
        );
        ["next", "previous"].forEach((type) =>
          window.viewer.postMessage({ diptych: 1, id: `${type} ${round}`, type }, "*"),
        );
        if (round < 4) {
          window.viewer.postMessage({ diptych: 1, id: `close ${round}`, type: "close" }, "*");
        }
      }
    },
    [ONE_CALL, exports] as const,
  );
  for (let round = 0; round < 5; round += 1) {
    for (const id of [...exports, "next", "previous", "open", ...(round < 4 ? ["close"] : [])]) {
      const answer = await answerTo(page, id === "open" ? `open ${round} b` : `${id} ${round}`);
      expect(answer["code"], `${id} ${round}`).not.toBe("internal");
    }
  }
  await hears(page, "compared");
  await expectAlive(page);
  expect(errors).toEqual([]);
});

test("floods of posts of other viewers open one trace a side", async ({ page, baseURL }) => {
  const errors = uncaught(page);
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < 300; at += 1) {
      window.viewer.postMessage({ perfetto: { buffer: bytes.slice().buffer, title: `flood ${at}` } }, "*");
      window.viewer.postMessage("PING", "*");
      window.viewer.postMessage({ name: "inject-profile", profile: `{"no":${at}}` }, "*");
    }
  }, ONE_CALL);
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("flood 0");
  expect(
    (await page.evaluate(() => window.heard.filter(({ data }) => (data as unknown) === "PONG").length)) >= 300,
  ).toBe(true);
  await expectAlive(page);
  expect(errors).toEqual([]);
});

test("bytes in memory that may grow are taken, also in the words of other viewers", async ({ page, baseURL }) => {
  const errors = uncaught(page);
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    const bytes = new TextEncoder().encode(text);
    const growing = () => {
      const buffer = Reflect.construct(ArrayBuffer, [bytes.length, { maxByteLength: 10_000 }]) as ArrayBuffer;
      new Uint8Array(buffer).set(bytes);
      return buffer;
    };
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(growing()));
        controller.close();
      },
    });
    window.viewer.postMessage({ diptych: 1, id: 1, type: "open", side: "a", stream }, "*", [stream]);
    window.viewer.postMessage({ perfetto: { buffer: growing(), title: "grows" } }, "*");
  }, ONE_CALL);
  expect(await answerTo(page, 1)).toMatchObject({ type: "result", result: { calls: 1 } });
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("grows");
  expect(errors).toEqual([]);
});

test("a host that closes while it sends breaks the trace off, and the page says so", async ({ page, baseURL }) => {
  const opened = await openHost(page, baseURL, { opens: true });
  const popup = opened.page();
  await page.evaluate((text) => {
    const bytes = new TextEncoder().encode(text);
    const stream = new ReadableStream({ start: (controller) => controller.enqueue(bytes) });
    const message = { diptych: 1, id: 1, type: "open", side: "a", stream, name: "half", bytesTotal: 9_000 };
    window.viewer.postMessage(message, "*", [stream]);
  }, ONE_CALL);
  await expect(popup.getByRole("button", { name: "Cancel" })).toBeVisible();
  await page.close();
  await expect(popup.getByRole("alert")).toContainText("The page that sends half stopped");
  await expect(popup.getByRole("alert")).toContainText("Let that page send it again, or drop the file.");
});

test("a frame that is removed while it reads ends, and the next one works", async ({ page, baseURL }) => {
  const errors = uncaught(page);
  await openHost(page, baseURL);
  await page.evaluate(async (text) => {
    const buffer = new TextEncoder().encode(text).buffer;
    window.viewer.postMessage({ diptych: 1, id: 1, type: "open", side: "a", buffer }, "*");
    window.viewer.postMessage({ diptych: 1, id: 2, type: "export", what: "png" }, "*");
    const [frame] = document.querySelectorAll("iframe");
    const gone = window.viewer;
    frame?.remove();
    // A window that is gone takes messages without a word.
    gone.postMessage({ diptych: 1, id: 3, type: "get", what: "state" }, "*");
    window.heard = [];
    document.body.append(frame as HTMLIFrameElement);
    window.viewer = frames[0] as Window;
  }, ONE_CALL);
  await hears(page, "hello");
  expect(await ask(page, { type: "open", side: "a", text: ONE_CALL })).toMatchObject({ type: "result" });
  await expectAlive(page);
  expect(errors).toEqual([]);
});

test("a third frame that is not trusted steers nothing and hears nothing", async ({ page, baseURL }) => {
  const third = `<iframe title="third" sandbox="allow-scripts" srcdoc="${[
    "<script>",
    "window.heard = [];",
    "const hear = ({ data, ports }) => { heard.push(data); ports.forEach((port) => (port.onmessage = hear)); };",
    "addEventListener('message', hear);",
    "const say = (m) => parent.frames[0].postMessage({ diptych: 1, ...m }, '*');",
    "addEventListener('message', ({ data }) => data === 'go' && [",
    "{ id: 1, type: 'set', hash: 'desk=profile' }, { id: 2, type: 'get', what: 'state' }, { id: 3, type: 'close' },",
    "].forEach(say));",
    "const trace = (at) => parent.frames[0].postMessage({ name: 'inject-profile', profile: '[' + at + ']' }, '*');",
    "addEventListener('message', ({ data }) => data === 'post' && [1, 2, 3].forEach(trace));",
    "</script>",
  ].join(" ")}"></iframe>`;
  const frame = await openHost(page, baseURL, { address: PAIR, after: third });
  await hears(page, "compared");
  await page.evaluate(() => frames[1]?.postMessage("go", "*"));
  const question = frame.getByRole("alertdialog");
  await expect(question).toContainText("wants to see what is shown here");
  const state = (await ask(page, { type: "get", what: "state" }))["result"] as { hash: string; sides: { a: unknown } };
  expect(state.hash).not.toContain("desk=profile");
  expect(state.sides.a).not.toBeNull();
  // One question about this page, however many commands wait for its answer.
  await question.getByRole("button", { name: "No", exact: true }).click();
  await expect(question).toHaveCount(0);
  await page.evaluate(() => frames[1]?.postMessage("post", "*"));
  await question.getByRole("button", { name: "No", exact: true }).click();
  await expect(question).toHaveCount(0);
  const other = page.frames().find((of) => of.url() === "about:srcdoc");
  await other?.waitForFunction(
    () => window.heard.filter((data) => (data as { id?: number }).id !== undefined).length === 3,
  );
  const heard = (await other?.evaluate(() => window.heard)) as unknown as { type?: string; code?: string }[];
  const told = heard.filter((data) => typeof data === "object").map(({ type, code }) => `${type} ${code ?? ""}`);
  expect(new Set(told)).toEqual(new Set(["hello ", "error refused"]));
});

test("twenty frames on one page all work", async ({ page, baseURL }) => {
  test.slow();
  const errors = uncaught(page);
  const more = Array.from(
    { length: 19 },
    () => `<iframe src="${baseURL}#mode=embed" width="600" height="400"></iframe>`,
  ).join("");
  await openHost(page, baseURL, { address: "#mode=embed", frame: 'width="600" height="400"', after: more });
  const answered = await page.evaluate(async (text) => {
    const answers = new Set<unknown>();
    addEventListener("message", ({ source, data }: MessageEvent<{ type?: string; id?: unknown }>) => {
      if (data.type === "hello") {
        const buffer = new TextEncoder().encode(text).buffer;
        // A frame that loads anew after its greeting has no window any more.
        (source as Window | null)?.postMessage({ diptych: 1, id: 1, type: "open", side: "a", buffer }, "*");
      }
      if (data.type === "result") {
        answers.add(source);
      }
    });
    for (const frame of document.querySelectorAll("iframe")) {
      frame.scrollIntoView();
      // Frames that greeted before the listener was there load anew.
      frame.src = frame.src.replace("#", "?again#");
    }
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        if (answers.size === 20) {
          clearInterval(timer);
          resolve();
        }
      }, 100);
    });
    return answers.size;
  }, ONE_CALL);
  expect(answered).toBe(20);
  expect(errors).toEqual([]);
});

test("a question that the host covers or fades cannot be answered with Yes", async ({ page, baseURL }) => {
  const cover = '<div id="cover" style="position:fixed;inset:0;background:#fff1;pointer-events:none"></div>';
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST, address: PAIR, after: cover });
  await hears(page, "hello");
  await page.evaluate(() => window.viewer.postMessage({ diptych: 1, id: 1, type: "get", what: "verdict" }, "*"));
  const question = frame.getByRole("alertdialog");
  const yes = question.getByRole("button", { name: "Yes", exact: true });
  const hint = question.getByText("The page around covers or fades this question.");
  await expect(hint).toBeVisible();
  await yes.click();
  await expect(question).toBeVisible();
  await page.evaluate(() => {
    document.querySelector("#cover")?.remove();
    document.querySelector("iframe")?.style.setProperty("opacity", "0.2");
  });
  await expect(hint).toBeVisible();
  await yes.click();
  await expect(question).toBeVisible();
  await page.evaluate(() => document.querySelector("iframe")?.style.removeProperty("opacity"));
  await expect(hint).toBeHidden();
  await yes.click();
  expect(await answerTo(page, 1)).toMatchObject({ type: "result" });
});

test("a host that is not trusted cannot flood the page with questions", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST, address: PAIR });
  await hears(page, "hello");
  await page.evaluate(() => {
    for (let id = 0; id < 200; id += 1) {
      window.viewer.postMessage({ diptych: 1, id, type: "set", hash: `a=https://h${id}.test/x.json` }, "*");
      window.viewer.postMessage({ perfetto: { buffer: new Uint8Array([id]).buffer, title: "t" } }, "*");
    }
  });
  const question = frame.getByRole("alertdialog");
  await expect(question).toHaveCount(1);
  await question.getByRole("button", { name: "No", exact: true }).click();
  for (const id of [0, 199]) {
    expect(await answerTo(page, id)).toMatchObject({ type: "error", code: "refused" });
  }
  await expect(question).toHaveCount(0);
});
