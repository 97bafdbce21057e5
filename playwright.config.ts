// The browser tests: the built page under a sub-path of a plain file server, in the system's Chromium.
//
// `npm run browser` (or `npm test`) names the browser, the server and a free port in the environment; nothing
// here needs a GPU: Chromium draws with SwiftShader.

import { env, getuid } from "node:process";

import { defineConfig } from "@playwright/test";

const port = Number(env["DIPTYCH_PORT"] ?? 8199);
const base = "/some/sub/path/";
const url = `http://127.0.0.1:${port}${base}`;
const xtask = env["DIPTYCH_XTASK"] ?? "cargo run --quiet --profile tool --package xtask --";

/** A browser that talks to nobody and starts as root, as in containers. */
const quiet = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run",
  // Hosts that are not this machine, for pages that must not be trusted.
  "--host-resolver-rules=MAP *.test 127.0.0.1",
  ...(getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** WebGL2 without a GPU. No WebGPU adapter answers, so the page takes its WebGL2 renderer. */
const webgl = ["--enable-unsafe-swiftshader"];

/** WebGPU without a GPU. Presenting to a canvas stays blank; rendering to a texture and reading back works. */
const webgpu = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
  "--use-vulkan=swiftshader",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-gpu-compositing",
];

/** A project whose browser is started with `flags`. */
function inChromium(name: string, flags: readonly string[]) {
  const program = env["CHROMIUM"];
  const args = [...quiet, ...flags];
  return { name, use: { launchOptions: program === undefined ? { args } : { args, executablePath: program } } };
}

// A recording of each test (`--trace retain-on-failure`) takes longer than the test: ask for it when one fails.
export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  snapshotPathTemplate: "tests/goldens/{arg}{ext}",
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // What a service worker answers, no test could hold back or count. Its own tests allow it.
  // Tests of a worker follow each other in one context, whose storage is emptied between them: a process less to start.
  use: {
    // Hosts of the tests show certificates that they made themselves.
    ignoreHTTPSErrors: true,
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    reuseContext: true,
    serviceWorkers: "block",
  },
  projects: [
    inChromium("webgl", webgl),
    {
      ...inChromium("webgpu", webgpu),
      testMatch: ["**/corpus*.spec.ts", "**/export*.spec.ts", "**/renderer*.spec.ts"],
    },
  ],
  webServer: {
    command: `${xtask} serve --no-build --port ${port} --base ${base}`,
    url,
    reuseExistingServer: false,
    timeout: 120_000,
  },
});
