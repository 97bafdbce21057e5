// Links and files that are pasted onto the page: the first goes to A, the next to B.

import { whyFilesAreFixed } from "../state/lock.js";
import { freeSide, type PageState, SIDES } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { Toasts } from "../toasts.js";
import type { FileChooser } from "./file-chooser.js";
import type { Sides } from "./sides.js";
import { sortOut } from "./sources.js";

type Parts = {
  store: Store;
  files: Pick<FileChooser, "drop">;
  sides: Pick<Sides, "openLinks">;
  toasts: Pick<Toasts, "show">;
};

export function listenForPastes({ store, files, sides, toasts }: Parts): void {
  addEventListener("paste", (event) => {
    const { state } = store;
    const { clipboardData } = event;
    if (clipboardData === null || state.dialog !== null || whyFilesAreFixed(state) !== null) {
      return;
    }
    const free = freeSide(state);
    if (clipboardData.files.length > 0) {
      event.preventDefault();
      void sortOut(clipboardData, { onto: null, adds: false, free }).then((drop) => files.drop(drop));
      return;
    }
    const text = clipboardData.getData("text/plain").trim();
    if (text === "" || takesText(event.target) || !hasFreeSide(state)) {
      return;
    }
    event.preventDefault();
    const [first = "", second, ...more] = text.split(/\s+/u);
    if (more.length > 0 || ![first, second ?? first].every(isLink)) {
      toasts.show("Paste a link to a trace, or a file.");
    } else if (second !== undefined && free === "a") {
      sides.openLinks({ a: first, b: second });
    } else {
      sides.openLinks({ [free]: first });
    }
  });
}

/** Returns whether a pasted text is for the field with the focus. */
function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
}

function hasFreeSide({ sides }: PageState): boolean {
  return SIDES.some((side) => sides[side].summary === null && sides[side].reading === null);
}

/** An address, or a path to a file: prose on the clipboard is none. */
function isLink(text: string): boolean {
  return /^(https?:|data:|blob:)/iu.test(text) || /[./]/u.test(text);
}
