// Files that are broken, huge or hostile: a clear message or a report, and the other side stays as it is.

import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { expect, type Page, test } from "@playwright/test";

import { aimAt, drag, drop, idle, OLD, open, sceneWords } from "./support/diptych.js";

const failure = (page: Page) => page.getByRole("region", { name: "Problem with side B" });
const sideB = (page: Page) => page.getByRole("region", { name: "Side B", exact: true });

const call = (name: string, ts: number | string, dur: number | string, more = "") =>
  `{"ph":"X","pid":1,"tid":1,"ts":${ts},"dur":${dur},"name":${JSON.stringify(name)}${more}}`;

/** Two lanes of states, so many each, one every microsecond. */
function states(count: number): string {
  const events = Array.from({ length: count }, (_, at) => {
    const time = (at / 1e6).toFixed(9);
    return `3 ${time} S x ${at % 5 === 0 ? "wait" : "work"}\n3 ${time} S y work\n`;
  });
  const define = (kind: string, number: number, fields: string) =>
    `%EventDef ${kind} ${number}\n${fields
      .split(" ")
      .map((field) => `% ${field.replace(":", " ")}\n`)
      .join("")}%EndEventDef\n`;
  return [
    define("PajeDefineContainerType", 0, "Alias:string Type:string Name:string"),
    define("PajeDefineStateType", 1, "Alias:string Type:string Name:string"),
    define("PajeCreateContainer", 2, "Time:date Alias:string Type:string Container:string Name:string"),
    define("PajeSetState", 3, "Time:date Type:string Container:string Value:string"),
    define("PajeDestroyContainer", 4, "Time:date Type:string Name:string"),
    "0 C 0 Rank\n1 S C State\n2 0 x C 0 rank-0\n2 0 y C 0 rank-1\n",
    ...events,
    `4 ${(count / 1e6).toFixed(9)} C x\n4 ${(count / 1e6).toFixed(9)} C y\n`,
  ].join("");
}

/** Files that give no trace, and what is said about each. */
const REFUSED: readonly (readonly [string, string, string | Buffer, RegExp])[] = [
  [
    "an empty file",
    "empty.json",
    "",
    /^empty\.json is empty\. It has no bytes\. Record it again, or choose another file\. A is untouched\.$/,
  ],
  ["text", "notes.txt", "not JSON at all", /^notes\.txt holds no trace\. It is text and starts with not JSON at all\./],
  [
    "JSON that is no trace",
    "list.json",
    '{"users":[1,2]}',
    /^list\.json holds no trace\. It is JSON and starts with \{"users":\[1,2\]\}\. It looks like none of the formats that Diptych reads\./,
  ],
  [
    "a trace without calls",
    "none.json",
    '{"traceEvents":[]}',
    /^none\.json contains no function calls\. It is a Chrome Trace Event file\./,
  ],
  [
    "a syntax error before the first call",
    "bad.json",
    '[{"ph":"X","ts":1,,]',
    /^bad\.json cannot be read past byte \d+ \(line 1\)\./,
  ],
  ["a file cut inside its first event", "cut.json", '[{"ph":"X","ts":1,"dur"', /^cut\.json ends early, at byte \d+\./],
  [
    "bytes that are no text",
    "blob.json",
    Buffer.from([0, 159, 146, 150, 0, 1, 2, 3]),
    /^blob\.json holds no trace\. It is binary/,
  ],
  [
    "gzip with damage at its beginning",
    "x.json.gz",
    Buffer.concat([gzipSync("[]").subarray(0, 10), Buffer.alloc(40, 255)]),
    /^x\.json\.gz cannot be unpacked past its byte/,
  ],
];

for (const [what, name, content, text] of REFUSED) {
  test(`${what} on B is refused in words, and A's picture stays`, async ({ page }) => {
    await open(page, `?a=${OLD.link}`);
    const before = await sceneWords(page);
    await drop(page, [{ name, content }], "[data-side=b]");
    await expect(failure(page).locator("p")).toHaveText(text);
    await page.getByRole("button", { name: "Dismiss the message" }).click();
    await idle(page);
    expect(await sceneWords(page)).toEqual(before);
  });
}

/** Files that are shown, and what the side card says of them. */
const SHOWN: readonly (readonly [string, string, string])[] = [
  ["arguments nested 1,000 deep", `[${call("f", 1, 2, `,"args":${"[".repeat(1000)}${"]".repeat(1000)}`)}]`, "1 call "],
  ["a name of a megabyte", `[${call("n".repeat(1_000_000), 1, 2)}]`, "1 call "],
  [
    "a script and bidirectional marks in a name",
    `[${call("</script><img src=x onerror=alert(1)>\u202e\u2066abc", 1, 2)}]`,
    "1 call ",
  ],
  ["negative and huge times", `[${call("early", -5, 1)},${call("near", 3, 1)},${call("late", "4e15", 1)}]`, "2 calls"],
  ["a NUL byte inside a name", `[${call("a\u0000b", 1, 2)}]`, "1 call "],
  [
    "a stack 100,000 deep",
    `[${Array.from({ length: 100_000 }, (_, i) => call("f", i, 400_000 - 2 * i)).join(",")}]`,
    "100,000 calls",
  ],
  [
    "10,000 lanes",
    `[${Array.from({ length: 10_000 }, (_, i) => `{"ph":"X","pid":1,"tid":${i},"ts":${i},"dur":9,"name":"f"}`).join(",")}]`,
    "10,000 calls",
  ],
];

for (const [what, content, headline] of SHOWN) {
  test(`${what}: shown, and the page goes on`, async ({ page }) => {
    const alerts: string[] = [];
    page.on("dialog", (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
    await open(page, `?a=${OLD.link}`);
    await drop(page, [{ name: "odd.json", content }], "[data-side=b]");
    await expect(sideB(page)).toContainText(headline);
    // The first call of B, and its details.
    await page.keyboard.press("ArrowDown");
    await idle(page);
    await page.keyboard.press("0");
    await idle(page);
    expect((await sceneWords(page)).length).toBeGreaterThan(100);
    expect(alerts).toEqual([]);
  });
}

test("a path of two functions that call each other 100,000 deep is selected, and its details are in sight", async ({
  page,
}) => {
  const calls = Array.from({ length: 100_000 }, (_, i) => call(i % 2 === 0 ? "f" : "g", i, 400_000 - 2 * i));
  await open(page, `?a=${OLD.link}`);
  await drop(page, [{ name: "deep.json", content: `[${calls.join(",")}]` }], "[data-side=a]");
  await page.evaluate(() => (location.hash = "desk=profile&prof.parts=flame&fl.scroll=90000"));
  await idle(page);
  const { x, y } = await aimAt(page, (subject) => "path" in subject && subject.path.length > 4_000);
  await page.mouse.click(x, y);
  const details = page.locator(".details-body");
  await expect(details).toContainText("Median call");
  const [path, row] = [details.locator(".details-place").first(), details.getByText("Calls", { exact: true })];
  await expect(path).toContainText(/^f › g › f › g › f › g › f › g › f › g › … \d,\d{3} more … › f › g ›/);
  await expect(row).toBeInViewport();
});

test("a million functions are compared with others, all of them", async ({ page }) => {
  test.slow(); // Seconds of computing, and several tests at a time.
  const calls = Array.from({ length: 1_000_000 }, (_, i) => call(`f${i}`, i * 20, 20)); // Above the noise floor.
  await open(page, `?a=${OLD.link}`);
  await drop(page, [{ name: "many.json", content: gzipSync(`[${calls.join(",")}]`) }], "[data-side=b]");
  await expect(sideB(page)).toContainText("1,000,000 calls");
  await expect(page.getByRole("tab", { name: /^New/ })).toContainText("1,000,000", { timeout: 120_000 });
  await page.keyboard.press("ArrowDown");
  await idle(page);
  expect((await sceneWords(page)).length).toBeGreaterThan(100);
});

test("a file cut in its middle is shown up to there, with the byte", async ({ page }) => {
  await open(page, `?a=${OLD.link}`);
  const whole = `[${[1, 2, 3, 4].map((n) => call(`f${n}`, n * 10, 5)).join(",")}]`;
  await drop(page, [{ name: "cut.json", content: whole.slice(0, -30) }], "[data-side=b]");
  await expect(sideB(page)).toContainText("3 calls");
  await sideB(page)
    .getByRole("button", { name: /problems? in the file/i })
    .click();
  await expect(page.getByRole("dialog")).toContainText("ends inside an event");
});

test("a gzip bomb of a gigabyte of nothing is refused without taking it", async ({ page }) => {
  await open(page, `?a=${OLD.link}`);
  // Zeros pack a thousandfold: 64 MB a member, sixteen members.
  const member = gzipSync(Buffer.alloc(64 << 20));
  await drop(page, [{ name: "bomb.json.gz", content: Buffer.concat(Array<Buffer>(16).fill(member)) }], "[data-side=b]");
  await expect(failure(page).locator("p")).toHaveText(/^bomb\.json\.gz holds no trace\. It is binary/);
});

test("a file too big for its calls is there as times of lanes, which the desk of those shows", async ({ page }) => {
  await open(page, "?memory=4");
  await drop(page, [{ name: "big.paje", content: states(150_000) }]);
  const failed = page.getByRole("region", { name: "Problem with side A" });
  await expect(failed.locator("p")).toHaveText(
    /^big\.paje is \d\.\d+.MB and needs about [\d.]+.MB of memory\. .*Space-time can show the whole file without its calls/,
  );
  await page.getByRole("button", { name: "Read all of it as times per lane" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText(
    "300,000 calls as time per lane",
  );
  await expect(page.getByRole("tab", { name: "Space-time" })).toHaveAttribute("aria-selected", "true");
  // A fifth of the time of one lane: 30,000 µs of 300,000.
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV (data)" }).click(),
  ]);
  const csv = readFileSync(await saved.path(), "utf8");
  const rows = csv
    .trim()
    .split("\n")
    .slice(1)
    .map((row) => row.split(","));
  const at = csv.split("\n")[0]?.split(",").indexOf("wait") ?? -1;
  const waited = rows
    .filter(([lanes]) => lanes === "rank-0")
    .map((row) => Number(row[at]) * (Number(row[2]) - Number(row[1])));
  expect(waited.reduce((sum, ns) => sum + ns, 0) / 1e6).toBeCloseTo(30, 5);
  // Other desks say what they miss, and lead back.
  await page.keyboard.press("1");
  const notice = page.getByRole("region", { name: "Without calls" });
  await expect(notice).toContainText(
    /Compare needs calls\. A \(big\.paje\) was read as time per lane in [\d,]+ slices of \d/,
  );
  await notice.getByRole("button", { name: "Go to Space-time" }).click();
  await expect(page.getByRole("tab", { name: "Space-time" })).toHaveAttribute("aria-selected", "true");
  // There is nothing that a further run could stand beside.
  await drag(page, [{ name: "more.paje", content: "" }], "body", ["dragover"]);
  await expect(page.locator(".drop-half[data-drop=a] .drop-zone")).toHaveCount(1);
});

test("a file too big for memory is announced, and the part that fits is read on demand", async ({ page }) => {
  const calls = Array.from({ length: 100_000 }, (_, i) => call("f", 100_000 + i, 1)).join(",\n");
  await open(page, `?memory=4&a=${OLD.link}`);
  await drop(page, [{ name: "big.json", content: `[${calls}]` }], "[data-side=b]");
  await expect(failure(page).locator("p")).toHaveText(
    /^big\.json is 5\.\d+.MB and needs about \d+\.\d+.MB of memory\./,
  );
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await page.getByRole("button", { name: "Read the part that fits" }).click();
  await idle(page);
  await expect(sideB(page)).toContainText(/(?<!\d)\d\d,\d{3} calls/);
});
