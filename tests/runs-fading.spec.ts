// With several runs a side, the flame graph fades what the runs doubt: path by path.

import { expect, type Page, test } from "@playwright/test";

import type { ItemPlace } from "../web/src/generated/protocol.js";
import { WIDE } from "./support/compare-desk.js";
import { aimAt, type Dropped, drop, idle, items, open } from "./support/diptych.js";
import { type MadeCall, madeTrace } from "./support/made-traces.js";
import { toolbar } from "./support/profile-desk.js";

/** Durations of `wild` in the runs of a side, µs: the same on both sides, in another order. */
const WILD = [9_000, 2_000, 5_000, 12_000, 3_500];

/** `work` takes longer below `steady` in every run of B; below `wild` it takes anything. */
function run(stem: string, number: number, steady: number, wild: number, lastModified: number): Dropped {
  const content = madeTrace([
    ["main", 0, 30_000],
    ["steady", 10, steady],
    ["work", 10, steady],
    ["wild", 10_000, wild],
    ["work", 10_000, wild],
    // These calls stay as they are: the speed of a run is that of its median row.
    ...["load", "check", "sort", "write", "close", "log", "wait"].map((name, at): MadeCall => [
      name,
      23_000 + at * 600,
      500,
    ]),
  ]);
  return { name: `${stem}-${number}.json`, content, lastModified };
}

const side = (stem: string, steady: number, turned: number, changed: number) =>
  WILD.map((_, at) => run(stem, at + 1, steady + at, WILD[(at + turned) % WILD.length] ?? 0, changed));

async function fills(page: Page): Promise<Map<string, string>> {
  const drawn = (await items(page)).flatMap((item: ItemPlace) =>
    "path" in item.subject ? [[item.subject.path.map(({ name }) => name).join(" › "), item.fill] as const] : [],
  );
  return new Map(drawn);
}

/** Returns the distance between two colours, in steps of their channels. */
function apart(one = "", other = ""): number {
  const channels = (color: string) => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  const others = channels(other);
  return channels(one).reduce((sum, channel, at) => sum + Math.abs(channel - (others[at] ?? 0)), 0);
}

test("a function is strong where its path changed in every run, and faint where the runs vary", async ({ page }) => {
  await page.setViewportSize(WIDE);
  await open(page, "#v=1&prof.parts=flame&grey1=1");
  await drop(page, [...side("base", 2_000, 0, 1_000), ...side("new", 4_000, 1, 2_000)]);
  await page.getByRole("dialog", { name: "Assign files to A and B" }).getByRole("button", { name: "Open" }).click();
  await idle(page);
  await page.getByRole("tab", { name: "Profile" }).click();
  const legend = page.getByText("faint: p near 1, per path");
  await expect(legend).toBeVisible();
  await idle(page);
  const [steady, wild] = ["main › steady › work", "main › wild › work"];
  const drawn = await fills(page);
  const white = "#ffffff";
  // One function, one change below each: only the sure one is strong.
  expect(apart(drawn.get(wild), white), `${drawn.get(wild)}`).toBeLessThan(apart(drawn.get(steady), white) / 2);
  const said = async (path: string) => {
    const at = await aimAt(
      page,
      (subject) => "path" in subject && subject.path.map(({ name }) => name).join(" › ") === path,
    );
    await page.mouse.move(at.x, at.y);
    await idle(page);
    return Number(
      /p = (\d\.\d+) for this path over 5 and 5 runs/.exec((await page.locator(".tooltip").textContent()) ?? "")?.[1],
    );
  };
  expect(await said(steady)).toBeLessThan(0.05);
  expect(await said(wild)).toBeGreaterThan(0.9);
  // By callers a path is as sure as it is from above.
  await toolbar(page).getByRole("button", { name: "Invert", exact: true }).click();
  await idle(page);
  const turned = await fills(page);
  expect(apart(turned.get("work › wild"), white)).toBeLessThan(apart(turned.get("work › steady"), white) / 2);
  // A narrow line keeps what is faint, and says where the rest of it is.
  await page.setViewportSize({ width: 1280, height: 800 });
  await idle(page);
  const line = await page.locator(".legend-line").boundingBox();
  const shown = await legend.first().boundingBox();
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual((line?.y ?? 0) + (line?.height ?? 0));
  await page.getByRole("button", { name: "Full legend" }).click();
  await expect(page.locator(".legend .popover-content")).toContainText("full colour: p near 0 (5 and 5 runs)");
});
