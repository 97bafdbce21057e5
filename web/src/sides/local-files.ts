// Files of somebody's disk in links: what they are called, how large they are, and a hash that tells them from others.

import type { SideName } from "../generated/protocol.js";
import { other, SIDES } from "../state/page-state.js";
import type { Source } from "./sources.js";

export type LocalFile = {
  name: string;
  size: number;
  /** Hash of the first and the last bytes; blank where the page may not compute one (it was not served securely). */
  hash: string;
};

/** A file that a link names; `of`: the file of this disk that was dropped for it, if that is known to be the same or not. */
export type AwaitedFile = { file: LocalFile; found: "waiting" | "same" | "other"; of: File | null };

/** Bytes at both ends of a file that its hash is of: any file is as quick to tell. */
const ENDS = 1 << 16;
const HASH_BYTES = 8;

export async function describe(file: File): Promise<LocalFile> {
  const { name, size } = file;
  // Only secure pages have it.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) {
    return { name, size, hash: "" };
  }
  const ends = new Blob([file.slice(0, ENDS), file.slice(Math.max(size - ENDS, 0))]);
  const digest = new Uint8Array(await subtle.digest("SHA-256", await ends.arrayBuffer()));
  return {
    name,
    size,
    hash: [...digest.slice(0, HASH_BYTES)].map((byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
}

/** Names are no part of what a file is. */
export function isSame(one: LocalFile, another: LocalFile): boolean {
  return one.size === another.size && (one.hash === another.hash || one.hash === "" || another.hash === "");
}

/** A file as links name it. */
export function localText({ name, size, hash }: LocalFile): string {
  return `local:${size},${hash},${name}`;
}

/** The file that a link names; `null` if it names a trace of the net. */
export function localOf(link: string | null): LocalFile | null {
  const found = /^local:(\d{1,15}),([0-9a-f]*),(.*)$/su.exec(link ?? "");
  return found === null ? null : { size: Number(found[1]), hash: found[2] ?? "", name: found[3] ?? "" };
}

type Contents = Partial<Record<SideName, readonly Source[] | null>>;

/** Files on the sides that a link has them on, whichever they were dropped on: exchanged where that fits and they do not. */
export function asAwaited(contents: Contents, awaited: Readonly<Record<SideName, AwaitedFile | null>>): Contents {
  const fits = (from: SideName, to: SideName) => {
    const source = contents[from]?.[0];
    const file = source?.bytes.kind === "file" ? source.bytes.file : null;
    const wanted = awaited[to]?.file;
    return file !== null && wanted !== undefined && wanted.size === file.size;
  };
  const given = SIDES.filter((side) => contents[side] != null);
  if (given.length === 0 || given.some((side) => fits(side, side)) || !given.every((side) => fits(side, other(side)))) {
    return contents;
  }
  return Object.fromEntries(given.map((side) => [other(side), contents[side]]));
}
