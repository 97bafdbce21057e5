// The comparison as the page shows it: its words, the list being read, the editor of rules and lane pairs.

import type {
  ComparisonState,
  ComparisonSummary,
  DifferenceList,
  DifferenceRow,
  Doubt,
  Failure,
  IdentityReport,
  LanePairing,
  RulesDraft,
  SideName,
  UnmatchedName,
  VerdictPart,
} from "../generated/protocol.js";

export const LISTS: readonly DifferenceList[] = [
  "largest",
  "slower",
  "faster",
  "new",
  "gone",
  "moved",
  "waiting",
  "pauses",
];

const LIST_WORDS: Record<DifferenceList, string> = {
  largest: "Largest",
  slower: "Slower",
  faster: "Faster",
  new: "New",
  gone: "Gone",
  moved: "Moved",
  waiting: "Waiting",
  pauses: "Outliers",
};

/** The name of a list in a comparison: where parts of a recording are missing, what it lacks may not be new or gone. */
export function listWord(list: DifferenceList, gaps: readonly [boolean, boolean] = [false, false]): string {
  const [isMissingInA, isMissingInB] = [list === "new" && gaps[0], list === "gone" && gaps[1]];
  return isMissingInA ? "Missing in A" : isMissingInB ? "Missing in B" : LIST_WORDS[list];
}

/** Progress of the work on a comparison. */
export type ComparisonProgress = { stage: string; done: number; total: number; begun_ms: number };

/** A list of differences, as far as it was requested. */
export type Differences = {
  list: DifferenceList;
  /** Rows by their place in the list, from 0. */
  rows: ReadonlyMap<number, DifferenceRow>;
  /** Rows in all; `null` until the list has answered. */
  total: number | null;
  /** The row that was walked to last. */
  current: number | null;
  /** The rows in sight: the first, and one past the last. */
  sight: readonly [number, number];
  /** Rows that do not stand out are shown as well. */
  unfolded: boolean;
};

/** The contents of the editor of identity rules and lane pairs. */
export type Edit = Pick<ComparisonState, "lanes" | "chosenLanes"> & { rules: RulesDraft };

/** A name without a partner that was picked. */
export type PickedName = Pick<UnmatchedName, "key" | "name" | "file">;

export type IdentityDraft = {
  edit: Edit;
  /** Earlier edits that undo returns to, newest last. */
  before: readonly Edit[];
  /** Effects of the rules, for the newest text that was answered. */
  report: IdentityReport | null;
  /** The rules for arguments by which the traces were read, as `argumentRules` writes them; `null` until they are known. */
  readBy: string | null;
  /** Progress of the work on the newest text, if it takes a while. */
  trial: Omit<ComparisonProgress, "begun_ms"> | null;
  /** Why the newest text was not answered. */
  failure: Failure | null;
  /** The rules that were right last, as a link carries them. */
  good: string;
  pairing: LanePairing | null;
  /** Rules are edited as rows or as the text. */
  as: "rows" | "text";
  /** Proposals that were turned down. */
  declined: readonly string[];
  /** Names to be paired, and to be shown run through the rules. */
  picked: Record<SideName, PickedName | null>;
  /** The lane that looks for a partner. */
  held: { side: SideName; lane: number } | null;
};

export type ComparisonPage = {
  /** In words; `null` while there is none. */
  summary: ComparisonSummary | null;
  /** The work under way, if it takes a while. */
  comparing: ComparisonProgress | null;
  /** The work was cancelled: nothing is compared until somebody asks. */
  cancelled: boolean;
  /** The sides are looked at although they are hardly comparable. */
  doubtTaken: boolean;
  differences: Differences;
  /** The editor's draft, while it is open. */
  draft: IdentityDraft | null;
  /** Bytes of the comparisons kept in this browser; `null` where nothing can be kept. */
  kept: number | null;
};

export const EMPTY_DIFFERENCES: Differences = {
  list: "largest",
  rows: new Map(),
  total: null,
  current: null,
  sight: [0, 30],
  unfolded: false,
};

/** Returns the number of significant rows of a list. */
export function countOf({ counts }: ComparisonSummary, list: DifferenceList): number {
  return counts[LISTS.indexOf(list)] ?? 0;
}

/** The doubt about two sides that are hardly comparable; `null` without one, and once somebody asked for the verdict all the same. */
export function shownDoubt({ summary, doubtTaken }: ComparisonPage): Doubt | null {
  return doubtTaken ? null : (summary?.doubt ?? null);
}

/** Returns the verdict in the parts that the page shows. */
export function shownVerdict(comparison: ComparisonPage): string[] {
  const doubt = shownDoubt(comparison);
  const parts = comparison.summary?.verdict ?? [];
  return doubt === null ? parts.map(({ text }) => text) : [...certainParts(parts).map(({ text }) => text), doubt.title];
}

/** Returns the parts of a verdict that hold even if no name matches: how long B is beside A. */
export function certainParts(parts: readonly VerdictPart[]): readonly VerdictPart[] {
  return parts.filter(({ warns }) => !warns).slice(0, 1);
}

/** Rows of the list that is read: those that stand out, and those below. */
export function rowsOf({ summary, differences }: ComparisonPage): { standing: number; below: number; shown: number } {
  const at = LISTS.indexOf(differences.list);
  const [standing, below] = [summary?.counts[at] ?? 0, summary?.below[at] ?? 0];
  return { standing, below, shown: standing + (differences.unfolded ? below : 0) };
}

/**
 * Returns the list to open in a new comparison, if this one was open before. It stays, unless only others have rows. Where no
 * function changed, the sentences that say so come first, with the changes that are not significant: a list with one
 * outlier call would hide them.
 */
export function listToOpen({ counts, below, none }: Counted, list: DifferenceList): DifferenceList {
  const here = LISTS.indexOf(list);
  const hasSentences = none !== "" && (below[here] ?? 0) > 0;
  const filled = (of: readonly number[]) =>
    (of[here] ?? 0) > 0 || hasSentences ? list : LISTS.find((_, at) => (of[at] ?? 0) > 0);
  return filled(counts) ?? filled(below) ?? list;
}

/**
 * Returns whether the sentences that no function changed stand in place of a list's rows. They speak of rows folded below
 * them, so they stand only where such rows are, or on the list of all changes. A single outlier call is shown all the same.
 */
export function saysNone({
  summary,
  differences,
}: Pick<ComparisonPage, "differences"> & { summary: Counted | null }): boolean {
  const at = LISTS.indexOf(differences.list);
  const speaksOf = (summary?.below[at] ?? 0) > 0 || differences.list === "largest";
  return (summary?.none ?? "") !== "" && (summary?.counts[at] ?? 0) === 0 && speaksOf && !differences.unfolded;
}

/** The numbers of rows of all lists, and the sentences that no function changed. */
type Counted = Pick<ComparisonSummary, "counts" | "below" | "none">;

export const NO_COMPARISON: ComparisonPage = {
  summary: null,
  comparing: null,
  cancelled: false,
  doubtTaken: false,
  differences: EMPTY_DIFFERENCES,
  draft: null,
  kept: null,
};
