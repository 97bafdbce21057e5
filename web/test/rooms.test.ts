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

/** What a file runs of others, beside the types that it names. */
function valuesOf(path: string): string[] {
  const found = readFileSync(join(ROOT, path), "utf8").matchAll(
    /^(?:import|export) (?!type\b)(?<what>[^"]*?) from "(?<to>\.[^"]+)\.js"/gmu,
  );
  const runs = (what: string) =>
    what
      .replace(/[{}]/gu, ",")
      .split(",")
      .some((name) => name.trim() !== "" && !name.trim().startsWith("type "));
  return [...found]
    .filter(({ groups }) => runs(groups?.["what"] ?? ""))
    .map(({ groups }) => join(dirname(path), `${groups?.["to"] ?? ""}.ts`).replaceAll("\\", "/"))
    .filter((to) => FILES.has(to));
}

test("no two files run each other", () => {
  const done = new Set<string>();
  const circleFrom = (path: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(path)) {
      return [...way.slice(way.indexOf(path)), path];
    }
    if (done.has(path)) {
      return null;
    }
    for (const next of valuesOf(path)) {
      const circle = circleFrom(next, [...way, path]);
      if (circle !== null) {
        return circle;
      }
    }
    done.add(path);
    return null;
  };
  assert.deepEqual(
    [...FILES.keys()].map((path) => circleFrom(path, [])).find((circle) => circle !== null) ?? null,
    null,
  );
});

test("components and desks take the actions they use, never the page put together", () => {
  assert.ok(FILES.size > 100);
  assert.deepEqual(
    importersOf(
      (to) => to === "app",
      (path) => /^(components|desks|sides|session|comparison)\//.test(path),
    ),
    [],
  );
});

test("the registry alone knows a desk's folder", () => {
  const folders = new Set([...FILES.keys()].flatMap((path) => /^desks\/[^/]+(?=\/)/.exec(path) ?? []));
  assert.ok(folders.size > 0);
  for (const folder of folders) {
    const inside = (path: string) => path.startsWith(`${folder}/`);
    assert.deepEqual(
      importersOf(inside, (path) => !inside(path)),
      ["desks/registry.ts"],
    );
  }
});

test("only one module uses the browser's storage", () => {
  const uses = [...FILES.keys()].filter((path) =>
    /\b(localStorage|sessionStorage|indexedDB)\b/u.test(readFileSync(join(ROOT, path), "utf8")),
  );
  assert.deepEqual(uses, ["storage.ts"]);
});
