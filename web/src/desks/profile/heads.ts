// The heads of the two graphs, over the picture: what each is, and what it is zoomed to. Every caller is a way back.

import { html, nothing, type TemplateResult } from "lit";

import { isolated, properties, yesNo } from "../../components/bits.js";
import { columnGrip, grip } from "../../components/grip.js";
import { count, middle } from "../../format.js";
import type { FunctionRef, RowPane, ViewId } from "../../generated/protocol.js";
import type { PageState } from "../../state/page-state.js";
import { about, TITLES } from "../../graph-titles.js";
import { type Navigation, pathOf } from "./navigation.js";
import type { Settings } from "./settings.js";

/** Height of a head, and margin left of a graph, CSS pixels. */
const [HEAD_PX, MARGIN_PX] = [24, 12];
const NAME_CHARACTERS = 32;
/** Numbers of names at the start and at the end of a long path. The head counts the names between. */
const FIRST = 2;
const LAST = 4;

export type HeadActions = {
  navigation: Pick<Navigation, "zoomToPath" | "whole" | "moreRows">;
  settings: Pick<Settings, "setFlame" | "split">;
};

/** Share of the flame graph without a choice, in per cent. */
const USUAL_SPLIT = 60;

export function heads(state: PageState, actions: HeadActions): readonly TemplateResult[] {
  const panes = state.scene?.rowPanes ?? [];
  const funky = panes.find(({ view }) => view === "funky");
  const between = funky !== undefined && panes.length > 1 ? [split(funky, state, actions)] : [];
  return [...panes.map((pane) => head(pane, state, actions)), ...between];
}

/** The bar between both graphs, which lie one above the other or side by side. */
function split({ x0, y0 }: RowPane, state: PageState, { settings }: HeadActions): TemplateResult {
  const isBeside = x0 > HEAD_PX;
  const of = {
    label: "Size of the flame graph and the funky graph",
    percent: state.view.profile.split,
    usual: USUAL_SPLIT,
    moved: (percent: number | null) => settings.split(percent ?? USUAL_SPLIT),
  };
  const place = { "--x": `${x0 - MARGIN_PX}px`, "--y": `${y0 - HEAD_PX}px` };
  return html`<div class="pane-split" ${properties(place)}>${isBeside ? columnGrip(of) : grip(of)}</div>`;
}

function head(pane: RowPane, state: PageState, actions: HeadActions): TemplateResult {
  const { view, x0, x1, y0 } = pane;
  const place = { "--x": `${x0}px`, "--y": `${y0}px`, "--width": `${x1 - x0}px` };
  const path = view === "flame" ? flamePath(state) : funkyPath(state);
  return html`<div class="pane-head" ${properties(place)}>
    <strong>${TITLES[view] ?? ""}</strong>
    ${path.length === 0 ? html`<span class="quiet-text">${about(view, state)}</span>` : breadcrumb(path, view, state, actions)}
    <span class="spring"></span>
    ${frames(pane, state, actions)}
    ${moreRows(pane, state, actions)}
  </div>`;
}

/** Folds or shows the frames that fill the width. */
function frames({ frames }: RowPane, { view }: PageState, { settings }: HeadActions): TemplateResult | typeof nothing {
  const isShown = view.profile.flame.frames;
  return frames === 0
    ? nothing
    : html`<button class="quiet" aria-expanded=${yesNo(isShown)} title="${isShown ? "Hide" : "Show"} the callers that fill the width" @click=${() => settings.setFlame({ frames: !isShown })}>${count(frames)} callers ${isShown ? "shown ▾" : "hidden ›"}</button>`;
}

/** Scrolls on to rows that are out of view. */
function moreRows(pane: RowPane, { view }: PageState, { navigation }: HeadActions): TemplateResult | typeof nothing {
  const { hiddenRows, scroll, scrollMax } = pane;
  const isEnd = scroll >= scrollMax;
  const onward = view.profile.flame.upward ? "↑" : "↓";
  return hiddenRows === 0
    ? nothing
    : html`<button class="quiet" title=${isEnd ? "Back to the first row" : "Scroll on (drag, wheel or Shift+↓)"} @click=${() => navigation.moreRows(pane)}>${count(hiddenRows)} more ${hiddenRows === 1 ? "row" : "rows"} ${isEnd ? "↺" : onward}</button>`;
}

function flamePath({ view }: PageState): readonly FunctionRef[] {
  const { zoom } = view.profile.flame;
  return pathOf(zoom) ?? (zoom !== null && "function" in zoom ? [zoom.function] : []);
}

function funkyPath({ view }: PageState): readonly FunctionRef[] {
  const { zoom } = view.profile.funky;
  return zoom !== null && "function" in zoom ? [zoom.function] : [];
}

function breadcrumb(
  path: readonly FunctionRef[],
  view: ViewId,
  state: PageState,
  actions: HeadActions,
): TemplateResult {
  const names = path.map(({ name }, at) => ({ name, to: path.slice(0, at + 1), at }));
  const cut = path.length - FIRST - LAST;
  const isPath = view === "flame" && pathOf(state.view.profile.flame.zoom) !== null;
  const part = ({ name, to, at }: (typeof names)[number]) => {
    const text = isolated(middle(name, NAME_CHARACTERS), "code");
    return html`<span aria-hidden="true">›</span>${
      at === path.length - 1 || !isPath
        ? html`<strong title=${name}>${text}</strong>`
        : html`<button class="quiet" title=${name} @click=${() => actions.navigation.zoomToPath(to)}>${text}</button>`
    }`;
  };
  return html`<nav class="breadcrumb" aria-label="Zoomed to">
    <button class="quiet" @click=${() => actions.navigation.whole()}>Whole</button>
    ${cut > 1 ? [...names.slice(0, FIRST).map(part), between(cut), ...names.slice(-LAST).map(part)] : names.map(part)}
    ${view === "flame" && path.length > 1 ? html`<span class="quiet-text">${path.length - 1} ${path.length === 2 ? "frame" : "frames"} above</span>` : nothing}
  </nav>`;
}

function between(cut: number): TemplateResult {
  return html`<span aria-hidden="true">›</span><span class="quiet-text">${cut} more</span>`;
}
