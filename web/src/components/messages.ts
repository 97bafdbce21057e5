// What went wrong, or must be known, with what can be done about it.

import { html, nothing, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { SideName } from "../generated/protocol.js";
import { type Notice, other, type PageState, SIDES } from "../page-state.js";
import { badge, letter, prose, when } from "./bits.js";
import { closeIcon, warnIcon } from "./icons.js";

/** A box with an icon, a bold sentence and the rest. */
export function box(tone: Notice["tone"], title: string, body: string): TemplateResult {
  return html`<div class="message ${tone}">
    ${tone === "plain" ? nothing : warnIcon}
    <p><strong>${prose(title)}</strong> ${prose(body)}</p>
  </div>`;
}

/** The failure of a side; nothing if it has none. */
export function failureCard(state: PageState, app: App, side: SideName): TemplateResult | typeof nothing {
  const { failure, again } = state.sides[side];
  if (failure === null) {
    return nothing;
  }
  return html`<section class="failure" aria-label="Failure of side ${letter(side)}" data-failure=${failure.kind}>
    <div class="failure-head">
      ${badge(side)}
      ${box("danger", failure.title, failure.body)}
      <button class="quiet square" aria-label="Dismiss the message" @click=${() => app.sides.dismiss(side)}>${closeIcon}</button>
    </div>
    <div class="actions">
      <button class="main" @click=${() => app.run(side === "a" ? "open-a" : "open-b")}>Choose another file</button>
      ${when(again !== null && (failure.kind === "link" || failure.kind === "worker-died"), () => html`<button @click=${() => app.sides.again(side)}>Try again</button>`)}
      ${when(
        again !== null && failure.kind === "too-big",
        () => html`<button @click=${() => app.sides.readPart(side)}>Read the part that fits</button>`,
      )}
      ${when(
        failure.kind === "not-a-trace",
        () => html`<button @click=${() => app.run("help")}>What can be read</button>`,
      )}
    </div>
  </section>`;
}

/** What concerns no side alone. */
export function noticeCard(state: PageState, app: App): TemplateResult | typeof nothing {
  const { notice } = state;
  return notice === null
    ? nothing
    : html`<section class="notice" aria-label="Notice">
        ${box(notice.tone, notice.title, notice.body)}
        <button class="quiet square" aria-label="Dismiss the notice" @click=${() => app.store.set({ notice: null })}>${closeIcon}</button>
      </section>`;
}

/** Sides that were lost with a worker and can be read again. */
export function lostSides(state: PageState, app: App): TemplateResult | typeof nothing {
  const lost = SIDES.filter((side) => state.sides[side].again !== null && state.sides[side].failure === null);
  if (lost.length === 0) {
    return nothing;
  }
  const all = () => {
    const sources = lost.flatMap((side) => {
      const source = state.sides[side].again;
      return source === null ? [] : [[side, source] as const];
    });
    app.sides.open(Object.fromEntries(sources));
  };
  return html`<section class="lost" aria-label="Load again">
    ${lost.map(
      (side) => html`<div class="lost-side">
        ${badge(side)}<bdi>${state.sides[side].again?.name}</bdi>
        <button @click=${() => app.sides.again(side)}>Load ${letter(side)} again</button>
        <button class="quiet" @click=${() => app.sides.dismiss(side)}>Leave ${letter(side)} empty</button>
      </div>`,
    )}
    ${when(lost.length > 1, () => html`<button class="main" @click=${all}>Load both again</button>`)}
  </section>`;
}

/** One side is there, the other not yet. */
export function oneSideCard(state: PageState, app: App): TemplateResult | typeof nothing {
  const empty = SIDES.find((side) => {
    const { summary, reading, failure, again } = state.sides[side];
    return summary === null && reading === null && failure === null && again === null;
  });
  if (empty === undefined || state.sides[other(empty)].summary === null) {
    return nothing;
  }
  const [there, missing] = [letter(other(empty)), letter(empty)];
  return html`<section class="one-side" aria-label="Side ${missing} is empty">
    ${badge(other(empty))}
    <p><strong>${there} is ready. Drop ${missing} to compare.</strong> Until then every desk shows ${there} alone.</p>
    <button class="main" @click=${() => app.run(empty === "a" ? "open-a" : "open-b")}>Choose file</button>
    <button title="Two ranges of one run: each side is zoomed by itself" @click=${() => app.compareWithItself(empty)}>Compare ${there} with itself</button>
    ${linkField(app, empty)}
  </section>`;
}

/** A field that takes a link for a side. */
export function linkField(app: App, side: SideName): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("link");
    if (field instanceof HTMLInputElement && field.value.trim() !== "") {
      app.sides.openLinks({ [side]: field.value });
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
