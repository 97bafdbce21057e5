// A display for Firefox: it has no WebGL without one on Linux.

import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { env } from "node:process";

export type Display = { name: string; end: () => void };

/** Starts a display of its own, under a number that is free; `null` on systems where Firefox needs none. */
export async function startDisplay(): Promise<Display | null> {
  const program = env["XVFB"];
  if (program === undefined) {
    return null;
  }
  const screen = ["-screen", "0", "1600x1200x24", "+extension", "GLX", "-nolisten", "tcp"];
  const server = spawn(program, ["-displayfd", "3", ...screen], { stdio: ["ignore", "ignore", "pipe", "pipe"] });
  const end = () => void server.kill();
  process.once("exit", end); // A runner that is interrupted leaves no display behind.
  try {
    return { name: `:${await displayNumber(server)}`, end };
  } catch (error) {
    end();
    throw error;
  }
}

/** Waits for the number, which Xvfb writes once it answers. */
function displayNumber(server: ChildProcess): Promise<string> {
  let errors = "";
  server.stderr?.on("data", (text: Buffer) => (errors += text.toString()));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`Xvfb did not start. ${errors}`)));
    (server.stdio[3] as Readable).once("data", (number: Buffer) => resolve(number.toString().trim()));
  });
}
