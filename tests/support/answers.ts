// The server's answers, changed on their way to the page: another policy, another header, a worker that dies.

import type { APIResponse, BrowserContext, Page } from "@playwright/test";

/** Addresses to change, as Playwright matches them. */
type Addresses = Parameters<Page["route"]>[0];

/** The parts of an answer that a test changes. */
interface Changed {
  headers?: Record<string, string>;
  body?: string;
}

/**
 * Answers each request to `addresses` with the server's answer and what `change` puts in place of its parts.
 *
 * The page fetches more than a test waits for. A request that is under way when the test ends is dropped: it must not
 * fail a test that has passed.
 */
export async function changeAnswers(
  target: Page | BrowserContext,
  addresses: Addresses,
  change: (answer: APIResponse) => Changed | Promise<Changed>,
): Promise<void> {
  await target.route(addresses, async (route) => {
    try {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, ...(await change(answer)) });
    } catch (error) {
      if (!String(error).includes("Test ended")) throw error;
    }
  });
}
