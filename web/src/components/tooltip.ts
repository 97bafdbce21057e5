// The tooltip's words and place: beside the pointer, never over the hovered box.

import { html, nothing, type TemplateResult } from "lit";

import type { Hover, PageState } from "../state/page-state.js";
import { badge, isolated, properties } from "./bits.js";
import { factsOf, kindMark } from "./partner-table.js";

const AWAY_PX = 12;

export function tooltip(state: PageState): TemplateResult | typeof nothing {
  if (state.hover === null) {
    return nothing;
  }
  const { tooltip: words, box } = state.hover;
  const outline = {
    "--x": `${box.x0}px`,
    "--y": `${box.y0}px`,
    "--w": `${Math.max(box.x1 - box.x0, 1)}px`,
    "--h": `${box.y1 - box.y0}px`,
  };
  // Shapes that are no box, such as tubes, have only the pointer as their place.
  const isBox = box.x1 > box.x0 && box.y1 > box.y0;
  return html`<div class="hover-outline" aria-hidden="true" ?hidden=${!isBox} ${properties(outline)}></div>
    <div class="tooltip" aria-hidden="true" data-testid="tooltip">
      <p class="tooltip-name">${words.side === null ? nothing : badge(words.side, "small")}${isolated(words.name, "code")}${kindMark(words)}</p>
      <p class="tooltip-place">
        ${isolated(words.place)}${words.place !== "" && words.context !== "" ? " · " : ""}${isolated(words.context)}
      </p>
      ${factsOf(words, "")}
      ${words.hint === "" ? nothing : html`<p class="tooltip-hint">${words.hint}</p>`}
    </div>`;
}

/** Puts the tooltip of the moment where it belongs; its size is known only now. */
export function placeTooltip(state: PageState, root: ParentNode): void {
  const element = root.querySelector<HTMLElement>(".tooltip");
  const frame = element?.offsetParent;
  if (state.hover !== null && element && frame) {
    const size = { width: element.offsetWidth, height: element.offsetHeight };
    const { x, y } = placed(
      state.hover,
      size,
      { width: frame.clientWidth, height: frame.clientHeight },
      paneBeside(state),
    );
    element.style.setProperty("--x", `${x}px`);
    element.style.setProperty("--y", `${y}px`);
  }
}

type Size = { width: number; height: number };

/** Returns the rows of the other side's calls, with the partner of the hovered call among them. */
function paneBeside({ hover, scene }: PageState): Rows | null {
  return scene?.panes.find(({ side }) => side !== hover?.tooltip.side) ?? null;
}

type Rows = { y0: number; y1: number };

/**
 * Below the box and right of the pointer where there is room, else above, else left; inside the frame, and off the rows
 * where the partner lies if it can be.
 */
export function placed(
  hover: Pick<Hover, "x" | "y" | "box">,
  size: Size,
  frame: Size,
  off: Rows | null = null,
): { x: number; y: number } {
  const right = hover.x + AWAY_PX;
  const x = right + size.width <= frame.width ? right : hover.x - AWAY_PX - size.width;
  const below = Math.max(hover.box.y1, hover.y) + AWAY_PX;
  const above = Math.min(hover.box.y0, hover.y) - AWAY_PX - size.height;
  const fits = (y: number) => y >= 0 && y + size.height <= frame.height;
  const isOff = (y: number) => off === null || y >= off.y1 || y + size.height <= off.y0;
  const y = [below, above].find((at) => fits(at) && isOff(at)) ?? (fits(below) || above < 0 ? below : above);
  return { x: clampInside(x, size.width, frame.width), y: clampInside(y, size.height, frame.height) };
}

function clampInside(at: number, size: number, frame: number): number {
  return Math.round(Math.max(0, Math.min(at, frame - size)));
}
