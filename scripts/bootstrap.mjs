// The first step of every npm script: finds cargo, says what is missing in plain words, installs the npm packages
// while cargo builds xtask, then hands over to it. Runs before anything is installed, so it uses Node's own modules
// only.

import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { arch, env, exit, platform, argv, stderr, versions } from "node:process";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** Says what is missing and what to do about it, then ends with a failure. */
function stop(missing, remedy) {
  stderr.write(`\nCannot start: ${missing}\n  ${remedy}\n`);
  exit(1);
}

/** Whether `command --version` runs; rustup's proxies fail here when no toolchain is chosen. */
function runs(command) {
  return spawnSync(command, ["--version"], { cwd: ROOT, stdio: "ignore" }).status === 0;
}

if (Number(versions.node.split(".")[0]) < OLDEST_NODE) {
  stop(`Node ${versions.node} is too old.`, `Install Node ${OLDEST_NODE} or newer from https://nodejs.org.`);
}

// A shell opened before rustup was installed does not have its folder on the path yet.
const cargoBin = join(env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");
if (existsSync(cargoBin)) env.PATH = `${env.PATH ?? ""}${delimiter}${cargoBin}`;

if (!runs("cargo")) {
  if (!runs("rustup")) {
    stop("neither cargo nor rustup was found.", "Install Rust with rustup from https://rustup.rs.");
  }
  stderr.write("No Rust toolchain is chosen; installing the stable one.\n");
  const options = ["toolchain", "install", "stable", "--profile", "minimal"];
  const installed = spawnSync("rustup", options, { stdio: ["ignore", "inherit", "inherit"] });
  if (installed.status !== 0 || spawnSync("rustup", ["default", "stable"]).status !== 0) {
    stop("rustup could not install a toolchain.", "Run `rustup default stable` and read its message.");
  }
}
if (platform === "linux" && !runs("cc")) {
  stop("Rust needs a C linker (`cc`).", "On Debian or Ubuntu: apt-get install -y gcc libc6-dev");
}

const [verb, ...rest] = argv.slice(2);
if (verb === undefined) stop("no verb was given.", "Try: npm run xtask -- help");

/** Runs a program to its end with its output passed on: whether it succeeded. Its time goes to `stages`. */
function run(stage, command, args, stdio) {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: ROOT, stdio, shell: platform === "win32" });
    child.on("error", () => resolve(false));
    child.on("exit", (code) => {
      stages.push(`${stage}=${((performance.now() - began) / 1000).toFixed(1)}`);
      resolve(code === 0);
    });
  });
}
const stages = [];

/** Installs the packages of the lock unless they are there already, for this platform. */
async function installPackages() {
  const installed = join(ROOT, "node_modules", ".diptych-lock");
  const wanted = `${platform} ${arch}\n${readFileSync(join(ROOT, "package-lock.json"), "utf8")}`;
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return true;
  stderr.write("npm packages …\n");
  // No package here needs an install script, so none may run.
  const options = ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const done = await run("npm packages", "npm", options, ["ignore", "ignore", "inherit"]);
  if (done) writeFileSync(installed, wanted);
  return done;
}

/** Builds xtask, loudly when it is the first time and takes long. */
function buildTool() {
  const first = !existsSync(join(ROOT, "target", "tool"));
  if (first) stderr.write("build tool (once, about a minute) …\n");
  const options = ["build", "--profile", "tool", "--package", "xtask", ...(first ? [] : ["--quiet"])];
  return run("build tool", "cargo", options, ["ignore", "inherit", "inherit"]);
}

const [tool, packages] = await Promise.all([buildTool(), installPackages()]);
if (!tool) exit(1);
if (!packages) stop("the npm packages could not be installed.", "Is the network up? The lines above say more.");
const long = stages.filter((stage) => Number(stage.split("=")[1]) >= 1);
for (const stage of long) {
  const [name, seconds] = stage.split("=");
  stderr.write(`${name.padEnd(32)} ${seconds.padStart(7)} s\n`);
}
env.DIPTYCH_STAGES = long.join(";");
const xtask = ["run", "--quiet", "--profile", "tool", "--package", "xtask", "--", verb, ...rest];
const done = spawnSync("cargo", xtask, { cwd: ROOT, stdio: "inherit" });
exit(done.status ?? 1);
