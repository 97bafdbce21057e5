// The first page: two zones for files, an example, what the desks show. Nothing here needs wasm.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { DESKS } from "../desks/registry.js";
import type { SideName } from "../generated/protocol.js";
import type { Sides } from "../sides/sides.js";
import { freeSide, type PageState } from "../state/page-state.js";
import { badge, letter, when } from "./bits.js";
import { isReport } from "../engine/assets.js";
import { docsLink } from "./docs-link.js";
import { swapIcon } from "./icons.js";
import { awaitedCard, failureCards, linkField, lostSides, noticeCard, type MessageActions } from "./messages.js";
import { recentPairs, reopenCard } from "./recent.js";

export type StartPageActions = MessageActions & { run: Run; sides: Pick<Sides, "openLinks"> };

/** `more`: what the link says besides its files. */
type Example = { title: string; what: string; question: string; picture: string; a: string; b: string; more: string };

export const EXAMPLES: readonly Example[] = [
  {
    title: "A Python library, upgraded",
    what: "Jinja2 3.0.3 → 3.1.6 · 9,870 + 9,826 calls · 0.3 MB",
    question: "Both versions render the same page. Where was time saved?",
    picture: "examples/jinja2.png",
    a: "examples/jinja2-3.0.3.json.gz",
    b: "examples/jinja2-3.1.6.json.gz",
    more: "",
  },
  {
    title: "SQLite, with and without an index",
    what: "Samples · 3,142 + 2,818 calls · 62 kB",
    question: "A builds an index and uses it, B does not. B is faster here. Which functions does it save?",
    picture: "examples/sqlite.png",
    a: "examples/sqlite-indexed.json.gz",
    b: "examples/sqlite-without-index.json.gz",
    more: "",
  },
  {
    title: "64 MPI ranks, one slow host",
    what: "24,064 calls in each run · 0.3 MB",
    question: "In B, one of the ranks is slow. Which one, and in which call do the others wait for it?",
    picture: "examples/stencil.png",
    a: "examples/stencil-64-ranks.paje.gz",
    b: "examples/stencil-64-ranks-slow-host.paje.gz",
    // By what they run, ranks are one like another.
    more: "&lanes=name",
  },
];

/** Formats that people look for by name; the documentation lists all. */
const WELL_KNOWN = [
  "Chrome/Perfetto",
  "speedscope",
  "Firefox",
  "V8",
  "pprof",
  "perf",
  "Pajé",
  "OTF2",
  "OpenTelemetry",
  "folded stacks",
];

const ZONES: Record<SideName, { title: string; hint: string }> = {
  a: { title: "Baseline", hint: "Drop the first trace here, or drop both at once anywhere on the page" },
  b: { title: "New run", hint: "Drop the second trace here, or paste a file or a link (Ctrl+V)" },
};

export function startPage(state: PageState, actions: StartPageActions): TemplateResult {
  return html`<main class="start" id="main">
    <h1>Compare two execution traces</h1>
    <p class="lead">
      Drop two recordings of a program. See what changed, where, and by how much, from the whole run down to one
      call. <strong>Nothing is uploaded:</strong> your files are read and compared
      in this tab.
    </p>
    ${noticeCard(state, actions)} ${awaitedCard(state, actions)} ${reopenCard(state, actions)} ${lostSides(state, actions)}
    <div class="zones">
      ${zone(state, actions, "a")}
      <span class="zones-between" aria-hidden="true">${swapIcon}</span>
      ${zone(state, actions, "b")}
    </div>
    <p class="formats-line">
      <strong>Reads</strong> ${WELL_KNOWN.join(", ")} and ${isReport() ? "more formats" : docsLink("formats", "more formats")}, also packed with gzip, zstd, zip or tar.
      <strong>You can start with one trace</strong> and add the other later.
    </p>
    ${recentPairs(state, actions)}
    ${when(
      !isReport(), // It is one file, without the examples.
      () => html`<h2>Or start with an example <span>ready in about a second</span></h2>
      <div class="examples">${EXAMPLES.map((example) => exampleCard(example, actions))}</div>`,
    )}
    ${when(
      DESKS.length > 1,
      () => html`<h2>${DESKS.length} desks, one selection <span>what you select on one desk stays selected on the others</span></h2>
      <ul class="desk-list">
        ${DESKS.map(({ title, shows }, index) => html`<li><strong>${title}</strong> <kbd>${index + 1}</kbd> <span>${shows}</span></li>`)}
      </ul>`,
    )}
  </main>`;
}

function zone(state: PageState, actions: StartPageActions, side: SideName): TemplateResult {
  const { title } = ZONES[side];
  return html`<section class="zone zone-${side} ${takesDragged(state, side) ? "over" : ""}" data-drop=${side} aria-labelledby="zone-${side}">
    ${badge(side, "large")}
    <h2 id="zone-${side}">${title}<span class="hidden">, side ${letter(side)}</span></h2>
    <p class="zone-hint">${hint(state, side)}</p>
    <div class="zone-failure">${failureCards(state, actions, side)}</div>
    <div class="zone-actions">
      ${when(
        // A failure has a button of its own that chooses another file.
        state.sides[side].failures.length === 0,
        () => html`<button class="main" @click=${() => actions.run(side === "a" ? "open-a" : "open-b")}>
          Choose file<span class="hidden"> for ${letter(side)}</span>
        </button>`,
      )}
      ${linkField(actions, side)}
    </div>
  </section>`;
}

/** Returns whether the dragged files would go to this side. Over no zone, one file goes to the free side. */
function takesDragged(state: PageState, side: SideName): boolean {
  return state.drag !== null && (state.drag.over ?? freeSide(state)) === side;
}

function hint(state: PageState, side: SideName): string {
  if (takesDragged(state, side)) {
    return `Release to load as ${letter(side)}`;
  }
  return state.drag !== null && state.drag.over === null
    ? `Of two files, the ${side === "a" ? "older" : "newer"} one goes here`
    : ZONES[side].hint;
}

/** Removes a picture that does not come, as without a connection. */
const remove = (event: Event) => (event.currentTarget as Element).remove();

function exampleCard(
  { title, what, question, picture, a, b, more }: Example,
  actions: StartPageActions,
): TemplateResult {
  const open = (event: MouseEvent) => {
    // With a modifier the link opens where the browser puts it; one that says more than its files is followed.
    if (more === "" && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      actions.sides.openLinks({ a, b });
    }
  };
  return html`<a class="example" href="#a=${a}&b=${b}${more}" @click=${open}>
    <img src=${picture} alt="" width="360" height="160" @error=${remove} />
    <span class="example-text">
      <strong>${title}</strong>
      <span class="quiet-text">${what}</span>
      <span>${question}</span>
    </span>
  </a>`;
}
