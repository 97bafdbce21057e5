// Rows of tables as text, and the keys and the menu that copy one.

import { copyAndSay } from "../files-out.js";
import type { PageControls } from "../page-controls.js";
import type { Toasts } from "../toasts.js";

export type RowActions = { page: Pick<PageControls, "openRowMenu">; toasts: Pick<Toasts, "show"> };

/** The cells of a row between tabs. A cell that is shortened on screen has its whole text as its title. */
export function rowText(row: Element): string {
  const cells = [...row.querySelectorAll<HTMLElement>("th, td")].filter((cell) => cell.ariaHidden !== "true");
  return cells.map((cell) => (cell.title === "" ? (cell.textContent ?? "").trim() : cell.title)).join("\t");
}

function rowOf(event: Event): HTMLElement | null {
  return event.target instanceof Element ? event.target.closest<HTMLElement>("tbody tr") : null;
}

/** Ctrl+C copies the row with the focus; the menu key opens its menu. Returns whether the key was one of these. */
export function rowKey(event: KeyboardEvent, actions: RowActions): boolean {
  const row = rowOf(event);
  const copies =
    (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c" && getSelection()?.isCollapsed !== false;
  const opens = event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
  if (row === null || !(copies || opens)) {
    return false;
  }
  if (copies) {
    void copyAndSay(rowText(row), "the row", actions.toasts);
  } else {
    actions.page.openRowMenu(row, event);
  }
  event.preventDefault();
  event.stopPropagation();
  return true;
}

/** Opens the menu of the row under the pointer. */
export function rowMenu(event: MouseEvent, actions: RowActions): void {
  const row = rowOf(event);
  if (row !== null) {
    event.preventDefault();
    actions.page.openRowMenu(row, event);
  }
}
