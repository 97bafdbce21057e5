// One page a worker that holds the example pair, for tests to which a fresh page is not the point: starting one takes
// longer than most of them. A test that fails ends its worker, so the next one has a fresh page in any case.

import { type Page, test as base } from "@playwright/test";

import { idle, NEW, OLD, open, PAIR } from "./diptych.js";

type OfWorker = { sharedPage: Page };

export const test = base.extend<object, OfWorker>({
  sharedPage: [
    async ({ browser }, use, { project }) => {
      const { baseURL } = project.use;
      const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
      const page = await context.newPage();
      await open(page, PAIR);
      await use(page);
      await context.close();
    },
    { scope: "worker" },
  ],
  page: async ({ sharedPage, viewport }, use) => {
    await sharedPage.emulateMedia({ reducedMotion: null });
    if (viewport !== null) {
      await sharedPage.setViewportSize(viewport);
    }
    await use(sharedPage);
  },
});

/** The example pair in the state that a link says: nothing selected or open but that, and the pointer away. */
export async function openPair(page: Page, state = ""): Promise<void> {
  await page.mouse.move(5, 5);
  if ((await page.getByRole("treegrid").count()) > 0) {
    await page.keyboard.press("v");
  }
  await page.evaluate(
    (hash) => {
      (document.activeElement as HTMLElement | null)?.blur();
      // Acts as if the browser had gone to an entry with this address. It may be the current one.
      history.pushState(null, "", `${location.pathname}${location.search}#${hash}`);
      dispatchEvent(new PopStateEvent("popstate", { state: null }));
    },
    ["v=1", `a=${OLD.link}`, `b=${NEW.link}`, state].filter((part) => part !== "").join("&"),
  );
  await idle(page);
}
