// Errors and warnings, with the actions that help.

import { html, nothing, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import type { Desk } from "../desks/desk.js";
import type { DeskInFront } from "../desks/front.js";
import { deskOf, DESKS } from "../desks/registry.js";
import type { SideName } from "../generated/protocol.js";
import type { PageControls } from "../page-controls.js";
import { bytes, count } from "../format.js";
import type { FileChooser } from "../sides/file-chooser.js";
import type { AwaitedFile } from "../sides/local-files.js";
import type { Sides } from "../sides/sides.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { other, type PageState, type ReadFailure, SIDES } from "../state/page-state.js";
import type { Toasts } from "../toasts.js";
import { copy } from "../files-out.js";
import { badge, box, letter, when } from "./bits.js";
import { FAILURE_DOCS, learnMore } from "./docs-link.js";
import { closeIcon } from "./icons.js";
import type { RecentActions } from "./recent.js";
import { isIncomplete } from "./report-dialog.js";

export type MessageActions = RecentActions & {
  run: Run;
  page: Pick<PageControls, "dismissNotice">;
  sides: Pick<Sides, "again" | "dismiss" | "leave" | "open" | "openLinks" | "retry" | "useOthers">;
  files: Pick<FileChooser, "chooseRuns">;
  compareWithItself: (empty: SideName) => void;
  desks: Pick<DeskInFront, "show">;
  toasts: Pick<Toasts, "show">;
};

/** Renders the failures of a side, one card a file. */
export function failureCards(state: PageState, actions: MessageActions, side: SideName): TemplateResult[] {
  return state.sides[side].failures.map((failed) => failureCard(failed, state, actions, side));
}

/**
 * Whoever sees a failure asks what became of the trace that was open before, and of the other side. The browser's own
 * words come last.
 */
export function bodyOf(
  { failure: { body, kind }, replaces }: ReadFailure,
  { sides }: PageState,
  side: SideName,
): string {
  const beside = other(side);
  const untouched =
    replaces && sides[side].summary !== null
      ? [`${letter(side)} was not replaced.`]
      : sides[beside].summary === null
        ? []
        : [`${letter(beside)} is untouched.`];
  return (kind === "worker-died" ? [...untouched, body] : [body, ...untouched]).join(" ");
}

function failureCard(failed: ReadFailure, state: PageState, actions: MessageActions, side: SideName): TemplateResult {
  const { failure, source } = failed;
  return html`<section class="failure" aria-label="Problem with side ${letter(side)}${source === null ? "" : `: ${source.name}`}" data-failure=${failure.kind}>
    <div class="failure-head">
      ${badge(side)}
      ${box("danger", failure.title, bodyOf(failed, state, side))}
      <button class="quiet square" aria-label="Dismiss the message" @click=${() => actions.sides.dismiss(side, failed)}>${closeIcon}</button>
    </div>
    <div class="actions">
      ${
        failed.replaces
          ? html`<button class="main" @click=${() => actions.run(side === "a" ? "open-a" : "open-b")}>Choose another file</button>`
          : html`<button class="main" @click=${() => void actions.files.chooseRuns(side)}>Choose another run</button>`
      }
      ${when(source !== null && (failure.kind === "link" || failure.kind === "worker-died"), () => html`<button @click=${() => actions.sides.retry(side, failed)}>Try again</button>`)}
      ${when(
        source !== null && failure.kind === "too-big-for-calls" && failed.replaces,
        () => html`<button @click=${() => sum(side, failed, actions)}>Read all of it as times per lane</button>`,
      )}
      ${when(
        source !== null && failure.kind.startsWith("too-big"),
        () => html`<button @click=${() => actions.sides.retry(side, failed, "part")}>Read the part that fits</button>`,
      )}
      ${when(
        source !== null && failure.kind.startsWith("too-big"),
        () =>
          html`<button title=${tileCommand(source?.name ?? "")} @click=${() => void copyCommand(actions, source?.name ?? "")}>Copy the command for tiles</button>`,
      )}
      ${learnMore(FAILURE_DOCS[failure.kind])}
    </div>
  </section>`;
}

/** The command that writes a file as tiles, which the page opens at any size. */
export function tileCommand(name: string): string {
  const isPlain = /^[\w.+@%-]+$/u.test(name) && !name.startsWith("-");
  return `diptych tile ${isPlain ? name : `'./${name.replaceAll("'", String.raw`'\''`)}'`} -o tiles`;
}

async function copyCommand({ toasts }: MessageActions, name: string): Promise<void> {
  const command = tileCommand(name);
  toasts.show((await copy(command)) ? `Copied: ${command}` : command);
}

/** Reads a file without keeping its calls, and goes to where such are shown. */
function sum(side: SideName, failed: ReadFailure, { desks, sides }: MessageActions): void {
  sides.retry(side, failed, "sums");
  desks.show(ofSums().id);
}

/** A side is there without its calls, and the desk in front shows calls. */
export function sumsCard(state: PageState, { desks }: MessageActions): TemplateResult | typeof nothing {
  const said = SIDES.flatMap((side) => {
    const { name = "", sums = "" } = state.sides[side].summary ?? {};
    return sums === "" ? [] : [`${letter(side)} (${name}) was read as ${sums}.`];
  });
  const desk = ofSums();
  return said.length === 0 || desk.id === state.view.desk
    ? nothing
    : html`<section class="notice" aria-label="Without calls">
        ${box("plain", `${deskOf(state.view.desk).title} needs calls.`, said.join(" "))}
        <button class="main" @click=${() => desks.show(desk.id)}>Go to ${desk.title}</button>
      </section>`;
}

/** The desk that shows traces without their calls. */
function ofSums(): Desk {
  return DESKS.find((desk) => desk.showsSums) ?? DESKS[0];
}

/** Renders the notice that concerns no single side. */
export function noticeCard(state: PageState, actions: MessageActions): TemplateResult | typeof nothing {
  const { notice } = state;
  return notice === null
    ? nothing
    : html`<section class="notice" aria-label="Notice">
        ${box(notice.tone, notice.title, notice.body)} ${notice.docs === undefined ? nothing : learnMore(notice.docs)}
        ${notice.action === undefined ? nothing : html`<button class="main" @click=${notice.action.run}>${notice.action.label}</button>`}
        <button class="quiet square" aria-label="Dismiss the notice" @click=${() => actions.page.dismissNotice()}>${closeIcon}</button>
      </section>`;
}

/** Words about a file that a link names. */
function foundWords({ found, file, of }: AwaitedFile): string {
  switch (found) {
    case "waiting":
      return of === null ? "not dropped yet" : "being compared";
    case "same":
      return "✓ the same file";
    case "size":
      return `a different file: ${count(of?.size ?? 0)} bytes in place of ${count(file.size)}`;
    case "hash":
      return "a different file of the same size";
  }
}

/** The sides whose files another page posts. */
function postedCard({ posted, sides }: PageState): TemplateResult | typeof nothing {
  const waiting = SIDES.filter((side) => posted[side] && sides[side].summary === null && sides[side].reading === null);
  const body = "The page that embeds or opened this one sends the trace. If nothing comes, reload that page.";
  return waiting.length === 0
    ? nothing
    : html`<section class="awaited" aria-label="Posted files">
        ${box("plain", `${waiting.map(letter).join(" and ")} ${waiting.length > 1 ? "wait" : "waits"} for a trace from another page.`, body)}
      </section>`;
}

/** Files of its sender’s disk that a link names, until all of them are here. */
export function awaitedCard(state: PageState, actions: MessageActions): TemplateResult | typeof nothing {
  const files = SIDES.flatMap((side) => state.awaited[side].map((file) => ({ side, ...file })));
  if (files.every(({ found }) => found === "same")) {
    return postedCard(state);
  }
  const several = files.length > 1;
  return html`${postedCard(state)}<section class="awaited" aria-label="Files of this link">
    ${
      several
        ? box(
            "plain",
            `This link shows ${files.length === 2 ? "two" : files.length} files from its sender’s disk.`,
            "The link does not contain them. Drop the same files to see the view as it was sent.",
          )
        : box(
            "plain",
            "This link shows a file from its sender’s disk.",
            "The link does not contain it. Drop the same file to see the view as it was sent.",
          )
    }
    <ul>
      ${files.map((awaited) => html`<li>${badge(awaited.side)} <bdi class="code">${awaited.file.name}</bdi> <span class="quiet-text">${bytes(awaited.file.size)}</span> <strong>${foundWords(awaited)}</strong></li>`)}
    </ul>
    <button @click=${() => actions.sides.useOthers()}>Use other files with this view</button>
  </section>`;
}

/** Sides that were lost with a worker and can be read again. */
export function lostSides(state: PageState, actions: MessageActions): TemplateResult | typeof nothing {
  const lost = SIDES.filter((side) => state.sides[side].lost.length > 0);
  if (lost.length === 0) {
    return nothing;
  }
  const all = () => actions.sides.open(Object.fromEntries(lost.map((side) => [side, state.sides[side].lost])));
  const names = (side: SideName) => {
    const [first, ...others] = state.sides[side].lost;
    return html`<bdi>${first?.name}</bdi>${others.length === 0 ? nothing : html` and ${others.length} more`}`;
  };
  return html`<section class="lost" aria-label="Load again">
    ${lost.map(
      (side) => html`<div class="lost-side">
        ${badge(side)}<span>${names(side)}</span>
        <button @click=${() => actions.sides.again(side)}>Load ${letter(side)} again</button>
        <button class="quiet" @click=${() => actions.sides.leave(side)}>Leave ${letter(side)} empty</button>
      </div>`,
    )}
    ${when(lost.length > 1, () => html`<button class="main" @click=${all}>Load both again</button>`)}
  </section>`;
}

/** One side is there, the other not yet. */
export function oneSideCard(state: PageState, actions: MessageActions): TemplateResult | typeof nothing {
  const empty = SIDES.find((side) => {
    const { summary, reading, failures, lost } = state.sides[side];
    return summary === null && reading === null && failures.length + lost.length === 0;
  });
  if (empty === undefined || state.sides[other(empty)].summary === null) {
    return nothing;
  }
  const [there, missing] = [letter(other(empty)), letter(empty)];
  const { summary } = state.sides[other(empty)];
  const shows = (summary?.sums ?? "") === "" ? "every desk" : ofSums().title;
  const calls = (summary?.lanes ?? []).reduce((sum, lane) => sum + lane.calls, 0);
  const ready =
    summary !== null && isIncomplete(summary)
      ? `${there} is incomplete: nothing after its first ${calls === 1 ? "call" : `${count(calls)} calls`} was read.`
      : `${there} is ready.`;
  return html`<section class="one-side" aria-label="Side ${missing} is empty">
    ${badge(other(empty))}
    <p><strong>${ready} Drop ${missing} to compare.</strong> Until then, ${shows} shows ${there} alone.</p>
    <button class="main" ?disabled=${whyFilesAreFixed(state) !== null} @click=${() => actions.run(empty === "a" ? "open-a" : "open-b")}>Choose file</button>
    ${
      whyFilesAreFixed(state) !== null
        ? nothing
        : html`<button title="Compare two time ranges of one run: each side has its own zoom" @click=${() => actions.compareWithItself(empty)}>Compare ${there} with itself</button>
            ${linkField(actions, empty)}`
    }
  </section>`;
}

/** A field that takes a link for a side. */
export function linkField(actions: MessageActions, side: SideName): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("link");
    if (field instanceof HTMLInputElement && field.value.trim() !== "") {
      actions.sides.openLinks({ [side]: field.value });
    }
  };
  // Not of type url: a link may be relative to the page.
  return html`<form class="link-field" @submit=${submit}>
    <input
      name="link"
      type="text"
      inputmode="url"
      autocomplete="off"
      spellcheck="false"
      placeholder="or paste a link: https://…"
      aria-label="Link to a trace for side ${letter(side)}"
    />
  </form>`;
}
