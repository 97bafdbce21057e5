// Embedded views in Firefox, which does not say who frames a page: hosts of another origin on another port.

import { expect } from "@playwright/test";
import type { Frame, Page } from "puppeteer-core";

import { NEW, OLD } from "../support/diptych.js";
import { FOREIGN_HOST, hostAddress } from "../support/host-page.js";
import { idle, test, textOf } from "./firefox.js";

/** Returns the frame with Diptych, once it rests. */
async function framed(tab: Page, address: string): Promise<Frame> {
  await tab.goto(address);
  const [frame] = tab.mainFrame().childFrames();
  if (frame === undefined) {
    throw new Error("the host has no frame");
  }
  await idle(frame);
  return frame;
}

/** The types of messages that the host has heard, and what one of them says. */
function heard(tab: Page, type: string): Promise<Record<string, unknown> | null> {
  return tab.evaluate((wanted) => window.heard.find(({ data }) => data?.type === wanted)?.data ?? null, type);
}

/** Sends a command as the host does that uses its port alone, and returns the answer. */
function askByPort(tab: Page, command: Record<string, unknown>): Promise<Record<string, unknown>> {
  return tab.evaluate(
    (message) =>
      new Promise<Record<string, unknown>>((resolve) => {
        const port = window.ports.at(-1);
        if (port !== undefined) {
          port.onmessage = ({ data }: MessageEvent<Record<string, unknown>>) =>
            data["id"] === message["id"] ? resolve(data) : undefined;
          port.postMessage(message);
        }
      }),
    { diptych: 1, id: 1, ...command },
  );
}

test("a host of another port hears the comparison and has its command answered", async ({ tab, url }) => {
  const address = `#mode=embed&a=${OLD.link}&b=${NEW.link}`;
  const frame = await framed(tab, await hostAddress(tab, url, { address }));
  await expect.poll(() => heard(tab, "compared")).toMatchObject({ verdict: expect.anything() });
  await expect.poll(() => textOf(frame, ".embed-ratio")).toContain("0.895");
  const { result } = await askByPort(tab, { type: "get", what: "state" });
  expect(result).toMatchObject({ hash: expect.stringContaining(`a=${OLD.link}`) });
});

/** Opens a foreign host that asks for the state through its port. Answers the question with No, and returns its text. */
async function question(tab: Page, address: string): Promise<string> {
  const frame = await framed(tab, address);
  await expect.poll(() => heard(tab, "hello")).not.toBeNull();
  const answer = askByPort(tab, { type: "get", what: "state" });
  await expect.poll(() => textOf(frame, "[role=alertdialog]")).not.toBe("");
  const text = await textOf(frame, "[role=alertdialog]");
  // Puppeteer cannot click into frames of older Firefoxes.
  const no = "[role=alertdialog] button:enabled::-p-text(No)";
  await expect.poll(() => frame.$(no)).not.toBeNull();
  // Puppeteer moves no mouse into the frames of older Firefoxes.
  await frame.$eval(no, (button) => (button as HTMLElement).click());
  expect(await answer).toMatchObject({ type: "error", code: "refused" });
  return text;
}

const EMPTY = { host: FOREIGN_HOST, address: "#mode=embed&a=msg" };

test("the question about a host that speaks through its port names its origin", async ({ tab, url }) => {
  const address = await hostAddress(tab, url, EMPTY);
  expect(await question(tab, address)).toContain(`${new URL(address).origin} wants to see`);
});

test("a Firefox without a list of framing pages names the host, too", async ({ firefox, url }) => {
  await firefox.with({ "dom.location.ancestorOrigins.enabled": false }, async (browser) => {
    const tab = await browser.newPage();
    const address = await hostAddress(tab, url, EMPTY);
    expect(await question(tab, address)).toContain(`${new URL(address).origin} wants to see`);
    await tab.close();
  });
});

test("a host that hides its address is asked about as unknown", async ({ tab, url }) => {
  const frame = 'referrerpolicy="no-referrer" width="1100" height="640"';
  expect(await question(tab, await hostAddress(tab, url, { ...EMPTY, frame }))).toContain(
    "A page with an unknown address",
  );
});
