// Upgraders of links of earlier versions. The Rust codec (`protocol/src/link/upgrades.rs`) has the same.

import { LINK_VERSION } from "../generated/link-table.js";
import type { KeyValue } from "./link-text.js";

/** Rewrites the keys and values of a link of one version as those of the next. */
export type Upgrade = (parts: readonly KeyValue[]) => readonly KeyValue[];

/**
 * Upgraders in order: the first one takes a link of version 1 to version 2. None is ever removed.
 *
 * `LINK_VERSION` rises only when the meaning of a key changes. New keys, new words and new ways to write a value need
 * no upgrader, because a reader can tell them from the old ones.
 */
export const UPGRADES: readonly Upgrade[] = [];

/** Runs all upgraders from that of `version` on, in order. Links of newer versions stay as they are. */
export function upgraded(
  version: number,
  parts: readonly KeyValue[],
  upgrades: readonly Upgrade[] = UPGRADES,
): readonly KeyValue[] {
  return upgrades.slice(Math.max(version, 1) - 1).reduce((link, upgrade) => upgrade(link), parts);
}

/** Returns whether every version but the first has an upgrader. */
export function isComplete(): boolean {
  return UPGRADES.length === LINK_VERSION - 1;
}
