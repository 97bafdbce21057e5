// An embedded view: what it shows, and what it leaves to the page around.

import { expect, type Frame, test } from "@playwright/test";

import { NEW, OLD, open } from "./support/diptych.js";
import { ask, heard, hears, openHost } from "./support/host-page.js";

const VIEW = `#mode=embed&a=${OLD.link}&b=${NEW.link}`;
const ONE_CALL = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);
const SMALL = 'width="600" height="400"';
const TALL = '<div style="height: 1500px"></div>';

async function atRest(frame: Frame): Promise<void> {
  await frame.evaluate(() => window.diptych.idle());
}

test("600 × 400 holds a title row, the view and its legend, and nothing scrolls", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: VIEW, frame: SMALL });
  await hears(page, "compared");
  await atRest(frame);
  for (const { side, name, length } of [
    { side: "A", name: "jinja2-3.0.3.json.gz", length: "10.5" },
    { side: "B", name: "jinja2-3.1.6.json.gz", length: "9.4" },
  ]) {
    const title = frame.getByRole("region", { name: `Side ${side}` });
    await expect(title.locator(".badge")).toHaveText(side);
    await expect(title).toContainText(name);
    await expect(title).toContainText(length);
  }
  await expect(frame.locator(".embed-ratio")).toHaveText(/▼ 0\.895/);
  await expect(frame.locator(".drawn")).toContainText("matches drawn");
  // Both ends of the scale are on the one line that is seen.
  const tops = await frame.locator(".legend-line").evaluate((line) =>
    ["shorter in B", "longer in B"].map((end) => {
      const entry = [...line.querySelectorAll("li")].find((item) => item.textContent?.includes(end));
      return (entry?.getBoundingClientRect().top ?? Infinity) - line.getBoundingClientRect().top;
    }),
  );
  expect(Math.max(...tops)).toBeLessThan(12);
  for (const gone of [".tabs", ".toolbar", ".panel", ".status", ".header"]) {
    await expect(frame.locator(gone), gone).toHaveCount(0);
  }
  const [picture, scroll] = await frame.evaluate(() => [
    document.querySelector(".picture")?.clientHeight ?? 0,
    document.documentElement.scrollHeight,
  ]);
  expect(picture).toBeGreaterThan(300);
  expect(scroll).toBe(400);
  await expect(frame.getByRole("region", { name: "Verdict" })).toBeHidden();
});

test("the view follows the size of its frame, and room brings the verdict", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: VIEW, frame: SMALL });
  await hears(page, "compared");
  await page.evaluate(() => {
    const inner = document.querySelector("iframe");
    inner?.setAttribute("width", "1000");
    inner?.setAttribute("height", "640");
  });
  await expect(frame.getByRole("region", { name: "Verdict" })).toBeVisible();
  await frame.waitForFunction(() => (window.diptych.sceneInfo() as { width: number } | null)?.width === 1000);
  await page.evaluate(() => document.querySelector("iframe")?.setAttribute("width", "400"));
  await expect(frame.locator(".embed-side .name").first()).toBeHidden();
  await expect(frame.locator(".embed-ratio")).toBeVisible();
});

test("a frame larger than graphics devices draw is drawn coarser", async ({ page, baseURL }) => {
  const refused: string[] = [];
  page.on("console", (message) => message.text().startsWith("not drawn") && refused.push(message.text()));
  const frame = await openHost(page, baseURL, { address: VIEW, frame: 'width="12000" height="420"' });
  await hears(page, "compared");
  await atRest(frame);
  const canvas = frame.locator("canvas.gpu-layer");
  expect(await canvas.evaluate((of: HTMLCanvasElement) => of.width)).toBe(8_192);
  expect((await canvas.boundingBox())?.width).toBe(12_000);
  expect(refused).toEqual([]);
});

test("the wheel scrolls the host until the view is clicked or Ctrl is held", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: VIEW, frame: SMALL, after: TALL });
  await hears(page, "compared");
  await atRest(frame);
  const windows = () =>
    frame.evaluate(() =>
      (window.diptych.sceneInfo() as { panes: { window: { start: number; end: number } }[] }).panes.map(
        (pane) => pane.window,
      ),
    );
  const whole = await windows();
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 120);
  await page.waitForFunction(() => scrollY > 0);
  await expect(frame.locator(".toast")).toContainText("Ctrl + wheel zooms");
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForFunction(() => scrollY === 0);
  expect(await windows()).toEqual(whole);

  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await expect.poll(windows).not.toEqual(whole);
  expect(await page.evaluate(() => scrollY)).toBe(0);

  const zoomed = await windows();
  // Details of a clicked call cover the lower part of the view.
  await page.mouse.click(300, 200);
  await page.mouse.move(300, 90);
  await page.mouse.wheel(0, -240);
  await expect.poll(windows).not.toEqual(zoomed);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("Tab walks through the view and out of it, and Escape leaves", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, {
    address: VIEW,
    frame: SMALL,
    before: "<button>before</button>",
    after: "<button>after</button>",
  });
  await hears(page, "compared");
  await atRest(frame);
  await page.getByRole("button", { name: "before" }).focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  let presses = 0;
  while ((await focused()) !== "after" && presses < 40) {
    await page.keyboard.press("Tab");
    presses += 1;
  }
  expect(presses).toBeGreaterThan(1);
  expect(await focused()).toBe("after");

  await frame.locator("#view").focus();
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => window.heard.some(({ data }) => data?.["key"] === "Escape"));
  expect(await frame.evaluate(() => document.hasFocus() && document.activeElement !== document.body)).toBe(false);
});

test("keys do nothing in the view while the host has the focus", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: VIEW, frame: SMALL, before: "<button>before</button>" });
  await hears(page, "compared");
  await atRest(frame);
  const desk = () => frame.evaluate(() => /desk=\w+/u.exec(location.hash)?.[0] ?? "desk=compare");
  await page.getByRole("button", { name: "before" }).focus();
  await page.keyboard.press("5");
  await page.keyboard.press("Control+F9");
  await atRest(frame);
  expect(await desk()).toBe("desk=compare");
  expect(await heard(page, "key")).toEqual([]);
  // The same keys count once the view has the focus.
  await frame.locator("#view").focus();
  await page.keyboard.press("5");
  await page.keyboard.press("Control+F9");
  await expect.poll(desk).toBe("desk=profile");
  expect(await hears(page, "key")).toMatchObject({ ctrl: true });
});

test("an embedded view adds no entries to the history of its host", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: VIEW, frame: SMALL });
  await hears(page, "compared");
  await atRest(frame);
  const before = await page.evaluate(() => history.length);
  await ask(page, { type: "set", patch: { desk: "profile", search: "parse" } });
  await ask(page, { type: "set", patch: { desk: "compare" } });
  await ask(page, { type: "select", function: { name: "Environment._parse", file: "jinja2/environment.py" } });
  await atRest(frame);
  expect(await page.evaluate(() => history.length)).toBe(before);
  expect(await frame.evaluate(() => location.hash)).toMatch(/&mode=embed&.*q=parse/);
});

test("a view far down the page loads when the reader comes near", async ({ page, baseURL }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const frame = await openHost(page, baseURL, {
    address: VIEW,
    frame: SMALL,
    before: '<div style="height: 4000px"></div>',
  });
  await hears(page, "hello");
  await expect(frame.getByText("waiting for A")).toBeAttached();
  expect(asked.filter((url) => url.endsWith(".json.gz"))).toEqual([]);
  await page.evaluate(() => scrollTo(0, 4000));
  await hears(page, "compared");
  expect(asked.filter((url) => url.endsWith(".json.gz")).length).toBe(2);
});

test("the theme of an embedded view comes from its address or the host, and is not kept", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: `${VIEW}&theme=dark`, frame: SMALL });
  await hears(page, "compared");
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await frame.evaluate(() => location.hash)).toMatch(/&mode=embed&theme=dark$/);
  await ask(page, { type: "theme", theme: "light" });
  await expect(frame.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await frame.evaluate(() => localStorage.getItem("diptych.theme"))).toBeNull();
});

test("Open in Diptych opens the same view in a tab, traces of the host included", async ({ page, baseURL }) => {
  const frame = await openHost(page, baseURL, { address: "#mode=embed&desk=profile", frame: SMALL });
  await expect(frame.getByText("waiting for B")).toBeVisible();
  await ask(page, { type: "open", side: "a", name: "posted A", text: ONE_CALL });
  await ask(page, { type: "open", side: "b", name: "posted B", text: ONE_CALL.replace("50", "75") });
  const opened = page.waitForEvent("popup");
  await frame.getByRole("link", { name: "Open in Diptych" }).click();
  const tab = await opened;
  await expect(tab.getByRole("region", { name: "Side A", exact: true })).toContainText("posted A");
  await expect(tab.getByRole("region", { name: "Side B", exact: true })).toContainText("posted B");
  await expect(tab.getByRole("tab", { name: /Profile/ })).toHaveAttribute("aria-selected", "true");
  expect(tab.url()).not.toContain("mode=embed");
});

test("an address with traces opens as a link", async ({ page }) => {
  await open(page, VIEW);
  const link = page.getByRole("link", { name: "Open in Diptych" });
  const href = await link.getAttribute("href");
  expect(href).toContain(`#a=${OLD.link}&b=${NEW.link}`);
  expect(href).not.toContain("mode");
});

test("mode=embed in the query counts too, and moves to the hash", async ({ page }) => {
  await open(page, `?mode=embed&a=${OLD.link}`);
  await expect(page.getByText("waiting for B")).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  expect(new URL(page.url()).hash).toBe(`#a=${OLD.link}&v=1&mode=embed`);
});

test("the example of the documentation steers its view and hears it", async ({ page }) => {
  await page.goto("docs/embed-example.html");
  await expect(page.locator("#heard")).toContainText('"type":"compared"');
  const view = page.frameLocator("iframe");
  await expect(view.locator(".embed-ratio")).toBeVisible();
  await page.getByRole("button", { name: "State" }).click();
  await expect(page.locator("#heard")).toContainText('"type":"result"');
  await page.getByRole("button", { name: "Flame graphs" }).click();
  await expect(view.getByRole("region", { name: "Profile" })).toBeVisible();
});
