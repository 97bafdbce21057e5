// What the rooms of the shell may know of each other.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";

const ROOT = join("web", "src");

/** Files of the shell, and what each imports, as paths below the shell's folder. */
const FILES: ReadonlyMap<string, readonly string[]> = new Map(
  readdirSync(ROOT, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, importsOf(path)]),
);

function importsOf(path: string): string[] {
  const found = readFileSync(join(ROOT, path), "utf8").matchAll(/from "(\.[^"]+)\.js"/gu);
  return [...found].map(([, to = ""]) => join(dirname(path), to).replaceAll("\\", "/"));
}

function importersOf(wanted: (to: string) => boolean, from: (path: string) => boolean): string[] {
  return [...FILES].filter(([path, imports]) => from(path) && imports.some(wanted)).map(([path]) => path);
}

test("components and desks take the actions they use, never the page put together", () => {
  assert.ok(FILES.size > 100);
  assert.deepEqual(importersOf((to) => to === "app", (path) => /^(components|desks|sides|session|comparison)\//.test(path)), []);
});

test("the registry alone knows a desk's folder", () => {
  const folders = new Set([...FILES.keys()].flatMap((path) => /^desks\/[^/]+(?=\/)/.exec(path) ?? []));
  assert.ok(folders.size > 0);
  for (const folder of folders) {
    const inside = (path: string) => path.startsWith(`${folder}/`);
    assert.deepEqual(importersOf(inside, (path) => !inside(path)), ["desks/registry.ts"]);
  }
});
