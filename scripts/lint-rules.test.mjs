// Every rule that eslint.config.js adds for this project catches a violation, and lets its neighbours pass.

import { ESLint } from "eslint";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

// In CI typescript-eslint reads each file once, from disk, and would not see the texts of these tests.
process.env.TSESTREE_SINGLE_RUN = "false";

const eslint = new ESLint();

/** Returns the names of the rules that `text` breaks as the file at `path`, which has to exist. */
async function broken(path, text) {
  const [result] = await eslint.lintText(text, { filePath: path });
  return result.messages.map(({ ruleId, message }) => ruleId ?? message);
}

/** Asserts that each text breaks `rule` in the file at `path`. */
async function assertBreaks(rule, path, texts) {
  for (const text of texts) {
    assert.ok((await broken(path, text)).includes(rule), `${rule} in ${path}: ${text}`);
  }
}

test("HTML made from strings is caught", async () => {
  const members = ["x.innerHTML = name;", "x.outerHTML = name;", 'x.insertAdjacentHTML("beforeend", name);'];
  const written = members.map((line) => `export function f(x: HTMLElement, name: string): void { ${line} }`);
  await assertBreaks("no-restricted-properties", "web/src/words.ts", [...written, "document.write(location.href);"]);
  const unsafe = ["unsafe-html", "unsafe-svg"].map((name) => `export * as made from "lit/directives/${name}.js";`);
  await assertBreaks("@typescript-eslint/no-restricted-imports", "web/src/words.ts", unsafe);
});

test("inline styles are caught", async () => {
  const lines = ['export const a = html`<p style="color: x">`;', "export const a = html`<p style=${x}>`;"];
  await assertBreaks("no-restricted-syntax", "web/src/words.ts", [...lines, "export const a = '<p style=\"x\">';"]);
  assert.doesNotMatch(readFileSync("www/index.html", "utf8"), /\sstyle=/u);
});

test("strings as code are caught", async () => {
  await assertBreaks("no-eval", "web/src/words.ts", ['eval("1");']);
  await assertBreaks("no-new-func", "web/src/words.ts", ['export const f = new Function("return 1");']);
});

test("ways around the type checker are caught", async () => {
  const anys = ["export function f(a: any): void { g(a); }", "export const b = c as any;", "export let d: any[];"];
  await assertBreaks("@typescript-eslint/no-explicit-any", "web/src/words.ts", anys);
  const comments = ["@ts-ignore", "@ts-nocheck", "@ts-expect-error: it is late"].map((word) => `// ${word}\nf();`);
  await assertBreaks("@typescript-eslint/ban-ts-comment", "web/src/words.ts", comments);
});

test("the browser's storage belongs to one module", async () => {
  const uses = ["localStorage.clear();", "sessionStorage.clear();", "indexedDB.databases();"];
  await assertBreaks("no-restricted-globals", "web/src/words.ts", uses);
  assert.ok(!(await broken("web/src/storage.ts", "localStorage.clear();")).includes("no-restricted-globals"));
});

test("the page put together and the folders of desks are out of reach", async () => {
  const rule = "import-x/no-restricted-paths";
  const app = (up) => [`export type { App } from "${up}/app.js";`];
  await assertBreaks(rule, "web/src/components/page.ts", app(".."));
  await assertBreaks(rule, "web/src/desks/compare/tools.ts", app("../.."));
  await assertBreaks(rule, "web/src/sides/sides.ts", app(".."));
  const desk = (from) => [`export { sourceOf } from "${from}/structure/source.js";`];
  await assertBreaks(rule, "web/src/app.ts", desk("./desks"));
  await assertBreaks(rule, "web/src/components/page.ts", desk("../desks"));
  await assertBreaks(rule, "web/src/desks/front.ts", desk("."));
  await assertBreaks(rule, "web/src/desks/compare/tools.ts", desk(".."));
  assert.ok(!(await broken("web/src/desks/registry.ts", desk(".")[0])).includes(rule));
  assert.ok(!(await broken("web/src/desks/structure/tools.ts", 'export * from "./source.js";')).includes(rule));
});

test("files that import each other are caught", async () => {
  await assertBreaks("import-x/no-cycle", "web/src/state/page-state.ts", ['export { mirrored } from "./mirror.js";']);
  const types = 'export type { Link } from "./link.js";';
  assert.ok(!(await broken("web/src/state/page-state.ts", types)).includes("import-x/no-cycle"));
});

test("long functions are caught", async () => {
  const long = (lines) => `export function f() {\n${"  g();\n".repeat(lines - 2)}}\n`;
  await assertBreaks("max-lines-per-function", "web/src/words.ts", [long(101)]);
  await assertBreaks("max-lines-per-function", "scripts/docs.mjs", [long(101)]);
  assert.ok(!(await broken("web/src/words.ts", long(100))).includes("max-lines-per-function"));
});

test("promises that nobody waits for are caught", async () => {
  const text =
    'import { test, expect } from "@playwright/test";\ntest("x", ({ page }) => { expect(page).toHaveURL("/"); });';
  await assertBreaks("@typescript-eslint/no-floating-promises", "tests/links.spec.ts", [text]);
});
