// Checks the files that the Profile desk saves for other programs: counts every number again, and opens and uses the
// drawing.

import { readFileSync } from "node:fs";

import { expect, type Page, test } from "@playwright/test";

import { WIDE } from "./support/compare-desk.js";
import { idle } from "./support/diptych.js";
import { openMade } from "./support/made-traces.js";
import { A, B, toolbar } from "./support/profile-desk.js";
import { functions, type Path, paths } from "./support/recounted.js";

async function openDesk(page: Page): Promise<void> {
  await page.setViewportSize({ ...WIDE, width: 2000 }); // Recursion is in the line.
  await openMade(page, A, B);
  await page.getByRole("tab", { name: "Profile" }).click();
  await idle(page);
  await toolbar(page).getByRole("combobox", { name: "Recursion" }).selectOption("as-called");
  await idle(page);
}

async function save(page: Page, entry: string): Promise<{ name: string; text: string; path: string }> {
  await page.getByRole("button", { name: "Export" }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: entry }).click();
  const saved = await download;
  const path = test.info().outputPath(saved.suggestedFilename());
  await saved.saveAs(path);
  return { name: saved.suggestedFilename(), text: readFileSync(path, "utf8"), path };
}

/** A profile as speedscope has it: frames opened and closed. */
type Evented = { startValue: number; endValue: number; events: { type: "O" | "C"; frame: number; at: number }[] };

const ns = (us: number | undefined) => Math.round((us ?? 0) * 1_000);

test("folded stacks weigh what the calls take by themselves, and in all what the picture does", async ({ page }) => {
  await openDesk(page);
  const { name, text } = await save(page, "Folded stacks");
  expect(name).toBe("diptych-a-b.folded");
  const found = new Map(
    text
      .trimEnd()
      .split("\n")
      .map((line) => {
        const [, stack = "", a, b] = /^(.*) (\d+) (\d+)$/.exec(line) ?? [];
        return [stack.split(";").join(" › "), [Number(a), Number(b)]] as const;
      }),
  );
  const [a, b] = [paths(A), paths(B)];
  const own = (of: Map<string, Path>, path: string) => ns(of.get(path)?.own);
  const all = [...new Set([...a.keys(), ...b.keys()])].map((path) => [path, [own(a, path), own(b, path)]] as const);
  expect([...found].sort()).toEqual(all.filter(([, weights]) => weights.some((weight) => weight > 0)).sort());
  const sums = [...found.values()].reduce(
    ([sumA, sumB], [ofA = 0, ofB = 0]) => [(sumA ?? 0) + ofA, (sumB ?? 0) + ofB],
    [0, 0],
  );
  expect(sums).toEqual([ns(a.get("main")?.total), ns(b.get("main")?.total)]);

  // One side alone saves only its own paths.
  await toolbar(page).getByRole("group", { name: "Side" }).getByRole("button", { name: "B", exact: true }).click();
  await idle(page);
  const { text: ofB } = await save(page, "Folded stacks");
  expect(ofB).not.toContain("old");
  expect(
    ofB
      .trimEnd()
      .split("\n")
      .map((line) => Number(line.split(" ").at(-1)))
      .reduce((sum, one) => sum + one, 0),
  ).toBe(1_000_000);
});

test("speedscope is given a profile a side, and the table its numbers", async ({ page }) => {
  await openDesk(page);
  const { name, text } = await save(page, "Speedscope JSON");
  expect(name).toBe("diptych-a-b.speedscope.json");
  const { profiles, shared } = JSON.parse(text) as { profiles: Evented[]; shared: { frames: { name: string }[] } };
  expect(profiles).toHaveLength(2);
  for (const [profile, calls] of [
    [profiles[0], A],
    [profiles[1], B],
  ] as const) {
    expect(profile && profile.endValue - profile.startValue).toBe(1_000_000);
    const own = new Map<string, number>();
    const open_: string[] = [];
    let last = 0;
    for (const { type, frame, at } of profile?.events ?? []) {
      const top = open_.at(-1);
      if (top !== undefined) {
        own.set(top, (own.get(top) ?? 0) + at - last);
      }
      last = at;
      if (type === "O") {
        open_.push(shared.frames[frame]?.name ?? "");
      } else {
        open_.pop();
      }
    }
    expect(open_).toEqual([]);
    expect(Object.fromEntries(own)).toEqual(
      Object.fromEntries([...functions(calls)].map(([function_, { own: us }]) => [function_, ns(us)])),
    );
  }
  expect(new Set(shared.frames.map((frame) => frame.name))).toEqual(
    new Set([...functions(A).keys(), ...functions(B).keys()]),
  );

  const { name: table, text: csv } = await save(page, "Functions (CSV)");
  expect(table).toBe("diptych-a-b.functions.csv");
  const [heads = [], ...rows] = csv
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const at = (head: string) => heads.indexOf(head);
  expect(rows.map(([function_]) => function_).sort()).toEqual(
    [...new Set([...functions(A).keys(), ...functions(B).keys()])].sort(),
  );
  for (const row of rows) {
    const [a, b] = [functions(A).get(row[0] ?? ""), functions(B).get(row[0] ?? "")];
    const numbers = ["a_self_ns", "b_self_ns", "a_total_ns", "b_total_ns", "a_calls", "b_calls"].map((head) =>
      Number(row[at(head)]),
    );
    expect(numbers, row[0]).toEqual([ns(a?.own), ns(b?.own), ns(a?.total), ns(b?.total), a?.calls ?? 0, b?.calls ?? 0]);
  }
});

test("the flame graph as a file zooms at a click, back at Escape, and finds", async ({ page, context }) => {
  await openDesk(page);
  const { name, path } = await save(page, "Flame graph (interactive SVG)");
  expect(name).toBe("diptych-a-b.flame.svg");
  const file = await context.newPage();
  await file.goto(`file://${path}`);
  const cells = file.locator(".n");
  const shown = () =>
    cells.evaluateAll((all) =>
      all
        .filter((one) => (one as SVGElement).style.display !== "none")
        .map((one) => (one.querySelector("title")?.textContent ?? "").split("\n")[0]),
    );
  const all = ["main", "walk", "walk", "lex", "parse", "lex", "fresh", "old"];
  expect((await shown()).sort()).toEqual([...all].sort());
  await cells
    .filter({ has: file.locator("title", { hasText: /^parse/ }) })
    .locator("rect")
    .first()
    .click();
  expect((await shown()).sort()).toEqual(["lex", "main", "parse"]);
  await file.keyboard.press("Escape");
  expect(await shown()).toHaveLength(all.length);
  file.once("dialog", (dialog) => void dialog.accept("LEX"));
  await file.locator("#search").click();
  const [a, b] = [paths(A), paths(B)];
  const own = [...new Set([...a.keys(), ...b.keys()])].map((one) =>
    Math.max(a.get(one)?.own ?? 0, b.get(one)?.own ?? 0),
  );
  const share = (100 * 200) / own.reduce((sum, one) => sum + one, 0);
  await expect(file.locator("#found")).toHaveText(`2 found, ${share.toFixed(1)} % of the width`);
  await file.close();
});

test("the values of the funky graph are its columns with their callers and callees", async ({ page }) => {
  await openDesk(page);
  await toolbar(page).getByRole("combobox", { name: "Graphs" }).selectOption("funky");
  await idle(page);
  const { text } = await save(page, "CSV (data)");
  const [heads = [], ...rows] = text
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));
  const row = (of: string, is: string, level: string, function_: string) => {
    const found = rows.find((one) => one[0] === of && one[1] === is && one[2] === level && one[3] === function_) ?? [];
    return Object.fromEntries(heads.map((head, at) => [head, found[at]]));
  };
  const [a, b] = [functions(A), functions(B)];
  for (const name of ["lex", "parse", "walk"]) {
    const { total_a_ns, total_b_ns, self_a_ns, self_b_ns } = row(name, "function", "0", name);
    expect([total_a_ns, total_b_ns, self_a_ns, self_b_ns].map(Number), name).toEqual(
      [a, b].map((side) => ns(side.get(name)?.total)).concat([a, b].map((side) => ns(side.get(name)?.own))),
    );
  }
  // Half of lex is called by parse, half by walk; both by main.
  expect(row("lex", "caller", "1", "parse")["total_a_ns"]).toBe("100000");
  expect(row("lex", "caller", "1", "walk")["total_b_ns"]).toBe("100000");
  expect(row("parse", "callee", "1", "lex")["total_b_ns"]).toBe("100000");
});
