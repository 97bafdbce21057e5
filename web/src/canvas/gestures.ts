// Pointers and wheel over the canvas, as what they mean. All points in CSS pixels from the canvas's corner.

export type Point = { x: number; y: number };

export interface GestureTarget {
  /** A button went down, or a finger; drags that follow belong to it. `shift`: that key is held. */
  press(point: Point, shift: boolean): void;
  /** The last button or finger went up: drags that follow belong to no press, such as those of the wheel. */
  release(): void;
  hover(point: Point | null): void;
  /** `alt`: that key was held. */
  click(point: Point, alt: boolean): void;
  doubleClick(point: Point): void;
  /** The other button, or a long touch. */
  menu(point: Point): void;
  /** `factor` over 1 brings closer; `point` stays where it is. */
  zoom(point: Point, factor: number): void;
  /** The picture under `point` follows by this much. */
  drag(point: Point, dx: number, dy: number): void;
}

/** A press that moves less than this is a click. */
const SLOP_PX = 4;
/** Zoom of one pixel of the wheel. A notch (100 px) zooms by about 1.16. */
const ZOOM_PER_PX = 0.0015;
const LINE_PX = 16;
/** A finger that rests so long asks for the menu. */
const LONG_TOUCH_MS = 500;

/** `owed`: the part of a pixel that was moved up or down but not passed on, because rows scroll by whole pixels. */
type Press = { pointers: Map<number, Point>; from: Point; moved: boolean; owed: number };

/** `target`: whoever takes them at the moment. Turns of the wheel that are not `ours` go to the page around. */
export function listen(
  element: HTMLElement,
  target: () => GestureTarget | undefined,
  ours: (event: WheelEvent) => boolean,
): void {
  const at = (event: MouseEvent): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  let press: Press | null = null;
  let longTouch = 0;
  /** The menu of this touch is open: what the browser makes of its end is no click. */
  let menuOpened = false;

  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) {
      return;
    }
    element.setPointerCapture(event.pointerId);
    const point = at(event);
    if (press === null) {
      target()?.press(point, event.shiftKey);
    }
    press ??= { pointers: new Map(), from: point, moved: false, owed: 0 };
    press.pointers.set(event.pointerId, point);
    press.moved ||= press.pointers.size > 1;
    clearTimeout(longTouch);
    menuOpened = false;
    if (event.pointerType === "touch" && !press.moved) {
      longTouch = window.setTimeout(() => {
        press = null;
        menuOpened = true;
        target()?.release();
        target()?.menu(point);
      }, LONG_TOUCH_MS);
    }
  });
  element.addEventListener("pointermove", (event) => {
    const point = at(event);
    if (press === null || !press.pointers.has(event.pointerId)) {
      target()?.hover(point);
    } else if (press.moved || distance(press.from, point) > SLOP_PX) {
      if (!press.moved) {
        clearTimeout(longTouch);
        press.moved = true;
        target()?.hover(null);
      }
      follow(press, event.pointerId, point, target());
    }
  });
  const release = (event: PointerEvent) => {
    clearTimeout(longTouch);
    if (press?.pointers.delete(event.pointerId) && press.pointers.size === 0) {
      const clicked = event.type === "pointerup" && !press.moved;
      press = null;
      target()?.release();
      if (clicked) {
        target()?.click(at(event), event.altKey);
      }
    }
  };
  element.addEventListener("pointerup", release);
  element.addEventListener("pointercancel", release);
  element.addEventListener("pointerleave", () => target()?.hover(null));
  element.addEventListener("dblclick", (event) => target()?.doubleClick(at(event)));
  element.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    clearTimeout(longTouch);
    press = null; // What is still held is no click.
    target()?.release();
    // Some browsers send this for a long touch, some do not.
    if (!menuOpened) {
      target()?.menu(at(event));
    }
  });
  element.addEventListener("touchend", (event) => {
    if (menuOpened) {
      event.preventDefault();
    }
  });
  element.addEventListener(
    "wheel",
    (event) => {
      if (ours(event)) {
        turn(event, at(event), target());
      }
    },
    { passive: false },
  );
}

/** One pointer drags; two drag by their middle and zoom by their distance. */
function follow(press: Press, pointer: number, point: Point, target: GestureTarget | undefined): void {
  const before = press.pointers.get(pointer) ?? point;
  const fixed = [...press.pointers].find(([id]) => id !== pointer)?.[1];
  press.pointers.set(pointer, point);
  if (fixed === undefined) {
    target?.drag(point, point.x - before.x, wholePixels(press, point.y - before.y));
    return;
  }
  const middle = { x: (fixed.x + point.x) / 2, y: (fixed.y + point.y) / 2 };
  target?.drag(middle, (point.x - before.x) / 2, wholePixels(press, (point.y - before.y) / 2));
  target?.zoom(middle, Math.max(distance(fixed, point), 1) / Math.max(distance(fixed, before), 1));
}

function wholePixels(press: Press, dy: number): number {
  const wanted = dy + press.owed;
  press.owed = wanted - Math.trunc(wanted);
  return Math.trunc(wanted);
}

/** The wheel zooms; with Shift, or turned sideways, it scrolls across. */
function turn(event: WheelEvent, point: Point, target: GestureTarget | undefined): void {
  event.preventDefault();
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
  const [dx, dy] = [event.deltaX * unit, event.deltaY * unit];
  if (event.shiftKey || Math.abs(dx) > Math.abs(dy)) {
    target?.drag(point, -(dx === 0 ? dy : dx), 0);
  } else {
    target?.zoom(point, Math.exp(-dy * ZOOM_PER_PX));
  }
}

function distance(one: Point, other: Point): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
