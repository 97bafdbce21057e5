// Failures that the page itself notices, in the words of the page: what, where, what to do.

import type { ErrorCode } from "../../../packages/embed/src/messages.js";
import type { Failure, SideName } from "../generated/protocol.js";
import { bytes, count } from "../format.js";
import type { Source } from "./sources.js";
import { isReport } from "../engine/assets.js";
import type { Death, WorkerDeath } from "../engine/errors.js";
import type { Recovery } from "./recovery.js";
import type { FetchProblem } from "../engine/worker-messages.js";
import type { Notice } from "../state/page-state.js";

/** A failure with the code that hosts of an embedded view learn, where its kind does not tell. */
export type CodedFailure = Failure & { code?: ErrorCode };

export function badLink(side: SideName, text: string): CodedFailure {
  const body = "A link starts with https:// or is a path relative to this page.";
  return link(side, text === "" ? "The link is empty." : `${text} is not a link to a file.`, body);
}

export function insecureLink(side: SideName, url: URL): CodedFailure {
  return link(
    side,
    `The page loads no trace from http://${url.host}/…, because anybody on the way could read or change it.`,
    "Use an https link, or download the file and drop it here.",
  );
}

/** Browsers load nothing from an address with a name and a password, and everybody who gets a link can read them. */
export function linkWithLogin(side: SideName, url: URL): CodedFailure {
  return link(
    side,
    `The link to ${url.host} contains a user name or a password.`,
    "Browsers load no file from such a link. Download the file and drop it here.",
  );
}

/** Somebody, or the deployer of the page, does not let the page ask an origin for a trace. */
export function refusedOrigin(side: SideName, origin: string, by: "refused" | "forbidden"): CodedFailure {
  const { host } = new URL(origin);
  const failure =
    by === "refused"
      ? link(side, `${host} was not asked for the trace.`, "You answered No. Try again to load it after all.")
      : link(
          side,
          `This page may not load traces from ${host}.`,
          "Its owner lists the allowed hosts in `traceOrigins` of `diptych.json`. Download the file and drop it here.",
        );
  return { ...failure, code: "refused" };
}

/** The bytes behind a link, or of a file, could not be had. */
export function unreachable(side: SideName, source: Source, why: FetchProblem): CodedFailure {
  const host = source.bytes.kind === "link" ? new URL(source.bytes.url).host : source.name;
  switch (why.kind) {
    case "refused":
      return link(
        side,
        `${host} does not let this page read the file.`,
        "Download the file and drop it here. Or let the server send `Access-Control-Allow-Origin: *`.",
        "cors",
      );
    case "policy":
      return link(
        side,
        `This page’s Content-Security-Policy blocks ${host}.`,
        `Ask the owner of this page to allow \`${host}\` in \`connect-src\`. Or download the file and drop it here.`,
        "csp",
      );
    case "status":
      return link(
        side,
        `${host} answered ${why.status} for ${source.name}.`,
        why.status === 404 ? "There is no such file. Check the link." : "Open the link in a tab to see why.",
      );
    case "no-answer":
      // Addresses like `data:` and `blob:` have no host.
      if (host === "") {
        return link(side, `${source.name} cannot be read.`, "Ask for the link again: part of it may be missing.");
      }
      return link(side, `${host} does not answer.`, "Check the link and your connection, or drop the file.");
    case "not-tiles":
      return link(
        side,
        `${source.name} is not a folder of tiles. ${why.why}.`,
        "Write the folder again with `diptych tile`, and serve all of its files.",
      );
    case "no-ranges":
      return link(
        side,
        `${host} does not send parts of files.`,
        "Tiles need a server that answers range requests with status 206, such as nginx, Apache, Caddy, GitHub Pages or S3.",
      );
    case "broken-off": {
      const what = {
        link: `The connection to ${host} broke`,
        file: `The browser stopped reading ${source.name}`,
        posted: `The page that sends ${source.name} stopped`,
        kept: `The browser stopped reading ${source.name}`,
      }[source.bytes.kind];
      // A stream comes once.
      const body = source.bytes.kind === "posted" ? "Let that page send it again, or drop the file." : "Try again.";
      return link(side, `${what} after ${bytes(why.bytesIn)} (byte ${count(why.bytesIn)}).`, body);
    }
  }
}

/** The host, or the browser, lets nothing run that reads and draws traces. */
export const WASM_BLOCKED: Notice & { code: ErrorCode } = {
  code: "csp",
  title: "This host’s Content-Security-Policy blocks WebAssembly.",
  body: "Ask its owner to allow `'wasm-unsafe-eval'` in `script-src`. If the host sends no such policy, this browser has WebAssembly switched off.",
  tone: "danger",
  docs: "hosting#which-content-security-policy-a-host-may-send",
};

/** The browser draws nothing. */
export const NO_GRAPHICS = {
  code: "no-webgl",
  title: "This browser offers neither WebGPU nor WebGL 2, so there are no pictures.",
  body: "Tables still work. For pictures, switch on “Use graphics acceleration” in the browser’s settings.",
} as const;

/** Advice for a file of this page that could not be fetched. */
function fetchAgain(): string {
  return isReport()
    ? "This report is damaged. Ask its sender for the file again."
    : "Check the connection, then retry. If Diptych was updated on its server since, reload the page.";
}

/** A script that the page fetches when it first needs it is not there. */
export function missingPart(): Notice & { code: ErrorCode } {
  return {
    code: "stale-assets",
    title: "A script of this page could not be fetched.",
    body: `What is open stays. ${fetchAgain()}`,
    tone: "danger",
  };
}

/** A report without traces is small because it lacks the code that reads files. */
export function noReader(side: SideName): CodedFailure {
  return {
    side,
    kind: "link",
    code: "unsupported",
    title: "This report cannot open other files.",
    body: "It holds one comparison without its traces. Open the files in Diptych.",
  };
}

export function readerDied(side: SideName, { kind, why }: WorkerDeath): CodedFailure {
  const name = side.toUpperCase();
  return kind === "not-fetched"
    ? {
        side,
        kind: "worker-died",
        code: "stale-assets",
        title: `${name} was not read: a script of this page could not be fetched.`,
        body: fetchAgain(),
      }
    : {
        side,
        kind: "worker-died",
        code: "memory",
        title: `Reading ${name} stopped, probably because the browser ran out of memory.`,
        body: `Close other tabs and try again, or read a part of the file. The browser says: ${why}`,
      };
}

/** `lost`: the sides that held something; `desk`: the title of the desk that was open. */
export function engineDied(
  { kind, why, taking }: Death,
  lost: readonly SideName[],
  { sides, leavesDesk }: Recovery,
  desk: string,
): CodedFailure {
  const [again, left] = [sides, lost.filter((side) => !sides.includes(side))].map((some) =>
    some.map((side) => side.toUpperCase()).join(" and "),
  );
  const cause =
    taking.length > 0
      ? `It stopped while it took over ${left}. `
      : leavesDesk
        ? `It stopped twice on the ${desk} desk, so Compare is open now. `
        : "";
  const read =
    again === ""
      ? "The traces are no longer open; your files are untouched. Load them again."
      : left === ""
        ? `${again} ${sides.length > 1 ? "are" : "is"} read again by ${sides.length > 1 ? "themselves" : "itself"}.`
        : `${again} is read again. ${left} is not, because it may be the cause.`;
  return kind === "not-fetched"
    ? {
        side: null,
        kind: "worker-died",
        code: "stale-assets",
        title: "The engine could not be fetched.",
        body: fetchAgain(),
      }
    : {
        side: null,
        kind: "worker-died",
        code: "memory",
        title: "The engine stopped and was restarted.",
        body: `${cause}${read} The browser says: ${why}`,
      };
}

export function computeDied({ kind, why }: WorkerDeath): CodedFailure {
  return kind === "not-fetched"
    ? {
        side: null,
        kind: "worker-died",
        code: "stale-assets",
        title: "The code that compares traces could not be fetched.",
        body: `Both traces and their pictures stay. ${fetchAgain()}`,
      }
    : {
        side: null,
        kind: "worker-died",
        code: "memory",
        title: "The comparison stopped.",
        body: `The pictures still work. Retry the comparison. The browser says: ${why}`,
      };
}

function link(side: SideName, title: string, body: string, code: ErrorCode = "http"): CodedFailure {
  return { side, kind: "link", title, body, code };
}
