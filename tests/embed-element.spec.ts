// The npm package: the element and the class in a page of another origin.

import { createServer } from "node:http";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";

import { expect, type Page, test } from "@playwright/test";

import type { DiptychView, DiptychViewElement } from "../packages/embed/src/index.js";
import { VERSION } from "../web/src/generated/version.js";
import { examplePair, NEW, OLD, open } from "./support/diptych.js";
import { filesOf, Site } from "./support/site.js";

const PACKAGE = join(import.meta.dirname, "..", "dist-npm", "embed");
const TYPES: Record<string, string> = { ".js": "text/javascript", ".gz": "application/octet-stream" };

type Heard = { name: string; detail: Record<string, unknown> };

declare global {
  interface Window {
    events: Heard[];
    view: DiptychView;
  }
}

/** Serves a page with the package, the example traces beside it, and opens it. */
async function openPage(page: Page, body: string): Promise<void> {
  const script = `
    import * as diptych from "./index.js";
    window.Diptych = diptych;`;
  const html = `<!doctype html><meta charset="utf-8"><script>window.events = [];
    for (const name of ["hello", "progress", "loaded", "compared", "error", "selection", "view", "height", "key", "bye"]) {
      addEventListener("diptych-" + name, ({ detail }) => window.events.push({ name, detail }));
    }</script>${body}<script type="module">${script}</script>`;
  const server = createServer(({ url = "/" }, response) => {
    const file = [join(PACKAGE, url), join(import.meta.dirname, "..", "www", url)].find((path) => existsSync(path));
    if (url === "/" || file === undefined) {
      response.writeHead(url === "/" ? 200 : 404, { "content-type": "text/html" }).end(html);
    } else {
      response.setHeader("content-type", TYPES[extname(url)] ?? "text/plain");
      response.end(readFileSync(file));
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  page.once("close", () => server.close());
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => "Diptych" in window);
}

async function hears(page: Page, name: string): Promise<Record<string, unknown>> {
  await page.waitForFunction((wanted) => window.events.some((event) => event.name === wanted), name);
  return (await page.evaluate((wanted) => window.events.find((event) => event.name === wanted)?.detail, name)) ?? {};
}

test("the package has no dependencies and at most 6 kB", () => {
  const about = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")) as Record<string, unknown>;
  expect(Object.keys(about).filter((key) => /dependencies$/iu.test(key))).toEqual([]);
  const scripts = readdirSync(PACKAGE).filter((name) => name.endsWith(".js"));
  expect(scripts).toEqual(["index.js"]);
  expect(gzipSync(readFileSync(join(PACKAGE, "index.js"))).length).toBeLessThanOrEqual(6_000);
  const types = (about["exports"] as Record<string, { types: string }>)["."]?.types ?? "";
  expect(existsSync(join(PACKAGE, types))).toBe(true);
});

test("the element shows both traces and dispatches events", async ({ page, baseURL }) => {
  await openPage(
    page,
    `<diptych-view src="${baseURL}" src-a="${OLD.link}" src-b="${NEW.link}" view="desk=profile" theme="dark"></diptych-view>`,
  );
  expect(await hears(page, "compared")).toMatchObject({ verdict: { calls: { a: 9870, b: 9826 } } });
  const frame = page.frames()[1];
  await expect(frame!.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await frame!.evaluate(() => location.hash)).toContain("desk=profile");
  const size = await page.locator("diptych-view").boundingBox();
  expect(size?.height).toBe(400);
  const answer = await page.evaluate(() => {
    const { diptych } = document.querySelector("diptych-view") as DiptychViewElement;
    return diptych?.ask("select", { function: { name: "Environment._parse", file: "jinja2/environment.py" } });
  });
  expect(await hears(page, "selection")).toMatchObject(answer ?? {});
  await page.waitForFunction(() =>
    window.events.some(({ name, detail }) => name === "view" && String(detail["hash"]).includes("sel=function")),
  );
  await frame!.locator("#view").focus();
  await page.keyboard.press("Control+F9");
  expect(await hears(page, "key")).toMatchObject({ ctrl: true });
  await page.evaluate(() =>
    (document.querySelector("diptych-view") as DiptychViewElement)
      .open("a", new Blob(["prose"]))
      .catch(() => undefined),
  );
  expect(await hears(page, "error")).toMatchObject({ side: "a", code: "not-a-trace" });
  const names = await page.evaluate(() => window.events.map(({ name }) => name));
  expect(names).toEqual(expect.arrayContaining(["hello", "progress", "loaded", "height"]));
});

test("the frame of the element may load traces from this machine", async ({ page, baseURL }) => {
  await openPage(page, `<diptych-view src="${baseURL}" src-a="${OLD.link}"></diptych-view>`);
  const allowed = await page.evaluate(() => {
    const root = document.querySelector("diptych-view")?.shadowRoot;
    return root?.querySelector("iframe")?.getAttribute("allow")?.split("; ");
  });
  expect(allowed).toEqual(["clipboard-write", "fullscreen", "local-network-access"]);
});

test("the package of the page is a folder that any server can serve", async ({ page }) => {
  const folder = join(PACKAGE, "..", "app");
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
  expect(about).toMatchObject({ name: "diptych-app", version: VERSION });
  const site = await Site.start(filesOf(folder));
  await open(page, `${site.url}#a=${OLD.link}&b=${NEW.link}`);
  await expect(page.locator(".verdict")).toContainText("as long as A");
  await site.stop();
});

test("attributes reflect, and a change shows without loading the frame anew", async ({ page, baseURL }) => {
  await openPage(page, `<diptych-view src="${baseURL}" src-a="${OLD.link}"></diptych-view>`);
  await hears(page, "loaded");
  const entries = await page.evaluate(() => history.length);
  await page.evaluate((link) => {
    const element = document.querySelector("diptych-view") as DiptychViewElement;
    element.srcB = link;
    element.view = "desk=profile";
    element.theme = "light";
  }, NEW.link);
  await hears(page, "compared");
  const html = await page.evaluate(() => document.querySelector("diptych-view")?.outerHTML ?? "");
  expect(html).toContain(`src-b="${NEW.link}"`);
  expect(html).toContain('view="desk=profile" theme="light"');
  const frame = page.frames()[1];
  await expect(frame!.locator("html")).toHaveAttribute("data-theme", "light");
  expect(await frame!.evaluate(() => location.hash)).toContain("desk=profile");
  expect(await page.evaluate(() => window.events.filter(({ name }) => name === "hello").length)).toBe(1);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test("the class opens files, responses, buffers and streams", async ({ page, baseURL }) => {
  await openPage(page, '<div id="place" style="height: 400px"></div>');
  const [old] = examplePair();
  const results = await page.evaluate(
    async ([src, link, base64]) => {
      const { DiptychView } = (window as unknown as { Diptych: typeof import("../packages/embed/src/index.js") })
        .Diptych;
      const view = new DiptychView(document.querySelector("#place")!, { src });
      window.view = view;
      await view.ready;
      const bytes = () => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const buffer = bytes().buffer;
      const opened = [
        await view.open("a", await fetch(link)),
        await view.open("b", new File([bytes()], "file.json.gz")),
        await view.open("a", buffer, { name: "buffer" }),
        await view.open("b", new Blob([bytes()]).stream(), { name: "stream" }),
      ];
      const state = await view.state;
      const failed = await view.open("a", new Blob(["prose"])).catch((error: { code: string }) => error.code);
      const codeOf = (source: ArrayBuffer | ReadableStream) =>
        view.open("b", source).then(
          () => "opened",
          (error: { code: string }) => error.code,
        );
      const locked = new Blob([bytes()]).stream();
      locked.getReader();
      const unsendable = [await codeOf(buffer), await codeOf(locked)];
      const { sides } = await view.state;
      return { opened, moved: buffer.byteLength, sides: state.sides, failed, unsendable, after: sides };
    },
    [baseURL ?? "", OLD.link, Buffer.from(old.content).toString("base64")] as const,
  );
  expect(results.opened.map(({ name, calls }) => [name, calls])).toEqual([
    ["jinja2-3.0.3.json.gz", 9870],
    ["file.json.gz", 9870],
    ["buffer", 9870],
    ["stream", 9870],
  ]);
  expect(results).toMatchObject({ moved: 0, failed: "not-a-trace", sides: { a: { name: "buffer" } } });
  // A buffer that was handed over before and a stream that is being read are errors, and change nothing.
  expect(results).toMatchObject({
    unsendable: ["bad-command", "bad-command"],
    after: { a: { name: "buffer" }, b: { name: "stream" } },
  });
});

test("the class takes a part of a buffer alone, any name, and no script as a page", async ({ page, baseURL }) => {
  await openPage(page, '<div id="place" style="height: 400px"></div>');
  const results = await page.evaluate(
    async ([src, text]) => {
      const { DiptychView } = (window as unknown as { Diptych: typeof import("../packages/embed/src/index.js") })
        .Diptych;
      const place = document.querySelector("#place")!;
      const codeOf = (error: { code: string }) => error.code;
      const scripted = ["javascript:alert(1)", " java\nscript:alert(1)", "data:text/html,x", "https://["].map(
        (page) => {
          try {
            new DiptychView(place, { src: page });
            return "made";
          } catch (error) {
            return codeOf(error as { code: string });
          }
        },
      );
      const frames = place.childElementCount;
      const view = new DiptychView(place, { src });
      const bytes = new TextEncoder().encode(`..${text}..`);
      const part = await view.open("a", bytes.subarray(2, -2), { name: "part" });
      const response = new Response(text);
      Object.defineProperty(response, "url", { value: "https://ci.test/100%.json?x" });
      const named = await view.open("b", response);
      const wrong = await view.open("b", 5 as never).catch(codeOf);
      return { scripted, frames, part: [part.name, part.calls], left: bytes.byteLength, named: named.name, wrong };
    },
    [baseURL ?? "", '[{"ph":"X","name":"work","pid":1,"tid":1,"ts":0,"dur":50}]'] as const,
  );
  expect(results).toEqual({
    scripted: ["bad-command", "bad-command", "bad-command", "bad-command"],
    frames: 0,
    part: ["part", 1],
    left: 62,
    named: "100%.json",
    wrong: "bad-command",
  });
});

test("events of the class reach listeners until they are taken off, and dispose takes the frame away", async ({
  page,
  baseURL,
}) => {
  await openPage(page, '<div id="place" style="height: 400px"></div>');
  const result = await page.evaluate(
    async ([src, a]) => {
      const { DiptychView } = (window as unknown as { Diptych: typeof import("../packages/embed/src/index.js") })
        .Diptych;
      const view = new DiptychView(document.querySelector("#place")!, { src, a });
      const names: string[] = [];
      const loaded = new Promise<void>((resolve) => {
        view.on("loaded", ({ name }) => {
          names.push(name);
          resolve();
        });
      });
      const off = view.on("loaded", () => names.push("taken off"));
      off();
      await loaded;
      const waiting = view.ask("export", { what: "png" }).catch((error: { code: string }) => error.code);
      view[Symbol.dispose]();
      return { names, waiting: await waiting, frames: document.querySelectorAll("iframe").length };
    },
    [baseURL ?? "", OLD.link] as const,
  );
  expect(result).toEqual({ names: ["jinja2-3.0.3.json.gz"], waiting: "cancelled", frames: 0 });
});
