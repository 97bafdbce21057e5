// Sources of traces: dropped files, the file picker, links.

import type { Failure, ReadAmount, SideName } from "../generated/protocol.js";
import { badLink, insecureLink, linkWithLogin } from "./failures.js";
import { noteDropped, pickWithHandles } from "./file-handles.js";
import { filesIn, tarOf } from "./folders.js";
import type { Bytes, KeptFile } from "../engine/worker-messages.js";
import { isLocalHost } from "../trust/origins.js";
import type { PostedStream } from "./posted-stream.js";
import { nameOfFolder, tilesOf, tilesPart } from "./tiles.js";

/** The origin of the bytes of a trace. */
export type SourceBytes = Exclude<Bytes, { kind: "stream" }> | PostedBytes | KeptBytes;

/** The bytes of a stream that another page sends. */
type PostedBytes = { kind: "posted"; posted: PostedStream };

/** A comparison that a document holds. Its bytes are handed over to the engine, so each time they are made anew. */
type KeptBytes = { kind: "kept"; opened: () => Promise<KeptFile> };

export type Source = {
  /** Name on the side card: that of the file, or the one that a link gives the side. */
  name: string;
  bytes: SourceBytes;
  /** Address in links to this view; `null` for files of this machine. */
  link: string | null;
  /** The trace to take of a file with several. Without it, the one with most calls. */
  trace?: string;
  /** The name of the stored comparison that a run is from. Its file holds no arguments of calls. */
  keptIn?: string;
  /** The amount to read, where it is not all. */
  amount?: ReadAmount;
};

export function fromFile(file: File): Source {
  return { name: file.name, bytes: { kind: "file", file }, link: null };
}

/** Returns the bytes as a worker takes them. Rejected if a stream broke off, or tiles cannot be fetched. */
export function sendable(bytes: Exclude<SourceBytes, KeptBytes>): Bytes | Promise<Bytes> {
  if (bytes.kind === "link" && bytes.tiles !== undefined) {
    const { url, tiles } = bytes;
    return tilesPart().then(async ({ openTiles }) => ({ kind: "file", file: await openTiles(url, tiles) }));
  }
  return bytes.kind === "posted" ? bytes.posted.bytes() : bytes;
}

/** Another trace of the same file. */
export function ofTrace(source: Source, trace: string): Source {
  const link = source.link === null ? null : `${source.link.replace(/#.*$/su, "")}#${encodeURIComponent(trace)}`;
  return { ...source, trace, link };
}

/** `link` is taken relative to the page, as it stands in the page's own links; behind `#` it may name a trace of the file. */
export function fromLink(side: SideName, link: string, page: URL): Source | Failure {
  const text = link.trim();
  const url = URL.canParse(text, page.href) ? new URL(text, page.href) : null;
  if (text === "" || url === null || !["http:", "https:", "blob:", "data:"].includes(url.protocol)) {
    return badLink(side, text);
  }
  if (url.username !== "" || url.password !== "") {
    return linkWithLogin(side, url);
  }
  const isOwn = url.origin === page.origin || isLocalHost(url.hostname);
  if (url.protocol === "http:" && !isOwn) {
    return insecureLink(side, url);
  }
  const trace = url.hash === "" ? {} : { trace: decoded(url.hash.slice(1)) };
  url.hash = "";
  const tiles = tilesOf(url, trace.trace ?? "", side);
  if (tiles !== null) {
    return { name: nameOfFolder(url, tiles), bytes: { kind: "link", url: url.href, tiles }, link: text };
  }
  return { name: nameOf(url), bytes: { kind: "link", url: url.href }, link: text, ...trace };
}

/** The last part of the path, readable. */
function nameOf(url: URL): string {
  if (url.protocol === "data:") {
    return "data in the link";
  }
  return decoded(url.pathname.split("/").findLast((piece) => piece !== "") ?? url.hostname);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray per cent sign: as it is.
  }
}

/** The result of a drop: files for each side, many files to be dealt, or the reason for nothing. */
export type Drop =
  | { kind: "sides"; a: File | null; b: File | null }
  | { kind: "many"; files: readonly File[] }
  | { kind: "runs"; side: SideName; files: readonly File[] }
  | { kind: "refused"; title: string; body: string };

/** The place of a drop: its side, and whether it adds runs. Without a side, the `free` one takes a file. */
export type DropTarget = { onto: SideName | null; adds: boolean; free: SideName };

/** Sorts dropped files out. A folder is a file, too: the archive of those in it. */
export function sortOut(transfer: DataTransfer, where: DropTarget): Promise<Drop> {
  // Entries tell folders from files; items are there only while the drop is being handled.
  const items = [...transfer.items].filter((item) => item.kind === "file");
  const dropped = items.map((item) => {
    const file = item.getAsFile();
    noteDropped(item, file);
    return { entry: item.webkitGetAsEntry(), file };
  });
  return sortDropped(dropped, where);
}

async function sortDropped(dropped: readonly DropEntry[], where: DropTarget): Promise<Drop> {
  const files: File[] = [];
  for (const { entry, file } of dropped) {
    if (entry?.isDirectory !== true) {
      files.push(...(file === null ? [] : [file]));
      continue;
    }
    const inside = await filesIn(entry as FileSystemDirectoryEntry).catch(() => null);
    if (inside === null || inside.length === 0) {
      return refused(
        `${entry.name} is a folder ${inside === null ? "that cannot be read." : "without files."}`,
        "Drop the traces themselves.",
      );
    }
    files.push(tarOf(entry.name, inside));
  }
  return sortFiles(files, where);
}

type DropEntry = { entry: FileSystemEntry | null; file: File | null };

/** Sorts files alone, as `sortOut` does. Of two, the older one is the baseline; with more, somebody has to be asked. */
export function sortFiles(files: readonly File[], { onto, adds, free }: DropTarget): Drop {
  const [first, second] = files;
  if (onto !== null && adds && files.length > 0) {
    return { kind: "runs", side: onto, files };
  }
  if (files.length > 2) {
    return { kind: "many", files };
  }
  if (first === undefined) {
    return refused("No file was dropped.", "Drop files, or paste a link into the field of a side.");
  }
  if (second !== undefined) {
    const [a, b] = first.lastModified <= second.lastModified ? [first, second] : [second, first];
    return { kind: "sides", a, b };
  }
  return (onto ?? free) === "a" ? { kind: "sides", a: first, b: null } : { kind: "sides", a: null, b: first };
}

function refused(title: string, body: string): Drop {
  return { kind: "refused", title, body };
}

/** Opens the browser's file picker; resolves to no files when it is closed without a choice. */
export async function pickFiles(): Promise<File[]> {
  return (await pickWithHandles()) ?? pickByInput();
}

function pickByInput(): Promise<File[]> {
  return new Promise((resolve) => {
    const input = document.createElement("input");
    input.type = "file";
    input.multiple = true;
    input.addEventListener("change", () => resolve([...(input.files ?? [])]));
    input.addEventListener("cancel", () => resolve([]));
    input.click();
  });
}
