// The page without a connection, and builds that change while it is open.

import { expect, type Page, test } from "@playwright/test";

import { drop, examplePair, idle, NEW, OLD, open } from "./support/diptych.js";
import { builtPage, laterBuild, Site } from "./support/site.js";

test.use({ reuseContext: false, serviceWorkers: "allow" });

const EXAMPLE = `?a=${OLD.link}&b=${NEW.link}`;
const BUILD = builtPage();

let site: Site;
test.beforeEach(async () => {
  site = await Site.start(BUILD);
});
test.afterEach(() => site.stop());

/** Waits until the page is kept, and returns the names of what is kept. */
async function kept(page: Page): Promise<string[]> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return caches(page);
}

function caches(page: Page): Promise<string[]> {
  return page.evaluate(() => window.caches.keys());
}

const build = (page: Page) => page.locator("html").getAttribute("data-build");
const sideA = (page: Page) => page.getByRole("region", { name: "Side A", exact: true });

/** Looks for a newer build now, and waits until it is there or was given up. */
async function update(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const found = new Promise<ServiceWorker | null>((resolve) =>
      registration.addEventListener("updatefound", () => resolve(registration.installing)),
    );
    await registration.update();
    const worker = await found;
    await new Promise<void>((resolve) => {
      const look = () => (worker?.state === "installing" ? undefined : resolve());
      worker?.addEventListener("statechange", look);
      look();
    });
  });
}

test("after one visit the page opens without a connection, every desk included", async ({ page }) => {
  await open(page, site.url);
  expect(await kept(page)).toHaveLength(1);
  await site.stop();
  await page.goto(site.url);
  await idle(page);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
  // Pictures of the examples are not kept, and none is shown as broken.
  await expect(page.locator(".example").first()).toBeVisible();
  const isWhole = () => page.evaluate(() => [...document.images].every((of) => of.complete && of.naturalWidth > 0));
  await expect.poll(isWhole).toBe(true);
  await drop(page, examplePair());
  await expect(page.locator(".verdict")).toContainText("as long as A");
  for (const desk of ["Structure", "Space-time", "Fusion", "Profile"]) {
    await page.getByRole("tab", { name: desk }).click();
    await idle(page);
    await expect(page.getByRole("region", { name: `${desk} is missing` })).toHaveCount(0);
  }
});

const TROUBLES = {
  "fails for the page is answered for by the kept one": () => (site.fails = (name) => name === "index.html"),
  "never answers for the page is not waited for": () => (site.holds = (name) => name === "index.html"),
};

for (const [name, begin] of Object.entries(TROUBLES)) {
  test(`a server that ${name}`, async ({ page }) => {
    await open(page, site.url);
    await kept(page);
    begin();
    await page.goto(site.url);
    await idle(page);
    await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
  });
}

test("a page beside the folder is neither kept nor answered for", async ({ page }) => {
  site.pages.set("beside.html", "<!doctype html><title>Beside</title>");
  await open(page, site.url);
  const [name = ""] = await kept(page);
  await page.goto(`${site.host}beside.html`);
  const [scopes, isControlled, paths] = await page.evaluate(async (cache) => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    const requests = await (await window.caches.open(cache)).keys();
    return [
      registrations.map(({ scope }) => scope),
      navigator.serviceWorker.controller !== null,
      requests.map(({ url }) => url),
    ] as const;
  }, name);
  expect(scopes).toEqual([site.url]);
  expect(isControlled).toBe(false);
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((url) => !url.startsWith(site.url))).toEqual([]);
  await site.stop();
  await expect(page.goto(`${site.host}beside.html`)).rejects.toThrow("ERR_CONNECTION_REFUSED");
});

test("nothing is kept until what somebody waits for is on screen", async ({ page }) => {
  await page.addInitScript(() => {
    const { prototype } = ServiceWorkerContainer;
    const { register } = prototype;
    prototype.register = function (this: ServiceWorkerContainer, ...args: Parameters<typeof register>) {
      document.documentElement.dataset["atRegistration"] = document.querySelector(".verdict")?.textContent ?? "";
      return register.apply(this, args);
    };
  });
  await open(page, site.url + EXAMPLE);
  const first = site.requests.indexOf("sw.js");
  expect(first === -1 || first > site.requests.indexOf(NEW.link)).toBe(true);
  await kept(page);
  expect(site.requests.indexOf("sw.js")).toBeGreaterThan(site.requests.indexOf(NEW.link));
  await expect(page.locator("html")).toHaveAttribute("data-at-registration", /as long as A/);
});

test("a tab keeps its build when another is deployed, and a toast offers the new one", async ({ page }) => {
  await open(page, site.url);
  await kept(page);
  await open(page, site.url + EXAMPLE);
  site.build = laterBuild(BUILD);
  await update(page);
  const toast = page.locator(".toast", { hasText: "A newer version of Diptych is ready." });
  await expect(toast).toBeVisible();
  // The server no longer has the scripts of this build. The tab has them all the same.
  await page.getByRole("tab", { name: "Profile" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Profile is missing" })).toHaveCount(0);
  await expect(sideA(page)).toContainText("9,870 calls");
  expect(await build(page)).toBe(null);

  await toast.getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => build(page).catch(() => null)).toBe("later");
  await idle(page);
  await expect(sideA(page)).toContainText("9,870 calls");
  await expect.poll(async () => (await caches(page)).length).toBe(1);
  // The new build is whole, too.
  await site.stop();
  await page.goto(site.url);
  await idle(page);
  expect(await build(page)).toBe("later");
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("a new build does not take over while another tab holds traces", async ({ page, context }) => {
  await open(page, site.url);
  await kept(page);
  await open(page, site.url + EXAMPLE);
  const other = await context.newPage();
  await open(other, site.url);
  site.build = laterBuild(BUILD);
  await update(other);
  await other.locator(".toast").getByRole("button", { name: "Reload" }).click();
  await expect.poll(() => build(other).catch(() => null)).toBe("later");
  await idle(other);
  // Both builds are kept: the first tab still needs the earlier one.
  expect(await caches(page)).toHaveLength(2);
  await page.getByRole("tab", { name: "Fusion" }).click();
  await idle(page);
  await expect(page.getByRole("region", { name: "Fusion is missing" })).toHaveCount(0);
});

test("a build that does not come whole is not kept, and the earlier one stays", async ({ page }) => {
  await open(page, site.url);
  const before = await kept(page);
  site.build = laterBuild(BUILD);
  site.fails = (name) => name.includes("fusion-desk");
  await update(page);
  expect(await caches(page)).toEqual(before);
  await expect(page.locator(".toast")).toHaveCount(0);
  await site.stop();
  await page.goto(site.url);
  await idle(page);
  expect(await build(page)).toBe(null);
  await expect(page.getByRole("heading", { name: "Compare two execution traces" })).toBeVisible();
});

test("a page of another build than its worker is not kept", async ({ page }) => {
  await open(page, site.url);
  const before = await kept(page);
  const later = new Map(laterBuild(BUILD));
  later.set("index.html", BUILD.get("index.html") ?? Buffer.alloc(0)); // In the middle of a deploy.
  site.build = later;
  await update(page);
  expect(await caches(page)).toEqual(before);
});

test("?sw=0 keeps nothing, and removes what was kept", async ({ page }) => {
  await open(page, `${site.url}?sw=0`);
  const registered = () => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
  expect(await registered()).toBe(false);
  await page.goto(site.url);
  expect(await kept(page)).toHaveLength(1);
  await page.goto(`${site.url}?sw=0`);
  await expect.poll(registered).toBe(false);
  await expect.poll(() => caches(page)).toEqual([]);
});

test("embeds and framed pages keep nothing", async ({ page }) => {
  site.pages.set("host.html", `<!doctype html><iframe src="app/" width="900" height="600"></iframe>`);
  await page.goto(`${site.host}host.html`);
  await expect(
    page.frameLocator("iframe").getByRole("heading", { name: "Compare two execution traces" }),
  ).toBeVisible();
  await open(page, `${site.url}#mode=embed`);
  // A worker would be registered once the browser has nothing else to do.
  const registrations = page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve));
    }
    return (await navigator.serviceWorker.getRegistrations()).length;
  });
  expect(await registrations).toBe(0);
  expect(site.requests).not.toContain("sw.js");
});

test("the manifest names the files that the installed page opens", async ({ page }) => {
  await open(page, site.url);
  const manifest = JSON.parse(site.build.get("manifest.webmanifest")?.toString() ?? "{}") as {
    icons: { src: string }[];
    file_handlers: { accept: Record<string, string[]> }[];
  };
  expect(site.build.has(manifest.icons[0]?.src ?? "")).toBe(true);
  expect(Object.values(manifest.file_handlers[0]?.accept ?? {}).flat()).toEqual(
    expect.arrayContaining([".json", ".gz", ".diptych"]),
  );
});

test("files that the system opens with the page are read", async ({ page }) => {
  const [older] = examplePair();
  await page.addInitScript(() => {
    const setConsumer = (consumer: unknown) => Object.assign(window, { launch: consumer });
    Object.defineProperty(window, "launchQueue", { value: { setConsumer } });
  });
  await open(page, site.url);
  await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const file = new File([bytes], "old.json.gz");
    const handle = { kind: "file", name: file.name, getFile: () => Promise.resolve(file) };
    (window as unknown as { launch: (of: unknown) => void }).launch({ files: [handle] });
    await new Promise((resolve) => setTimeout(resolve));
  }, Buffer.from(older.content).toString("base64"));
  await expect(sideA(page)).toContainText("9,870 calls");
});
