// Identity rules as rows that are edited. Their text is the engine's business: it reads and writes it.

import type { RuleLine, RuleRow, RulesDraft, RuleSubject } from "../generated/protocol.js";

/** The subjects that a rewrite rule can have. */
export const REWRITTEN: readonly RuleSubject[] = ["name", "file", "both"];

/** Returns whether a rule makes one key of two. Such rules run after all others, in any order. */
export function isLink({ on }: RuleLine): boolean {
  return on === "rename" || on === "pair";
}

/** Returns the engine's row for a rule: names it touched, where it comes from. */
export function rowOf(rule: RuleLine, rows: readonly RuleRow[]): RuleRow | undefined {
  const key = keyOf(rule);
  return rows.find((row) => keyOf(row.rule) === key);
}

function keyOf({ enabled, on, kind, pattern, becomes }: RuleLine): string {
  return JSON.stringify([enabled, on, kind, pattern, becomes]);
}

/** Returns the enabled rules that say which arguments complete names. They work while a trace is read. */
export function argumentRules(rows: readonly RuleRow[]): string {
  const rules = rows.map(({ rule }) => rule).filter(({ kind, enabled }) => kind === "argument" && enabled);
  return rules.map(keyOf).join("\n");
}

/** The rules with some more, each the last of its kind to run; none twice. */
export function withRules({ text, rows }: RulesDraft, more: readonly RuleLine[]): RulesDraft {
  const all = [...rows];
  for (const rule of more.filter((rule) => !rows.some((row) => keyOf(row) === keyOf(rule)))) {
    const links = all.findIndex(isLink);
    all.splice(isLink(rule) || links < 0 ? all.length : links, 0, rule);
  }
  return { text, rows: all };
}

export function withRule({ text, rows }: RulesDraft, at: number, patch: Partial<RuleLine>): RulesDraft {
  return { text, rows: rows.map((row, place) => (place === at ? { ...row, ...patch } : row)) };
}

export function withoutRule({ text, rows }: RulesDraft, at: number): RulesDraft {
  return { text, rows: rows.toSpliced(at, 1) };
}

/** The rules with one standing where another stood. */
export function withMoved({ text, rows }: RulesDraft, at: number, to: number): RulesDraft {
  const moved = rows[at];
  return { text, rows: moved === undefined ? rows : rows.toSpliced(at, 1).toSpliced(to, 0, moved) };
}
