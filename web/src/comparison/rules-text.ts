// Identity rules as text, line by line, so that they can be edited as rows. The engine reads them (crates/compare,
// identity/text.rs) and says what is wrong; here only lines that are right are understood.
//
//     name s/_v[0-9]+$//  Versions            a rewrite of names, files or both, and its title
//     - file s|^/opt/[^/]*/||  Install folder the same, switched off
//     name balanced <>  Template arguments    what brackets enclose
//     rename parse (a.py) => Parser.parse (a.py)
//     pair walk (a.py) <=> visit (b.py)       a key of A, a key of B
//     defaults                                the rules of both formats
//     off Install folder                      one of the rules above, switched off

import type { RuleRow } from "../generated/protocol.js";

export const REWRITTEN = ["name", "file", "both"] as const;

type Rewritten = (typeof REWRITTEN)[number];

export type RuleLine = {
  enabled: boolean;
  /** What it rewrites, or that it makes one key of two. */
  on: Rewritten | "rename" | "pair";
  /** The pattern is two brackets: it stands for all that they enclose. */
  balanced: boolean;
  pattern: string;
  becomes: string;
  name: string;
};

const DELIMITERS = ["/", "|", "!", "~", "%", "@"];

/** The rule of a line; `null` if it holds none that stands for itself. */
export function ruleOf(line: string): RuleLine | null {
  const content = line.trim();
  const keys = keysOf(content, "rename", " => ") ?? keysOf(content, "pair", " <=> ");
  if (keys !== null) {
    return keys;
  }
  const found = /^(- *)?(name|file|both)\s+(.*)$/su.exec(content);
  if (found === null) {
    return null;
  }
  const [, off, on = "", rest = ""] = found;
  const rule = { enabled: off === undefined, on: on as Rewritten };
  const brackets = /^balanced\s+(\S+)\s*(.*)$/su.exec(rest);
  if (brackets !== null) {
    return { ...rule, balanced: true, pattern: brackets[1] ?? "", becomes: "", name: brackets[2] ?? "" };
  }
  const delimiter = [...rest][1];
  if (!rest.startsWith("s") || delimiter === undefined || /[\p{L}\p{N}\s]/u.test(delimiter)) {
    return null;
  }
  const [pattern, behind] = upTo(delimiter, rest.slice(1 + delimiter.length)) ?? [];
  const [becomes, name] = upTo(delimiter, behind ?? "") ?? [];
  return pattern === undefined || becomes === undefined || name === undefined
    ? null
    : { ...rule, balanced: false, pattern, becomes, name: name.trim() };
}

export function lineOf({ enabled, on, balanced, pattern, becomes, name }: RuleLine): string {
  if (on === "rename" || on === "pair") {
    return `${on} ${pattern} ${on === "pair" ? "<=>" : "=>"} ${becomes}`;
  }
  const off = enabled ? "" : "- ";
  if (balanced) {
    return `${off}${on} balanced ${pattern} ${name}`.trimEnd();
  }
  // A delimiter that occurs nowhere needs no backslashes.
  const cut = DELIMITERS.find((one) => !pattern.includes(one) && !becomes.includes(one)) ?? "/";
  const escaped = (text: string) => text.replaceAll(cut, `\\${cut}`);
  return `${off}${on} s${cut}${escaped(pattern)}${cut}${escaped(becomes)}${cut} ${name}`.trimEnd();
}

/** Whether a text says more than its lines one by one do. */
export function isShort(text: string): boolean {
  return text.trim() === "" || /^\s*(?:defaults|off)\b/mu.test(text);
}

/** What the engine says of the rule of a line: names it touched, where it comes from. */
export function rowOf(rule: RuleLine, rows: readonly RuleRow[]): RuleRow | undefined {
  const pattern = rule.balanced ? `balanced ${rule.pattern}` : rule.pattern;
  return rows.find(
    (row) => row.on === rule.on && row.pattern === pattern && row.becomes === rule.becomes && row.enabled === rule.enabled,
  );
}

export function withRule(text: string, line: number, patch: Partial<RuleLine>): string {
  return changed(text, (lines) => {
    const rule = ruleOf(lines[line] ?? "");
    if (rule !== null) {
      lines[line] = lineOf({ ...rule, ...patch });
    }
  });
}

export function withoutRule(text: string, line: number): string {
  return changed(text, (lines) => void lines.splice(line, 1));
}

/** The text with lines more, the last to run. */
export function withLines(text: string, more: readonly string[]): string {
  return [...(text.trim() === "" ? [] : [text.trimEnd()]), ...more].join("\n");
}

/** The text with the line of a rule standing where that of another stood. */
export function withMoved(text: string, line: number, to: number): string {
  return changed(text, (lines) => {
    const [moved] = lines.splice(line, 1);
    if (moved !== undefined) {
      lines.splice(to, 0, moved);
    }
  });
}

/** Lines that one text has more than another. */
export function addedLines(text: string, more: string): string[] {
  const there = new Set(["", ...text.split("\n").map((line) => line.trim())]);
  return more.split("\n").filter((line) => !there.has(line.trim()));
}

/** The same rules for the sides exchanged. */
export function mirroredRules(text: string): string {
  return changed(text, (lines) => {
    lines.forEach((line, at) => {
      const rule = keysOf(line.trim(), "pair", " <=> ");
      if (rule !== null) {
        lines[at] = lineOf({ ...rule, pattern: rule.becomes, becomes: rule.pattern });
      }
    });
  });
}

function keysOf(content: string, on: "rename" | "pair", between: string): RuleLine | null {
  const cut = content.indexOf(between);
  if (!/^(?:rename|pair)\s/u.test(content) || !content.startsWith(on) || cut < 0) {
    return null;
  }
  const [pattern, becomes] = [content.slice(on.length, cut).trim(), content.slice(cut + between.length).trim()];
  return { enabled: true, on, balanced: false, pattern, becomes, name: "" };
}

/** What stands before the next delimiter, which a backslash takes the meaning of, and what stands behind it. */
function upTo(delimiter: string, text: string): [string, string] | null {
  const chars = [...text];
  let out = "";
  for (let at = 0; at < chars.length; at += 1) {
    const [char, next] = [chars[at] ?? "", chars[at + 1]];
    if (char === delimiter) {
      return [out, chars.slice(at + 1).join("")];
    }
    if (char === "\\" && next !== undefined) {
      out += next === delimiter ? next : char + next;
      at += 1;
    } else {
      out += char;
    }
  }
  return null;
}

function changed(text: string, change: (lines: string[]) => void): string {
  const lines = text.split("\n");
  change(lines);
  return lines.join("\n");
}
