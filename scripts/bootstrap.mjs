// The first step of every npm script: finds cargo, says what is missing in plain words, then hands over to
// xtask, which does all other set-up. Runs before anything is installed, so it uses Node's own modules only.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { env, exit, platform, argv, stderr, versions } from "node:process";
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
const xtask = ["run", "--quiet", "--profile", "tool", "--package", "xtask", "--", verb, ...rest];
if (!existsSync(join(ROOT, "target", "tool"))) stderr.write("Building the build tool (once, a minute or two) …\n");
const done = spawnSync("cargo", xtask, { cwd: ROOT, stdio: "inherit" });
exit(done.status ?? 1);
