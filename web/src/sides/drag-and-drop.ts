// Files dragged over the page. The whole page takes them; zones marked `data-drop` say for which side.

import type { SideName } from "../generated/protocol.js";
import { whyFilesAreFixed } from "../state/lock.js";
import { freeSide } from "../state/page-state.js";
import type { Store } from "../state/store.js";
import type { FileChooser } from "./file-chooser.js";
import { sortOut } from "./sources.js";

export function listenForDrops(store: Store, files: Pick<FileChooser, "drop" | "expect">): void {
  addEventListener("dragover", (event) => {
    if (holdsFiles(event)) {
      event.preventDefault(); // The browser would open the files in place of the page.
      if (whyFilesAreFixed(store.state) !== null) {
        return;
      }
      const [over, adds] = [sideUnder(event.target), addsUnder(event.target)];
      const { drag } = store.state;
      if (drag === null) {
        files.expect();
      }
      if (drag === null || drag.over !== over || drag.adds !== adds) {
        store.set({ drag: { over, adds } });
      }
    }
  });
  addEventListener("dragleave", (event) => {
    // Leaving for no other element is leaving the page.
    if (event.relatedTarget === null) {
      store.set({ drag: null });
    }
  });
  addEventListener("drop", (event) => {
    if (holdsFiles(event) && event.dataTransfer !== null) {
      event.preventDefault();
      const [onto, adds] = [sideUnder(event.target), addsUnder(event.target)];
      const { state } = store;
      store.set({ drag: null });
      void sortOut(event.dataTransfer, { onto, adds, free: freeSide(state) }).then((drop) => files.drop(drop));
    }
  });
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

/** Returns whether a file that is dropped there becomes a further run. */
function addsUnder(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-adds]") !== null;
}

function sideUnder(target: EventTarget | null): SideName | null {
  const zone = target instanceof Element ? target.closest<HTMLElement>("[data-drop], [data-side]") : null;
  const side = zone?.dataset["drop"] ?? zone?.dataset["side"];
  return side === "a" || side === "b" ? side : null;
}
