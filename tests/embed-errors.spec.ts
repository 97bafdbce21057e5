// The codes by which a host tells what went wrong, each from a problem that a browser can have.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { expect, type Page, test } from "@playwright/test";

import { changeAnswers } from "./support/answers.js";
import { ask, hears, openHost } from "./support/host-page.js";

const ONE_CALL = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);

async function opened(page: Page): Promise<Record<string, unknown>> {
  return ask(page, { type: "open", side: "a", name: "x", text: ONE_CALL });
}

test("cors: a server that lets no other page read", async ({ page, baseURL }) => {
  const server = createServer((_, response) => response.end(ONE_CALL)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  page.once("close", () => server.close());
  await openHost(page, baseURL);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.json`;
  expect(await ask(page, { type: "open", side: "a", url })).toMatchObject({ code: "cors", retry: false });
});

test("too-big: a trace that does not fit into memory", async ({ page, baseURL }) => {
  await openHost(page, baseURL, { address: "?memory=4" });
  const call = (at: number) => ({ ph: "X", name: "work", pid: 1, tid: 1, ts: at, dur: 1 });
  const text = JSON.stringify(Array.from({ length: 100_000 }, (_, at) => call(at)));
  const answer = await ask(page, { type: "open", side: "a", name: "big.json", text });
  expect(answer).toMatchObject({ type: "error", code: "too-big", retry: false });
  expect(await hears(page, "error")).toMatchObject({ side: "a", code: "too-big" });
});

test("stale-assets: a script of the page that is gone from its server", async ({ page, baseURL }) => {
  await page.context().route("**/reader-*.js", (route) => route.fulfill({ status: 404 }));
  await openHost(page, baseURL);
  expect(await opened(page)).toMatchObject({ code: "stale-assets", retry: true });
  await page.context().unroute("**/reader-*.js");
  expect(await opened(page)).toMatchObject({ type: "result" });
});

test("memory: a worker that ends", async ({ page, baseURL }) => {
  await changeAnswers(page.context(), "**/reader-*.js", async (answer) => {
    const dying =
      'addEventListener("message", ({ data }) => { if (data.type === "read") throw new Error("no memory"); });';
    return { body: dying + (await answer.text()) };
  });
  await openHost(page, baseURL);
  expect(await opened(page)).toMatchObject({ code: "memory", retry: true });
});

test("csp: a policy of the server that forbids WebAssembly", async ({ page, baseURL }) => {
  await changeAnswers(
    page.context(),
    (url) => url.pathname === "/some/sub/path/",
    (answer) => ({ headers: { ...answer.headers(), "content-security-policy": "default-src 'self'" } }),
  );
  await openHost(page, baseURL);
  expect(await hears(page, "error")).toMatchObject({ code: "csp", retry: false });
});

test("no-webgl: a browser that draws nothing", async ({ page, baseURL }) => {
  await page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind === "2d" ? (Reflect.apply(getContext, this, [kind, ...rest]) as unknown) : null;
    } as typeof getContext;
  });
  await openHost(page, baseURL);
  expect(await opened(page)).toMatchObject({ type: "result" });
  expect(await hears(page, "error")).toMatchObject({ code: "no-webgl", retry: false });
});
