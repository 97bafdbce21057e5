// Checks failures and the page's words for them: the other side stays as it is.

import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, type Page, test } from "@playwright/test";

import { changeAnswers } from "./support/answers.js";
import { drop, examplePair, idle, NEW, OLD, open, PAIR, sceneWords } from "./support/diptych.js";

const failure = (page: Page, side: "A" | "B") => page.getByRole("region", { name: `Problem with side ${side}` });

/** A server of another origin for the length of a test. */
async function withServer(listener: RequestListener, run: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    await run(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("JSON without a trace on B: the text is exact, and A's scene is unchanged", async ({ page }) => {
  await open(page, `?a=${OLD.link}`);
  const before = await sceneWords(page);
  await drop(page, [{ name: "report.json", content: '{"status":"ok","tests":[1,2,3]}' }], "[data-side=b]");
  await expect(failure(page, "B").locator("p")).toHaveText(
    /^report\.json holds no trace\. It is JSON and starts with \{"status":"ok","tests":\[1,2,3\]\}\. It looks like none of the formats that Diptych reads\. Choose another file\. A is untouched\.$/,
  );
  await expect(page.getByTestId("assertive")).toContainText("B: report.json holds no trace.");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");

  await page.getByRole("button", { name: "Dismiss the message" }).click();
  await idle(page);
  expect(await sceneWords(page)).toEqual(before);
});

test("a bad file does not take the place of the trace that B holds", async ({ page }) => {
  await open(page, PAIR);
  await drop(page, [{ name: "empty.json", content: "" }], "[data-side=b]");
  await expect(failure(page, "B")).toContainText("empty.json");
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
});

test("on the start page a failure stands in its zone", async ({ page }) => {
  await open(page, "");
  await drop(page, [{ name: "notes.txt", content: "not a trace at all" }], ".zone-a");
  await expect(page.locator(".zone-a")).toContainText("notes.txt holds no trace.");
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("three files are asked about: what is open stays", async ({ page }) => {
  await open(page, PAIR);
  const before = await sceneWords(page);
  await drop(
    page,
    ["1", "2", "3"].map((name) => ({ name, content: "{}" })),
  );
  await expect(page.getByRole("dialog", { name: "Assign files to A and B" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await idle(page);
  expect(await sceneWords(page)).toEqual(before);
});

test("a link to nothing, and the other side loads all the same", async ({ page, baseURL }) => {
  await open(page, `?a=examples/nothing.json&b=${NEW.link}`);
  const { host } = new URL(baseURL ?? "");
  await expect(failure(page, "A").locator("p")).toHaveText(
    `${host} answered 404 for nothing.json. There is no such file. Check the link. B is untouched.`,
  );
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
});

test("a host that lets no other page read", async ({ page }) => {
  await withServer(
    (_, response) => response.end("{}"),
    async (origin) => {
      await open(page, `?a=${origin}/x.json&b=${NEW.link}`);
      await expect(failure(page, "A").locator("p")).toHaveText(
        `${new URL(origin).host} does not let this page read the file. Download the file and drop it here. Or let the server send Access-Control-Allow-Origin: *. B is untouched.`,
      );
    },
  );
});

test("a host that does not answer, tried again when it does", async ({ page }) => {
  let origin = "";
  await withServer(
    () => undefined,
    async (free) => void (origin = free),
  );
  await open(page, `?a=${origin}/x.json`);
  await expect(page.locator(".zone-a")).toContainText(`${new URL(origin).host} does not answer.`);
  await expect(page.locator(".zone-a").getByRole("button", { name: "Try again" })).toBeVisible();
});

test("bytes that stop in the middle", async ({ page }) => {
  const cut: RequestListener = (_, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*", "content-length": "1000" });
    response.write('{"traceEvents":[');
    setImmediate(() => response.destroy());
  };
  await withServer(cut, async (origin) => {
    await open(page, `?a=${origin}/x.json&b=${NEW.link}`);
    await expect(failure(page, "A")).toContainText(`The connection to ${new URL(origin).host} broke after`);
  });
});

test("reading shows a bar, and cancelling keeps the other side", async ({ page }) => {
  const slow: RequestListener = (_, response) => {
    response.writeHead(200, { "access-control-allow-origin": "*", "content-length": "1000000" });
    // A tenth: so that the bar has a length.
    response.write(`{"traceEvents":[${" ".repeat(100_000)}`);
  };
  await withServer(slow, async (origin) => {
    await page.goto(`?a=${OLD.link}&b=${origin}/slow.json`);
    await expect(page.getByRole("progressbar", { name: "Reading B" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
    await expect(page.getByRole("button", { name: "Swap sides" })).toBeDisabled();
    await page.getByRole("button", { name: "Cancel reading B" }).click();
    await idle(page);
    await expect(page.getByText("A is ready. Drop B to compare.")).toBeVisible();
  });
});

test("an engine that dies is started again, and both files are read again", async ({ page }) => {
  await open(page, "");
  await drop(page, examplePair());
  const before = await sceneWords(page);
  await page.evaluate(() => window.diptych.breakEngine());
  const notice = page.getByRole("region", { name: "Notice" });
  await expect(notice).toContainText("The engine stopped and was restarted. A and B are read again by themselves.");
  await expect(page.getByTestId("assertive")).toContainText("The engine stopped");
  await page.getByRole("button", { name: "Dismiss the notice" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("new.json.gz");
  expect(await sceneWords(page)).toEqual(before);
});

test("an engine that dies again and again leaves the desk, then B, and then asks", async ({ page }) => {
  await open(page, PAIR);
  await page.keyboard.press("4");
  await idle(page);
  const notice = page.getByRole("region", { name: "Notice" });
  const die = async () => {
    await page.evaluate(() => window.diptych.breakEngine());
    await expect(page.getByTestId("assertive")).toContainText("The engine stopped");
    await idle(page);
  };
  await die();
  await expect(page).toHaveURL(/desk=fusion/u);
  await die();
  await expect(notice).toContainText("It stopped twice on the Fusion desk, so Compare is open now.");
  await expect(page).not.toHaveURL(/desk=/u);
  await die();
  await expect(notice).toContainText("A is read again. B is not, because it may be the cause.");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await expect(page.getByRole("region", { name: "Load again" })).toContainText("jinja2-3.1.6.json.gz");
  await die();
  await expect(notice).toContainText("Load them again.");
  await page.getByRole("button", { name: "Load both again" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
});

test("a file that stops the engine when it is taken over leaves the other side", async ({ page }) => {
  await changeAnswers(page, "**/engine-*.js", async (answer) => {
    const dying =
      'addEventListener("message", (m) => { if (m.data.type === "load" && m.data.done.place.side === "b") throw new Error("no memory"); });';
    return { body: dying + (await answer.text()) };
  });
  await open(page, `?a=${OLD.link}`);
  await drop(page, [examplePair()[1]], "[data-side=b]");
  await expect(page.getByRole("region", { name: "Notice" })).toContainText(
    "It stopped while it took over B. A is read again. B is not, because it may be the cause.",
  );
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await expect(page.getByRole("region", { name: "Load again" })).toContainText("new.json.gz");
});

test("an engine that hangs can be restarted", async ({ page }) => {
  await page.clock.install();
  await changeAnswers(page, "**/engine-*.js", async (answer) => {
    const hanging = 'addEventListener("message", (m) => { if (m.data.name === "step-hit") for (;;); });';
    return { body: hanging + (await answer.text()) };
  });
  await page.goto(PAIR);
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
  await page.keyboard.press("/");
  await page.keyboard.type("render");
  await page.keyboard.press("Enter");
  const notice = page.getByRole("region", { name: "Notice" });
  await expect(async () => {
    await page.clock.fastForward(21_000);
    await expect(notice).toContainText("The engine has not answered for 20 seconds.", { timeout: 500 });
  }).toPass();
  await notice.getByRole("button", { name: "Restart the engine" }).click();
  await expect(notice).toContainText("A and B are read again by themselves. The browser says: it no longer answered");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
});

test("a reader that dies leaves the other side alone", async ({ page }) => {
  await changeAnswers(page, "**/reader-*.js", async (answer) => {
    const dying =
      'addEventListener("message", (m) => { if (m.data.type === "read" && m.data.place.side === "b") throw new Error("no memory"); });';
    return { body: dying + (await answer.text()) };
  });
  await open(page, PAIR);
  await expect(failure(page, "B").locator("p")).toContainText(
    "Reading B stopped, probably because the browser ran out of memory. A is untouched.",
  );
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("9,870 calls");
  await page.unroute("**/reader-*.js");
  await failure(page, "B").getByRole("button", { name: "Try again" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("9,826 calls");
});

test("a browser whose own threads compile nothing: the pair is compared and drawn all the same", async ({ page }) => {
  await page.addInitScript(() => {
    const never = () => new Promise<never>(() => undefined);
    WebAssembly.compile = never;
    WebAssembly.compileStreaming = never;
  });
  await open(page, PAIR);
  await expect(page.getByRole("region", { name: "Verdict" })).toContainText("as long as A");
  expect(await page.evaluate(() => window.diptych.backend())).toBe("webgl");
});

test("a device without room for site data: the pair is compared, and nothing is said", async ({ page }) => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.addInitScript(() => {
    const full = (): never => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    };
    IDBObjectStore.prototype.put = full;
    Storage.prototype.setItem = full;
    Cache.prototype.put = full;
  });
  for (const visit of [1, 2]) {
    await open(page, PAIR);
    await expect(page.getByRole("region", { name: "Verdict" }), `visit ${visit}`).toContainText("as long as A");
    await expect(page.getByRole("region", { name: "Notice" })).toHaveCount(0);
    await page.getByRole("tab", { name: /Profile/ }).click();
    await idle(page);
  }
  expect(errors).toEqual([]);
});

test("a lost context: a toast, and the same picture again", async ({ page }) => {
  await open(page, PAIR);
  const before = await page.evaluate(() => window.diptych.image());
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("canvas.gpu-layer");
    canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(page.locator(".toast")).toHaveText("The graphics device was reset. Drawing the picture again.");
  await idle(page);
  expect(await page.evaluate(() => window.diptych.image())).toBe(before);
});

test("no graphics at all: the message, and a table that works", async ({ page }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === "2d" ? (Reflect.apply(getContext, this, [kind, ...rest]) as unknown) : null;
    } as typeof getContext;
  });
  await open(page, PAIR);
  await expect(page.getByRole("region", { name: "Notice" })).toContainText(
    "This browser offers neither WebGPU nor WebGL 2, so there are no pictures. Tables still work.",
  );
  const grid = page.getByRole("treegrid", { name: "Calls shown" });
  const row = grid.getByRole("row").nth(2);
  const name = await row.locator(".first bdi").innerText();
  await row.click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Details" })).toContainText(name);
});
