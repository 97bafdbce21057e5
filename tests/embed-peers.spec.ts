// Hosts that were written for other trace viewers work with the page as they are.

import { expect, test } from "@playwright/test";

import { FOREIGN_HOST, openHost } from "./support/host-page.js";

const TRACE = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);
const OTHER = JSON.stringify([{ ph: "X", name: "rest", pid: 1, tid: 1, ts: 0, dur: 70 }]);

test("perfetto's handshake: PING until PONG, then a buffer into each empty side", async ({ page, baseURL }) => {
  // The snippet of Perfetto's documentation, as any host writes it: open, ask until it answers, post once.
  await openHost(page, baseURL, {
    opens: true,
    after: `<script>
      function show(viewer, traces) {
        const timer = setInterval(() => viewer.postMessage("PING", "*"), 50);
        addEventListener("message", function listen(event) {
          if (event.data !== "PONG") return;
          clearInterval(timer);
          removeEventListener("message", listen);
          for (const [title, text] of traces) {
            const buffer = new TextEncoder().encode(text).buffer;
            viewer.postMessage({ perfetto: { buffer, title, keepApiOpen: true } }, event.origin);
          }
        });
      }
    </script>`,
  });
  await page.evaluate(
    ([one, two]) =>
      (window as unknown as { show: (viewer: Window, traces: string[][]) => void }).show(window.viewer, [
        ["first run", one],
        ["second run", two],
      ]),
    [TRACE, OTHER] as const,
  );
  const viewer = page.context().pages()[1];
  await expect(viewer!.getByRole("region", { name: "Side A", exact: true })).toContainText("first run");
  await expect(viewer!.getByRole("region", { name: "Side B", exact: true })).toContainText("second run");
});

test("equal bytes within five seconds count once, and streams are taken", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate(
    ([one, two]) => {
      const buffer = () => new TextEncoder().encode(one).buffer;
      window.viewer.postMessage({ perfetto: { buffer: buffer(), title: "once" } }, "*");
      window.viewer.postMessage({ perfetto: { buffer: buffer(), title: "twice" } }, "*");
      const stream = new Blob([two]).stream();
      window.viewer.postMessage({ perfetto: { stream, title: "streamed" } }, "*", [stream]);
    },
    [TRACE, OTHER] as const,
  );
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText(/once|streamed/);
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText(/once|streamed/);
  await frame.evaluate(() => window.diptych.idle());
  await expect(frame.locator("body")).not.toContainText("twice");
});

test("a third trace replaces nothing and says so", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    for (const title of ["one", "two", "three"]) {
      const buffer = new TextEncoder().encode(text.replace("work", title)).buffer;
      window.viewer.postMessage({ perfetto: { buffer, title } }, "*");
    }
  }, TRACE);
  await expect(frame.getByText("A and B are in use. Close one of them to show three.").first()).toBeVisible();
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("two");
});

test("perfettoIgnore is honoured", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    const post = (title: string, more: object) => {
      const buffer = new TextEncoder().encode(text.replace("work", title)).buffer;
      window.viewer.postMessage({ perfetto: { buffer, title }, ...more }, "*");
    };
    post("ignored", { perfettoIgnore: true });
    post("shown", {});
  }, TRACE);
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("shown");
  await expect(frame.locator("body")).not.toContainText("ignored");
});

test("the Firefox Profiler's handshake: ready:request, then inject-profile", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL);
  await page.evaluate((text) => {
    addEventListener("message", ({ data }: MessageEvent<{ name?: string }>) => {
      if (data.name === "ready:response") {
        const profile: unknown = JSON.parse(text);
        window.viewer.postMessage({ name: "inject-profile", profile }, "*");
      }
    });
    window.viewer.postMessage({ name: "ready:request" }, "*");
  }, TRACE);
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
});

test("a peer's host that is not trusted is asked about once for all its traces", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST });
  await page.evaluate(
    (texts) =>
      texts.forEach((text, at) => {
        const buffer = new TextEncoder().encode(text).buffer;
        window.viewer.postMessage({ perfetto: { buffer, title: `trace ${at}` } }, "*");
      }),
    [TRACE, OTHER],
  );
  const question = frame.getByRole("alertdialog");
  await expect(question).toContainText("wants to see what is shown here");
  await question.getByRole("button", { name: "Yes" }).click();
  await expect(frame.getByRole("region", { name: "Side A", exact: true })).toContainText("trace 0");
  await expect(frame.getByRole("region", { name: "Side B", exact: true })).toContainText("trace 1");
  await expect(question).toHaveCount(0);
});
