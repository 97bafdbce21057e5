// Links and files pasted onto the start page.

import { expect, type Page, test } from "@playwright/test";

import { address, type Dropped, examplePair, idle, NEW, OLD, open } from "./support/diptych.js";

const side = (page: Page, letter: "A" | "B") => page.getByRole("region", { name: `Side ${letter}`, exact: true });

async function paste(page: Page, content: { text?: string; files?: readonly Dropped[] }): Promise<void> {
  const files = (content.files ?? []).map(({ name, lastModified, content: bytes }) => ({
    name,
    lastModified: lastModified ?? 1,
    base64: Buffer.from(bytes).toString("base64"),
  }));
  await page.evaluate(
    ([text, all]) => {
      const clipboardData = new DataTransfer();
      if (text !== "") {
        clipboardData.setData("text/plain", text);
      }
      for (const { name, lastModified, base64 } of all) {
        clipboardData.items.add(
          new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { lastModified }),
        );
      }
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    [content.text ?? "", files] as const,
  );
  await idle(page);
}

test("a pasted link fills A, the next one B", async ({ page }) => {
  await open(page, "");
  await paste(page, { text: `  ${OLD.link}\n` });
  await expect(side(page, "A")).toContainText("9,870 calls");
  await paste(page, { text: NEW.link });
  await expect(side(page, "B")).toContainText("9,826 calls");
  expect(await address(page)).toMatchObject({ a: OLD.link, b: NEW.link });
  await paste(page, { text: OLD.link }); // Both sides are taken.
  await expect(side(page, "B")).toContainText("9,826 calls");
});

test("two pasted files are a pair, and prose is no link", async ({ page }) => {
  await open(page, "");
  await paste(page, { text: "no link at all" });
  await expect(page.locator(".toast")).toHaveText("Paste a link to a trace, or a file.");
  await paste(page, { files: examplePair() });
  await expect(side(page, "A")).toContainText("old.json.gz");
  await expect(side(page, "B")).toContainText("new.json.gz");
});
