// Failures that the page itself notices, in the words of the page: what, where, what to do.

import type { Failure, SideName } from "../generated/protocol.js";
import { bytes, count } from "../format.js";
import type { Source } from "./sources.js";
import type { Unreachable } from "../engine/worker-messages.js";

export function badLink(side: SideName, text: string): Failure {
  const body = "A link starts with https:// or is a path relative to this page.";
  return link(side, text === "" ? "The link is empty." : `${text} is no link to a file.`, body);
}

export function insecureLink(side: SideName, url: URL): Failure {
  return link(side, `A secure page may not read http://${url.host}/….`, "Use https there, or drop the file.");
}

/** The bytes behind a link, or of a file, could not be had. */
export function unreachable(side: SideName, source: Source, why: Unreachable): Failure {
  const host = source.bytes.kind === "link" ? new URL(source.bytes.url).host : source.name;
  switch (why.kind) {
    case "refused":
      return link(
        side,
        `${host} does not let this page read the file.`,
        "Its server must send `Access-Control-Allow-Origin: *`. Or download the file and drop it here.",
      );
    case "status":
      return link(
        side,
        `${host} answered ${why.status} for ${source.name}.`,
        why.status === 404 ? "There is no such file. Check the link." : "Open the link in a tab to see why.",
      );
    case "no-answer":
      return link(side, `${host} does not answer.`, "Check the link and the connection, or drop the file.");
    case "broken-off": {
      const what = source.bytes.kind === "link" ? `${host} broke off` : `${source.name} could not be read further`;
      const body = "Nothing was kept. Try again.";
      return link(side, `${what} after ${bytes(why.bytesIn)} (byte ${count(why.bytesIn)}).`, body);
    }
  }
}

export function readerDied(side: SideName, why: string): Failure {
  return {
    side,
    kind: "worker-died",
    title: `Reading ${side.toUpperCase()} stopped: the browser ended its worker, probably for memory.`,
    body: `The browser says: ${why}`,
  };
}

export function engineDied(why: string): Failure {
  return {
    side: null,
    kind: "worker-died",
    title: "The engine stopped, and was started again.",
    body: `What it held is gone; the files are not. The browser says: ${why}`,
  };
}

export function computeDied(why: string): Failure {
  return {
    side: null,
    kind: "worker-died",
    title: "The worker that sums time by function stopped.",
    body: `The pictures are untouched. The browser says: ${why}`,
  };
}

function link(side: SideName, title: string, body: string): Failure {
  return { side, kind: "link", title, body };
}
