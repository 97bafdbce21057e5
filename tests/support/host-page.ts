// A page of another origin that shows Diptych in a frame, or opens it, and writes down what it hears.

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { type Frame, type Page } from "@playwright/test";

import type { TestHook } from "../../web/src/test-hook.js";

declare global {
  interface Window {
    diptych: TestHook;
    /** Messages that reached this host: through its window or through the port. */
    heard: { via: "window" | "port"; origin: string; data: { type?: string; [name: string]: unknown } }[];
    ports: MessagePort[];
    /** The window of Diptych. */
    viewer: Window;
  }
}

/** A host that the page trusts, and one that it does not. Both are this machine on a port of its own. */
export const LOCAL_HOST = "127.0.0.1";
export const FOREIGN_HOST = "wiki.test";

const SCRIPT = `
  window.heard = [];
  window.ports = [];
  addEventListener("message", ({ origin, data, ports, source }) => {
    window.heard.push({ via: "window", origin, data });
    window.ports.push(...ports);
  });`;

type HostOptions = {
  host?: string;
  /** Address of Diptych after its folder: query and hash. */
  address?: string;
  /** Attributes of the frame, and what stands around it. */
  frame?: string;
  before?: string;
  after?: string;
  /** The host opens a window instead of a frame. */
  opens?: boolean;
};

/** Opens a host. Returns the frame or the page with Diptych, once it rests. */
export async function openHost(page: Page, base: string | undefined, options: HostOptions = {}): Promise<Frame> {
  await page.goto(await hostAddress(page, base, options));
  if (options.opens ?? false) {
    const opened = page.waitForEvent("popup");
    await page.evaluate((url) => (window.viewer = window.open(url) as Window), `${base}${options.address ?? ""}`);
    const popup = await opened;
    await popup.waitForFunction(() => "diptych" in window);
    return popup.mainFrame();
  }
  await page.evaluate(() => (window.viewer = frames[0] as Window));
  const inner = page.frames()[1];
  if (inner === undefined) {
    throw new Error("the host has no frame");
  }
  await inner.waitForFunction(() => "diptych" in window);
  return inner;
}

/** Serves a host until the test's page closes. Returns its address. */
export async function hostAddress(
  page: Closable,
  base: string | undefined,
  { host = LOCAL_HOST, address = "", frame = "", before = "", after = "", opens = false }: HostOptions,
): Promise<string> {
  const source = `${base}${address}`.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const size = frame.includes("width") ? frame : `width="1100" height="640" ${frame}`;
  const body = opens ? "" : `<iframe title="Diptych" src="${source}" ${size}></iframe>`;
  const html = `<!doctype html><meta charset="utf-8"><title>Host</title><script>${SCRIPT}</script>${before}${body}${after}`;
  return `http://${host}:${await served(page, html)}/`;
}

/** Returns what the host has heard of a type. */
export async function heard(page: Page, type: string): Promise<Record<string, unknown>[]> {
  return page.evaluate(
    (wanted) => window.heard.filter(({ data }) => data.type === wanted).map(({ data }) => data),
    type,
  );
}

/** Waits until the host has heard something of a type, and returns the first. */
export async function hears(page: Page, type: string): Promise<Record<string, unknown>> {
  await page.waitForFunction((wanted) => window.heard.some(({ data }) => data?.type === wanted), type);
  return (await heard(page, type))[0] ?? {};
}

/** A page of any browser's driver. */
type Closable = { once(event: "close", listener: () => void): unknown };

/** Serves a page until the test's page closes. Returns the port. */
async function served(page: Closable, html: string): Promise<number> {
  const server: Server = createServer((request, response) => {
    response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" }).end(html);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  server.unref();
  page.once("close", () => server.close());
  return (server.address() as AddressInfo).port;
}

let lastId = 0;

/** Sends a command through the window, and returns its answer. A text under `text` becomes the bytes of a buffer. */
export async function ask(page: Page, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  lastId += 1;
  const id = `t${lastId}`;
  await page.evaluate(
    ([message, of]) => {
      const { text, ...rest } = message;
      const buffer = typeof text === "string" ? { buffer: new TextEncoder().encode(text).buffer } : {};
      window.viewer.postMessage({ diptych: 1, id: of, ...rest, ...buffer }, "*");
    },
    [command, id] as const,
  );
  return answerTo(page, id);
}

/** Waits for the answer to a command. */
export async function answerTo(page: Page, id: number | string): Promise<Record<string, unknown>> {
  await page.waitForFunction((of) => window.heard.some(({ data }) => data?.["id"] === of), id);
  return page.evaluate((of) => window.heard.find(({ data }) => data?.["id"] === of)?.data ?? {}, id);
}
