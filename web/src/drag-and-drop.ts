// Files dragged over the page. The whole page takes them; zones marked `data-drop` say for which side.

import type { App } from "./app.js";
import type { SideName } from "./generated/protocol.js";
import { freeSide } from "./page-state.js";
import { sortOut } from "./sources.js";

export function listenForDrops(app: App): void {
  addEventListener("dragover", (event) => {
    if (holdsFiles(event)) {
      event.preventDefault();
      const over = sideUnder(event.target);
      const { drag } = app.store.state;
      if (drag === null || drag.over !== over) {
        app.store.set({ drag: { over } });
      }
    }
  });
  addEventListener("dragleave", (event) => {
    // Leaving for no other element is leaving the page.
    if (event.relatedTarget === null) {
      app.store.set({ drag: null });
    }
  });
  addEventListener("drop", (event) => {
    if (holdsFiles(event) && event.dataTransfer !== null) {
      event.preventDefault();
      const onto = sideUnder(event.target);
      app.store.set({ drag: null });
      app.sides.drop(sortOut(event.dataTransfer, onto, freeSide(app.store.state)));
    }
  });
}

function holdsFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}

function sideUnder(target: EventTarget | null): SideName | null {
  const zone = target instanceof Element ? target.closest<HTMLElement>("[data-drop], [data-side]") : null;
  const side = zone?.dataset["drop"] ?? zone?.dataset["side"];
  return side === "a" || side === "b" ? side : null;
}
