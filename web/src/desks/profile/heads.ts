// The heads of the two graphs, over the picture: what each is, and what it is zoomed to. Every caller is a way back.

import { html, nothing, type TemplateResult } from "lit";

import { isolated, properties } from "../../components/bits.js";
import { middle } from "../../format.js";
import type { FunctionRef, RowPane, ViewId } from "../../generated/protocol.js";
import { quantity } from "../../quantity.js";
import type { PageState } from "../../state/page-state.js";
import { type Navigation, pathOf } from "./navigation.js";

const NAME_CHARACTERS = 32;
/** Numbers of names at the start and at the end of a long path. The head counts the names between. */
const FIRST = 2;
const LAST = 4;

export type HeadActions = { navigation: Pick<Navigation, "zoomToPath" | "whole"> };

const TITLES: Readonly<Record<string, string>> = { flame: "Flame graph", funky: "Funky graph" };

export function heads(state: PageState, actions: HeadActions): readonly TemplateResult[] {
  return (state.scene?.rowPanes ?? []).map((pane) => head(pane, state, actions));
}

function head({ view, x0, x1, y0 }: RowPane, state: PageState, actions: HeadActions): TemplateResult {
  const place = { "--x": `${x0}px`, "--y": `${y0}px`, "--width": `${x1 - x0}px` };
  const path = view === "flame" ? flamePath(state) : funkyPath(state);
  return html`<div class="pane-head" ${properties(place)}>
    <strong>${TITLES[view] ?? ""}</strong>
    ${path.length === 0 ? html`<span class="quiet-text">${about(view, state)}</span>` : breadcrumb(path, view, state, actions)}
  </div>`;
}

/** Says what a graph without a zoom shows. */
function about(view: string, { sides, view: { profile, paths } }: PageState): string {
  const own = quantity({ sides });
  const weight = { "": own, self: own, calls: "calls" }[paths.weight] ?? paths.weight;
  const { inverted } = profile.flame;
  return view === "funky"
    ? `one column per function, by inclusive ${weight}; width = self ${weight}; callees above, callers below`
    : inverted
      ? `functions by self ${weight}, their callers ${profile.flame.upward ? "above" : "below"}`
      : `width = inclusive ${weight}; callees ${profile.flame.upward ? "above" : "below"} their callers`;
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
