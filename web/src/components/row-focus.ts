// Keeps the current row of a list in sight and the keyboard's focus on it. A key or a click elsewhere may make another row
// the current one; the ring must not stay on the row before.

/** The lists whose rows are buttons, and their current rows. */
const LISTS = ".area-rows";
const CURRENT = ":scope > li.current";

/** Follows the current rows of a page that was drawn anew. */
export function followCurrentRows(root: ParentNode): void {
  for (const list of root.querySelectorAll<HTMLElement>(LISTS)) {
    const row = list.querySelector<HTMLElement>(CURRENT);
    const at = row === null ? "" : String([...list.children].indexOf(row));
    if (list.dataset["current"] === at) {
      continue;
    }
    list.dataset["current"] = at;
    row?.scrollIntoView({ block: "nearest" });
    if (row !== null && list.contains(document.activeElement) && !row.contains(document.activeElement)) {
      row.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    }
  }
}
