// A bar between two parts of the page: dragging or arrows move it, a double click puts it back.

import { html, type TemplateResult } from "lit";

export type Grip = {
  /** Names the parts that the grip divides. */
  label: string;
  /** Share of the first part, in per cent; `null`: as the style sheet has it. */
  percent: number | null;
  /** The value without a choice. */
  usual: number;
  moved: (percent: number | null) => void;
};

const LEAST = 15;
const MOST = 85;
const STEP = 5;

/** A bar that stands upright: its parts are left and right. */
export function columnGrip({ label, percent, usual, moved }: Grip): TemplateResult {
  const now = percent ?? usual;
  const steps = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: LEAST, End: MOST };
  const at = (event: PointerEvent, box: DOMRect) =>
    box.width > 0 ? ((event.clientX - box.left) / box.width) * 100 : null;
  return bar({ label, orientation: "vertical", bounds: [LEAST, MOST], now, steps, at, moved });
}

/** A bar that lies across: its parts are above and below. */
export function grip({ label, percent, usual, moved }: Grip): TemplateResult {
  const now = percent ?? usual;
  const steps = { ArrowUp: now - STEP, ArrowDown: now + STEP, Home: LEAST, End: MOST };
  const at = (event: PointerEvent, box: DOMRect) =>
    box.height > 0 ? ((event.clientY - box.top) / box.height) * 100 : null;
  return bar({ label, orientation: "horizontal", bounds: [LEAST, MOST], now, steps, at, moved });
}

export type WidthGrip = Omit<Grip, "percent" | "usual"> & {
  /** Width of what lies right of it, CSS pixels; `null`: as the style sheet has it. */
  px: number | null;
};

const LEAST_PX = 280;
const MOST_PX = 560;
const STEP_PX = 16;
/** Width in the style sheet, where the page is not very wide. */
const USUAL_PX = 336;

/** A bar that stands upright at the left edge of what it makes wider. */
export function widthGrip({ label, px, moved }: WidthGrip): TemplateResult {
  const now = px ?? USUAL_PX;
  const steps = { ArrowLeft: now + STEP_PX, ArrowRight: now - STEP_PX, Home: LEAST_PX, End: MOST_PX };
  const at = (event: PointerEvent, box: DOMRect) => box.right - event.clientX;
  return bar({ label, orientation: "vertical", bounds: [LEAST_PX, MOST_PX], now, steps, at, moved });
}

/** The width that was kept, if it is one. */
export function widthOf(kept: string | null): number | null {
  const px = Number(kept);
  return kept !== null && LEAST_PX <= px && px <= MOST_PX ? Math.round(px) : null;
}

type Bar = {
  label: string;
  /** Orientation of the bar itself. */
  orientation: "horizontal" | "vertical";
  bounds: readonly [number, number];
  now: number;
  /** Values that keys move the grip to. */
  steps: Readonly<Record<string, number>>;
  /** Returns the value for a pointer in the box of the parent element. */
  at: (event: PointerEvent, box: DOMRect) => number | null;
  moved: (to: number | null) => void;
};

function bar({ label, orientation, bounds, now, steps, at, moved }: Bar): TemplateResult {
  const [least, most] = bounds;
  const to = (wanted: number) => moved(Math.min(Math.max(Math.round(wanted), least), most));
  const drag = (event: PointerEvent) => {
    const element = event.currentTarget as HTMLElement;
    const box = element.parentElement?.getBoundingClientRect();
    const wanted = element.hasPointerCapture(event.pointerId) && box !== undefined ? at(event, box) : null;
    if (wanted !== null) {
      to(wanted);
    }
  };
  const hold = (event: PointerEvent) => {
    event.preventDefault();
    (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
  };
  const key = (event: KeyboardEvent) => {
    const target = steps[event.key];
    if (target !== undefined || event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      if (target === undefined) {
        moved(null);
      } else {
        to(target);
      }
    }
  };
  return html`<div
    class="grip grip-${orientation}"
    role="separator"
    aria-orientation=${orientation}
    aria-label=${label}
    aria-valuemin=${least}
    aria-valuemax=${most}
    aria-valuenow=${now}
    tabindex="0"
    title="Drag to resize; double-click to reset"
    @pointerdown=${hold}
    @pointermove=${drag}
    @dblclick=${() => moved(null)}
    @keydown=${key}
  ></div>`;
}
