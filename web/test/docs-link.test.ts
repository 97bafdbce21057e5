// Links from the page to its documentation lead to pages and headings that exist.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

import { FAILURE_DOCS, HELP_DOCS } from "../src/components/docs-link.js";
import { DESKS } from "../src/desks/registry.js";
import { WASM_BLOCKED } from "../src/sides/failures.js";

/** A heading as the built page names it. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .trim()
    .replaceAll(" ", "-");
}

test("every page and heading that the page links to exists", () => {
  const pages = [
    ...Object.values(FAILURE_DOCS),
    ...HELP_DOCS.map(([page]) => page),
    ...DESKS.map(({ guide }) => guide),
    WASM_BLOCKED.docs ?? "",
    "identity",
    "hosting#caching-and-updates",
  ];
  for (const page of pages) {
    const [name = "", heading] = page.split("#");
    assert.ok(existsSync(`docs/${name}.md`), page);
    const headings = [...readFileSync(`docs/${name}.md`, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, text]) =>
      slug(text ?? ""),
    );
    assert.ok(heading === undefined || headings.includes(heading), `${page}: ${headings.join(" ")}`);
  }
});

test("each desk gives its own hint and its own guide", () => {
  assert.equal(new Set(DESKS.map(({ detailsHint }) => detailsHint)).size, DESKS.length);
  assert.equal(new Set(DESKS.map(({ guide }) => guide)).size, DESKS.length);
});

test("every picture of README and docs exists in light and in dark", () => {
  const pages = [
    "README.md",
    ...readdirSync("docs")
      .filter((name) => name.endsWith(".md"))
      .map((name) => `docs/${name}`),
  ];
  const shown = pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/pictures\/([\w-]+?)(?:-dark)?\.webp/g)].map(([, name]) => name ?? ""),
  );
  assert.ok(shown.length > 0);
  for (const name of new Set(shown)) {
    assert.ok(
      existsSync(`docs/pictures/${name}.webp`) && existsSync(`docs/pictures/${name}-dark.webp`),
      `${name}: run npm run pictures`,
    );
  }
});
