// Whom the page trusts: hosts that post traces, links that make it contact another origin, and the deployer's list.

import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

import { expect, type Page, test } from "@playwright/test";
import { generate } from "selfsigned";

import { changeAnswers } from "./support/answers.js";
import { idle, open } from "./support/diptych.js";
import { answerTo, FOREIGN_HOST, heard, openHost } from "./support/host-page.js";

const TRACE = JSON.stringify([{ ph: "X", name: "work", pid: 1, tid: 1, ts: 0, dur: 50 }]);

/** The browser accepts this certificate for any host: see `ignoreHTTPSErrors` in the configuration. */
const CERTIFICATE = await generate([{ name: "commonName", value: "traces.test" }]);

/** Serves traces that any page may read, as `https://traces.test:PORT/`. `/moved` leads to another host. */
async function traces(
  page: Page,
): Promise<{ origin: string; port: number; requests: { cookie: string | undefined; referer: string | undefined }[] }> {
  const requests: { cookie: string | undefined; referer: string | undefined }[] = [];
  const server: Server = createServer(
    { key: CERTIFICATE.private, cert: CERTIFICATE.cert },
    ({ url, headers }, response) => {
      requests.push({ cookie: headers.cookie, referer: headers.referer });
      const port = (server.address() as AddressInfo).port;
      response.setHeader("access-control-allow-origin", "*");
      if (url === "/moved") {
        response.writeHead(302, { location: `https://archive.test:${port}/trace.json` }).end();
      } else {
        response.end(TRACE);
      }
    },
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  page.once("close", () => server.close());
  const { port } = server.address() as AddressInfo;
  return { origin: `https://traces.test:${port}`, port, requests };
}

/** Has the host of the page serve a `diptych.json`. */
async function deploy(page: Page, settings: unknown): Promise<void> {
  await page.context().route("**/diptych.json", (route) =>
    route.fulfill({
      contentType: "application/json",
      body: typeof settings === "string" ? settings : JSON.stringify(settings),
    }),
  );
}

test("a link to another origin asks first, and No keeps the address", async ({ page }) => {
  const { origin, requests } = await traces(page);
  await page.goto(`#a=${origin}/trace.json`);
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText(`This link loads a trace from ${origin}.`);
  expect(requests).toEqual([]);
  await question.getByRole("button", { name: "No" }).click();
  await expect(page.locator(".failure")).toContainText("was not asked for the trace.");
  expect(page.url()).toContain(`a=${origin}/trace.json`);
  expect(requests).toEqual([]);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
});

test("Yes loads both traces of the origin, without cookies and referrer", async ({ page }) => {
  const { origin, requests } = await traces(page);
  await page.context().addCookies([{ name: "session", value: "secret", url: origin }]);
  await page.goto(`#a=${origin}/a.json&b=${origin}/b.json`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("1 call");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  expect(requests.length).toBe(2);
  expect(requests.every(({ cookie, referer }) => cookie === undefined && referer === undefined)).toBe(true);
});

test("Always is kept on this device until somebody forgets it", async ({ page }) => {
  const { origin } = await traces(page);
  await page.goto(`#a=${origin}/a.json`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Always" }).click();
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
  await page.reload();
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toContainText(origin);
  await page.getByRole("button", { name: "Forget these sites" }).click();
  await page.reload();
  await expect(page.getByRole("alertdialog")).toContainText(origin);
});

test("an address that somebody pastes is not asked about", async ({ page }) => {
  const { origin } = await traces(page);
  await open(page, "");
  await page.getByLabel("Link to a trace for side A").fill(`${origin}/a.json`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
});

test("a trace over plain http from another host is refused, with the reason", async ({ page }) => {
  await page.goto("#a=http://traces.test/trace.json");
  await expect(page.locator(".failure")).toContainText("The page loads no trace from http://traces.test/…");
  await expect(page.locator(".failure")).toContainText("Use an https link, or download the file and drop it here.");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("a redirect names the host that it ended at", async ({ page }) => {
  const { origin, port } = await traces(page);
  await page.goto(`#a=${origin}/moved`);
  await page.getByRole("alertdialog").getByRole("button", { name: "Yes" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText(`sent by archive.test:${port}`);
});

test("diptych.json: trusted asks nothing, traceOrigins forbids others", async ({ page }) => {
  const { origin, port } = await traces(page);
  await deploy(page, { trusted: [origin], traceOrigins: ["https://files.example"] });
  await page.goto(`#a=${origin}/a.json&b=https://other.test:${port}/b.json`);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toContainText("1 call");
  await expect(page.locator(".failure")).toContainText(`This page may not load traces from other.test:${port}.`);
});

test("diptych.json: traceOrigins holds after a redirect, too", async ({ page }) => {
  const { origin, port } = await traces(page);
  await deploy(page, { trusted: [origin], traceOrigins: [origin] });
  await page.goto(`#a=${origin}/moved&b=${origin}/b.json`);
  await expect(page.getByRole("region", { name: "Side B", exact: true })).toContainText("1 call");
  await expect(page.locator(".failure")).toContainText(`This page may not load traces from archive.test:${port}.`);
  await idle(page);
  await expect(page.getByRole("region", { name: "Side A", exact: true })).toHaveCount(0);
});

test("a broken diptych.json is named and ignored", async ({ page }) => {
  const { origin } = await traces(page);
  await deploy(page, { trusted: "everybody" });
  await page.goto(`#a=${origin}/a.json`);
  await expect(page.getByText("diptych.json on this host is broken and was ignored.")).toBeVisible();
  await expect(page.locator(".notice code")).toHaveText(["trusted", "https://ci.example.org"]);
  await expect(page.getByRole("alertdialog")).toContainText(origin);
});

test("a host that fails to send diptych.json is named", async ({ page }) => {
  const { origin } = await traces(page);
  await page.route("**/diptych.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`#a=${origin}/a.json`);
  await expect(page.getByText("diptych.json on this host is broken and was ignored.")).toBeVisible();
  await expect(page.getByText("The host answers with the error 503.")).toBeVisible();
});

test("frameAncestors: a page that is not listed cannot show Diptych", async ({ page, baseURL }) => {
  await deploy(page, { frameAncestors: ["https://wiki.example"] });
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST });
  await expect(frame.getByRole("heading", { name: "Diptych cannot be shown in this page" })).toBeVisible();
  expect(await heard(page, "hello")).toEqual([]);
});

test("frameAncestors: a page that is listed can", async ({ page, baseURL }) => {
  await deploy(page, { frameAncestors: ["*"], trusted: ["*"] });
  const frame = await openHost(page, baseURL, { host: FOREIGN_HOST });
  await page.evaluate(() => window.viewer.postMessage({ diptych: 1, id: 1, type: "get", what: "verdict" }, "*"));
  expect(await answerTo(page, 1)).toMatchObject({ result: { verdict: null } });
  await expect(frame.getByRole("alertdialog")).toHaveCount(0);
});

test("a request that the policy of the page forbids is named", async ({ page }) => {
  const { port } = await traces(page);
  await changeAnswers(page.context(), "**/assets/reader-*.js", (answer) => ({
    headers: { ...answer.headers(), "content-security-policy": "connect-src 'self'" },
  }));
  await page.goto(`#a=https://127.0.0.1:${port}/trace.json`);
  await expect(page.locator(".failure")).toContainText(`This page’s Content-Security-Policy blocks 127.0.0.1:${port}.`);
});
