// Files of somebody's disk in links: their names, sizes and hashes.

import type { SideName } from "../generated/protocol.js";
import { part } from "../parts.js";
import { other, SIDES } from "../state/page-state.js";
import type { Source } from "./sources.js";

export type LocalFile = {
  name: string;
  size: number;
  /** XXH64 of the bytes, as 16 hexadecimal digits. */
  hash: string;
};

/** `size`, `hash`: a file was given that differs in it. */
export type Found = "waiting" | "same" | "size" | "hash";

/** A file that a link names; `of`: the file of this disk that was given for it. */
export type AwaitedFile = { file: LocalFile; found: Found; of: File | null };

export async function describe(file: File): Promise<LocalFile> {
  return { name: file.name, size: file.size, hash: await xxh64(file) };
}

const fileHash = part(() => import("./file-hash-part.js"));

async function xxh64(file: File): Promise<string> {
  return (await fileHash()).xxh64(file);
}

/** Compares a file with the one that a link names. Names do not count. */
export async function compareFile(file: File, wanted: LocalFile): Promise<"same" | "size" | "hash"> {
  if (file.size !== wanted.size) {
    return "size";
  }
  const isSame = wanted.hash === "" || wanted.hash === (await xxh64(file)) || wanted.hash === (await hashOfEnds(file));
  return isSame ? "same" : "hash";
}

/** Bytes at both ends of a file that links of earlier versions have the hash of. */
const ENDS = 1 << 16;

/** The hash in links of earlier versions: 8 bytes of the SHA-256 of both ends; blank where the page may not compute it. */
async function hashOfEnds(file: File): Promise<string> {
  // Only secure pages have it.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) {
    return "";
  }
  const ends = new Blob([file.slice(0, ENDS), file.slice(Math.max(file.size - ENDS, 0))]);
  const digest = new Uint8Array(await subtle.digest("SHA-256", await ends.arrayBuffer()));
  return [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** A file as links name it. */
export function localText({ name, size, hash }: LocalFile): string {
  return `local:${size},${hash},${name}`;
}

/** The file that a link names; `null` if it names a trace of the net. */
export function localOf(link: string): LocalFile | null {
  const found = /^local:(\d{1,15}),([0-9a-f]*),(.*)$/su.exec(link);
  return found === null ? null : { size: Number(found[1]), hash: found[2] ?? "", name: found[3] ?? "" };
}

type Contents = Partial<Record<SideName, readonly Source[] | null>>;

/** Files on the sides that a link has them on, whichever they were dropped on: exchanged where that fits and they do not. */
export function asAwaited(contents: Contents, awaited: Readonly<Record<SideName, readonly AwaitedFile[]>>): Contents {
  const fits = (from: SideName, to: SideName) => {
    const source = contents[from]?.[0];
    const file = source?.bytes.kind === "file" ? source.bytes.file : null;
    return file !== null && awaited[to].some((wanted) => wanted.file.size === file.size);
  };
  const given = SIDES.filter((side) => contents[side] != null);
  if (given.length === 0 || given.some((side) => fits(side, side)) || !given.every((side) => fits(side, other(side)))) {
    return contents;
  }
  return Object.fromEntries(given.map((side) => [other(side), contents[side]]));
}

/** The awaited file that a given file is compared with: one of its size that is still wanted, or else the first one. */
export function wantedFor(file: File, awaited: readonly AwaitedFile[]): AwaitedFile | null {
  const open = awaited.filter(({ found }) => found !== "same");
  return open.find((wanted) => wanted.file.size === file.size) ?? open[0] ?? awaited[0] ?? null;
}
