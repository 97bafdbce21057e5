// What hosts learn of the page: each report is a difference between two states of it.

import type { Events, FrameEvent } from "../../../packages/embed/src/messages.js";
import type { ErrorCode, Side } from "../../../packages/embed/src/messages.js";
import type { CodedFailure } from "../sides/failures.js";
import { type Notice, type PageState, shownSource, type Side as SideState, SIDES } from "../state/page-state.js";
import { codeOf, mayPass } from "./error-codes.js";
import { verdictOf } from "./verdict.js";

/** Reports that need no waiting. The page adds `loaded`, whose fingerprint takes a moment, and `view`. */
export function reportsOf(before: PageState, now: PageState): FrameEvent[] {
  if (before === now) {
    return [];
  }
  return [
    ...SIDES.flatMap((side) => [...progressOf(before, now, side), ...failuresOf(before, now, side)]),
    ...noticeOf(before.notice, now.notice),
    ...comparedOf(before, now),
    ...selectionOf(before, now),
  ];
}

/** Returns the sides that show another trace than before. */
export function loadedSides(before: PageState, now: PageState): Side[] {
  return SIDES.filter((side) => {
    const { summary } = now.sides[side];
    return (
      summary !== null && summary !== before.sides[side].summary && !isSameFile(before.sides[side], now.sides[side])
    );
  });
}

/** Returns whether a trace takes the place of the stored comparison that lies in the same `.diptych`. */
function isSameFile(before: SideState, now: SideState): boolean {
  const file = before.summary?.keptIn ?? "";
  return file !== "" && now.summary?.keptIn === "" && shownSource(now)?.keptIn === file;
}

/** Returns the report of what is under the pointer, if that is something else than before. */
export function hoverOf(before: PageState, now: PageState): FrameEvent | null {
  const nameOf = ({ hover }: PageState) => hover?.tooltip.name ?? null;
  if (nameOf(before) === nameOf(now)) {
    return null;
  }
  return { diptych: 1, type: "hover", name: nameOf(now), side: now.hover?.tooltip.side ?? null };
}

/** Codes of problems of the page itself. All others say whether an address answers, or what a file is like. */
const OF_THE_PAGE: readonly ErrorCode[] = ["csp", "no-webgl", "stale-assets"];

/** Returns a report without anything that the traces, or their addresses, say: for hosts that are not trusted. */
export function withoutContent(report: FrameEvent): FrameEvent | null {
  switch (report.type) {
    case "hello":
    case "height":
    case "key":
    case "bye":
      return report;
    case "error":
      return OF_THE_PAGE.includes(report.code) ? { ...report, text: "Something failed. The frame says what." } : null;
    default:
      return null;
  }
}

function progressOf(before: PageState, now: PageState, side: Side): FrameEvent[] {
  const { reading } = now.sides[side];
  const last = before.sides[side].reading;
  if (reading === null || (last?.source === reading.source && last.progress === reading.progress)) {
    return [];
  }
  const { total, progress } = reading;
  return [{ diptych: 1, type: "progress", side, read: progress.bytesIn, total, calls: progress.calls }];
}

/** Reports the problems that the sides and the page have. */
export function failures(now: PageState): FrameEvent[] {
  return [...SIDES.flatMap((side) => failuresOf(null, now, side)), ...noticeOf(null, now.notice)];
}

function failuresOf(before: PageState | null, now: PageState, side: Side): FrameEvent[] {
  const known = new Set(before?.sides[side].failures.map(({ failure }) => failure));
  return now.sides[side].failures
    .filter(({ failure }) => !known.has(failure))
    .map(({ failure }) => ({ diptych: 1, type: "error", side, ...errorOf(failure) }));
}

/** Returns a failure in the words of the messages. */
export function errorOf(failure: CodedFailure): Omit<Events["error"], "side"> {
  const code = codeOf(failure);
  return { code, text: `${failure.title} ${failure.body}`.trim(), retry: mayPass(code) };
}

function noticeOf(before: Notice | null, now: Notice | null): FrameEvent[] {
  return now === null || now === before || now.code === undefined
    ? []
    : [
        {
          diptych: 1,
          type: "error",
          code: now.code,
          text: `${now.title} ${now.body}`.trim(),
          retry: mayPass(now.code),
        },
      ];
}

function comparedOf(before: PageState, now: PageState): FrameEvent[] {
  const verdict = now.comparison.summary === before.comparison.summary ? null : verdictOf(now);
  // The page learns more of a comparison while further results come. Hosts hear of it only if the verdict says more, too.
  const isSame = JSON.stringify(verdict) === JSON.stringify(verdictOf(before));
  return verdict === null || isSame ? [] : [{ diptych: 1, type: "compared", verdict }];
}

function selectionOf(before: PageState, now: PageState): FrameEvent[] {
  const subject = now.view.selection;
  const isSame = subject === before.view.selection || JSON.stringify(subject) === JSON.stringify(before.view.selection);
  return isSame ? [] : [{ diptych: 1, type: "selection", subject }];
}
