// The rules for TypeScript that its compiler does not know. `npm run lint` checks them; scripts/lint-rules.test.mjs shows
// each of the project's own rules catching a violation.

import { createNodeResolver, importX } from "eslint-plugin-import-x";
import { readdirSync } from "node:fs";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

const HOSTILE = "Names in traces are hostile text: write them as text nodes.";
const POLICY = "The page's content security policy forbids inline styles. Set properties or classes.";

/** Every way to turn a string into HTML, by the member's name. */
const HTML_MEMBERS = ["innerHTML", "outerHTML", "insertAdjacentHTML", "setHTMLUnsafe"];

const DESK_FOLDERS = readdirSync(new URL("web/src/desks", import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => `./web/src/desks/${name}`);

export default defineConfig(
  {
    ignores: [
      "**/*.js",
      "crates/",
      "dist/",
      "dist-npm/",
      "target/",
      "test-results/",
      "web/src/generated/",
      "web/wasm/",
      "www/",
    ],
  },
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ["tsconfig.json", "web/tsconfig.worker.json", "tests/tsconfig.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "@typescript-eslint/no-floating-promises": [
        "error",
        { allowForKnownSafeCalls: [{ from: "package", package: "node:test", name: "test" }] },
      ],
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Inside an `async` function an exception becomes a rejection, also where nothing is awaited.
      "@typescript-eslint/require-await": "off",
    },
  },
  {
    name: "scripts and the shell have short functions",
    files: ["web/src/**/*.ts", "**/*.mjs"],
    rules: { "max-lines-per-function": ["error", { max: 100 }] },
  },
  {
    // Tests wrap methods of the browser's prototypes.
    files: ["tests/**/*.ts"],
    rules: { "@typescript-eslint/unbound-method": "off" },
  },
  {
    name: "the shell",
    files: ["web/src/**/*.ts"],
    plugins: { "import-x": importX },
    settings: {
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
      "import-x/resolver-next": [createNodeResolver({ extensionAlias: { ".js": [".ts", ".js"] } })],
    },
    rules: {
      "no-eval": "error",
      "no-new-func": "error",
      "@typescript-eslint/ban-ts-comment": [
        "error",
        { "ts-expect-error": true, "ts-ignore": true, "ts-nocheck": true, "ts-check": false },
      ],
      "@typescript-eslint/no-restricted-imports": [
        "error",
        {
          paths: ["unsafe-html", "unsafe-svg", "unsafe-mathml"].map((name) => ({
            name: `lit/directives/${name}.js`,
            message: HOSTILE,
          })),
        },
      ],
      "no-restricted-properties": [
        "error",
        ...HTML_MEMBERS.map((property) => ({ property, message: HOSTILE })),
        { object: "document", property: "write", message: HOSTILE },
        { object: "document", property: "writeln", message: HOSTILE },
      ],
      "no-restricted-syntax": [
        "error",
        { selector: "TemplateElement[value.raw=/\\sstyle=/]", message: POLICY },
        { selector: "Literal[value=/\\sstyle=/]", message: POLICY },
      ],
      "no-restricted-globals": [
        "error",
        ...["localStorage", "sessionStorage", "indexedDB"].map((name) => ({
          name,
          message: "Only storage.ts uses the browser's storage.",
        })),
      ],
      // A script that a desk fetches when it is first opened closes no circle.
      "import-x/no-cycle": ["error", { allowUnsafeDynamicCyclicDependency: true }],
      "import-x/no-restricted-paths": [
        "error",
        {
          basePath: import.meta.dirname,
          zones: [
            {
              target: ["components", "desks", "sides", "session", "comparison"].map((room) => `./web/src/${room}`),
              from: "./web/src/app.ts",
              message: "Take the actions you use as parameters, not the whole page.",
            },
            ...DESK_FOLDERS.map((folder) => ({
              target: ["./web/src/!(desks)/**/*", "./web/src/*.ts", "./web/src/desks/!(registry).ts"].concat(
                DESK_FOLDERS.filter((other) => other !== folder),
              ),
              from: folder,
              message: "Only the registry imports from a desk's folder.",
            })),
          ],
        },
      ],
    },
  },
  { files: ["web/src/storage.ts"], rules: { "no-restricted-globals": "off" } },
);
