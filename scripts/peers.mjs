// Measures other viewers beside the page, in one Chromium and one run: node scripts/peers.mjs PLAN RESULTS
//
// PLAN is JSON: the browser, the folders of the viewers and the files. RESULTS gets one line of JSON a measurement. A
// viewer that fails or takes too long is listed with the reason. `npm run bench:peers` writes the plan.

import { spawn } from "node:child_process";
import { appendFileSync, createReadStream, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { basename, extname, join, normalize } from "node:path";
import { argv, exit, getuid, stderr } from "node:process";

import { chromium } from "playwright-core";

/** How long a viewer may take for one file, ms. */
const PATIENCE_MS = 240_000;

/** How often the memory of a process is looked at, ms. */
const LOOK_MS = 20;

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

/**
 * The viewers: the formats that they read here, their page, how they get a file, and when their first picture stands.
 * `ready` and `shown` run in the page.
 */
const VIEWERS = {
  diptych: {
    formats: ["chrome-json", "v8-cpuprofile", "speedscope"],
    page: "",
    give: dropFile,
    ready: () => window.diptych?.busy().length === 0,
    shown: () => window.diptych.backend() !== null && !window.diptych.busy().some((what) => what === "frame"),
    // A side that is read has a card with its number of calls.
    loaded: () => /\d calls/u.test(document.body.innerText),
  },
  speedscope: {
    formats: ["chrome-json", "v8-cpuprofile", "speedscope"],
    page: "index.html",
    give: chooseFile,
    ready: () => document.querySelector("input[type=file]") !== null,
    shown: () => document.querySelector("canvas") !== null,
    // The title names the profile once it is imported.
    loaded: () => document.title !== "speedscope" && document.title !== "",
  },
  perfetto: {
    formats: ["chrome-json"],
    page: "index.html",
    give: chooseFile,
    ready: () => document.querySelector("input.trace_file") !== null,
    shown: () => document.querySelector("canvas") !== null,
    // The address names the trace once it is open.
    loaded: () => location.hash.startsWith("#!/viewer"),
  },
  cpupro: {
    // Of Chrome's JSON it reads what holds CPU profiles, which these files don't.
    formats: ["v8-cpuprofile"],
    page: "app.html",
    give: openFile,
    ready: () => document.readyState === "complete",
    // All of the page lies in one shadow tree. The offer to open a file leaves when the profile is on screen.
    loaded: () =>
      [...document.querySelectorAll("*")].every(
        (element) => !/Supported formats/u.test(element.shadowRoot?.textContent),
      ),
    shown: () => true,
  },
};

const [planFile, resultsFile] = argv.slice(2);
if (resultsFile === undefined) {
  stderr.write("Usage: node scripts/peers.mjs PLAN RESULTS\n");
  exit(2);
}
const plan = JSON.parse(readFileSync(planFile, "utf8"));
writeFileSync(resultsFile, "");

const tell = (result) => {
  appendFileSync(resultsFile, `${JSON.stringify(result)}\n`);
  console.log(JSON.stringify(result));
};

for (const [viewer, folder] of Object.entries(plan.viewers)) {
  for (const file of plan.files) {
    const { formats } = VIEWERS[viewer];
    if (!formats.includes(file.format)) {
      continue;
    }
    const about = { viewer, format: file.format, calls: file.calls, size: statSync(file.path).size };
    const failure =
      folder.missing ?? (existsSync(join(folder.path, VIEWERS[viewer].page)) ? null : "its page is missing");
    tell({ ...about, ...(failure === null ? await inTab(viewer, folder.path, file.path) : { failure }) });
  }
}
for (const program of plan.programs) {
  for (const { format, calls, path } of plan.files.filter((file) => file.format === program.format)) {
    tell({ viewer: program.name, format, calls, size: statSync(path).size, ...(await natively(program, path)) });
  }
}

/** Opens a viewer in a browser of its own and gives it a file. Returns milliseconds and the peak of its processes. */
async function inTab(viewer, folder, file) {
  const { page: name, give, ready, shown, loaded } = VIEWERS[viewer];
  const server = await serve(folder);
  const args = ["--enable-unsafe-swiftshader", "--no-first-run", "--disable-background-networking"];
  const browser = await chromium.launch({
    executablePath: plan.chromium,
    args: [...args, ...(getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`);
    const limit = { timeout: PATIENCE_MS, polling: 50 };
    await page.waitForFunction(ready, undefined, limit);
    await page.waitForTimeout(1_000);
    await hold(page, file);
    const begun = performance.now();
    await give(page, file);
    try {
      await page.waitForFunction(loaded, undefined, limit);
      await page.waitForFunction(shown, undefined, limit);
    } catch (error) {
      const why = errors.at(-1) ?? String(error.message).split("\n")[0];
      return { failure: why, peak: await peakOf(browser) };
    }
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const ms = performance.now() - begun;
    return { ms, peak: await peakOf(browser) };
  } catch (error) {
    return { failure: String(error.message).split("\n")[0] };
  } finally {
    await browser.close();
    server.close();
  }
}

/** Gives the page a file in an `<input>` of its own, so that no bytes cross a protocol. */
async function hold(page, file) {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement("input"), { type: "file", id: "held", hidden: true });
    document.body.append(input);
  });
  await page.locator("#held").setInputFiles(file);
}

/** Drops the held file on the page. */
async function dropFile(page) {
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(document.querySelector("#held").files[0]);
    for (const type of ["dragenter", "dragover", "drop"]) {
      const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
    }
  });
}

/** Chooses the file in the viewer's own `<input>`. */
async function chooseFile(page, file) {
  await page.locator("input[type=file]:not(#held)").first().setInputFiles(file);
}

/** Chooses the file in the dialog that the viewer opens. */
async function openFile(page, file) {
  const dialog = page.waitForEvent("filechooser");
  await page.getByText("Open file").first().click();
  await (await dialog).setFiles(file);
}

/** Returns the largest peak of a tab's process in bytes; `null` where the system has no such books. */
async function peakOf(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  try {
    const peaks = processInfo.filter(({ type }) => type === "renderer").map(({ id }) => highWater(id));
    return Math.max(...peaks);
  } catch {
    return null;
  }
}

function highWater(pid) {
  return Number(/^VmHWM:\s*(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
}

/** Runs a program on a file. Its output is discarded. */
function natively({ command, args }, file) {
  return new Promise((resolve) => {
    const begun = performance.now();
    const all = args.map((word) => ({ FILE: file, PICTURE: plan.picture })[word] ?? word);
    const child = spawn(command, all, { stdio: ["ignore", "ignore", "pipe"] });
    let [peak, words] = [0, ""];
    // The system keeps the peak, so the last look before the end is close to it.
    const look = setInterval(() => {
      try {
        peak = Math.max(peak, highWater(child.pid));
      } catch {
        // The process has ended.
      }
    }, LOOK_MS);
    const late = setTimeout(() => child.kill(), PATIENCE_MS);
    const end = (result) => {
      clearInterval(look);
      clearTimeout(late);
      resolve(result);
    };
    child.stderr.on("data", (text) => (words += text));
    child.on("error", (error) => end({ failure: error.message }));
    child.on("exit", (code, signal) => {
      const failure = signal === null ? words.trim().split("\n").at(-1) || `exit code ${code}` : `ended by ${signal}`;
      end(code === 0 ? { ms: performance.now() - begun, peak } : { failure });
    });
  });
}

/** Serves a folder on this machine. */
function serve(folder) {
  const server = createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const file = join(folder, path.endsWith("/") ? join(path, "index.html") : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[extname(basename(file))] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
