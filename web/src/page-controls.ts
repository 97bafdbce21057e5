// Controls of the page: menus, dialogs, the right panel, the table in place of the picture, the focus. None of their
// state is in links; a little is kept on this device.

import { widthOf } from "./components/grip.js";
import { rowText } from "./components/table-rows.js";
import type { RecallClient } from "./engine/recall-client.js";
import { DEFAULT_VIEW_STATE } from "./generated/link-table.js";
import type { SideName } from "./generated/protocol.js";
import type { Picture } from "./session/picture.js";
import type { Selection } from "./session/selection.js";
import type { ViewChanges } from "./session/view-changes.js";
import type { Sides } from "./sides/sides.js";
import { callDetails } from "./state/details.js";
import { NO_LINK_KEYS } from "./state/link.js";
import { whyFilesAreFixed } from "./state/lock.js";
import { CONTEXT_MENU, type Dialog, type FunctionOrder, onDesk, type PageState, SIDES } from "./state/page-state.js";
import type { Store } from "./state/store.js";
import { isKeeping, keep, storedValue, setKeeping } from "./storage.js";

const LETTERS_KEY = "diptych.letters";
/** Widths of the page at which the style sheet makes the panel a drawer. */
const DRAWER = "(max-width: 1199px)";

const PANEL_KEY = "diptych.panel";

type Parts = {
  store: Store;
  picture: Pick<Picture, "askTable">;
  record: Pick<RecallClient, "recall" | "cancel">;
  sides: Pick<Sides, "open" | "sourceBeside">;
  view: Pick<ViewChanges, "couple">;
  selection: Pick<Selection, "select">;
};

export class PageControls {
  readonly #store: Store;
  readonly #picture: Parts["picture"];
  readonly #record: Parts["record"];
  readonly #sides: Parts["sides"];
  readonly #view: Parts["view"];
  readonly #selection: Parts["selection"];
  readonly #listShown: () => void;
  readonly #forget: () => Promise<void>;

  /** `listShown`: another list of the panel is looked at. `forget` deletes what is kept on this device. */
  constructor(
    { store, picture, record, sides, view, selection }: Parts,
    listShown: () => void,
    forget: () => Promise<void>,
  ) {
    this.#forget = forget;
    this.#store = store;
    this.#picture = picture;
    this.#record = record;
    this.#sides = sides;
    this.#view = view;
    this.#selection = selection;
    this.#listShown = listShown;
  }

  /** Restores the settings that this device keeps. */
  restore(): void {
    const letters = storedValue(LETTERS_KEY) !== "off";
    this.#store.set({ letters, panelWidth: widthOf(storedValue(PANEL_KEY)), isKeeping: isKeeping() });
  }

  /** Opens a menu in place of the one that is open; `null` closes it. */
  openMenu(menu: string | null): void {
    this.#store.set({ menu });
  }

  /** Opens a dialog in place of the one that is open; `null` closes it. Menus close. */
  openDialog(dialog: Dialog | null): void {
    this.#store.set({ dialog, menu: null });
  }

  dismissNotice(): void {
    this.#store.set({ notice: null });
  }

  /** Puts the state on the page now, for what is about to look for it there. */
  flush(): void {
    this.#store.flush();
  }

  focusView(): void {
    document.querySelector<HTMLElement>("#view")?.focus();
  }

  /** Returns false where there is nothing to search in. */
  focusSearch(): boolean {
    const field = document.querySelector<HTMLInputElement>("#search");
    if (field === null || field.disabled) {
      return false;
    }
    field.focus();
    field.select();
    return true;
  }

  /** Opens the menu of a row of a table, at the pointer or, from the keyboard, at the row. */
  openRowMenu(row: HTMLElement, event: MouseEvent | KeyboardEvent): void {
    const [view, box] = [document.querySelector(".view")?.getBoundingClientRect(), row.getBoundingClientRect()];
    const at = event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : { x: box.left, y: box.bottom };
    const contextMenu = { x: at.x - (view?.left ?? 0), y: at.y - (view?.top ?? 0), row: rowText(row) };
    this.#store.set({ contextMenu, menu: CONTEXT_MENU, hover: null });
  }

  toggleTable(): void {
    if (!onDesk(this.#store.state) || this.#store.state.graphics === "none") {
      return; // Nothing to choose from.
    }
    const table = this.#store.state.table === null ? { page: null, first: 0 } : null;
    this.#store.set({ table, hover: null, polite: table === null ? "Picture" : "Table" });
    this.#picture.askTable(table?.first ?? null);
    requestAnimationFrame(() => this.focusView());
  }

  showPanel(): void {
    this.#store.set({ panel: true });
  }

  togglePanel(): void {
    const wide = matchMedia("(min-width: 1200px)").matches;
    this.#store.set({ panel: !(this.#store.state.panel ?? wide) });
  }

  /** Sets the width of the panel, `null` for the default; kept on this device. */
  setPanelWidth(panelWidth: number | null): void {
    this.#store.set({ panelWidth });
    keep(PANEL_KEY, panelWidth === null ? null : String(panelWidth));
  }

  /** Per cent of the panel that the lists take, or as by default. */
  setPanelSplit(panelSplit: number | null): void {
    this.#store.set({ panelSplit });
  }

  /** Turns to a list of the panel. */
  showList(panelTab: PageState["panelTab"]): void {
    this.#store.set({ panelTab });
    this.#listShown();
  }

  orderFunctions(functionOrder: FunctionOrder): void {
    this.#store.set({ functionOrder });
  }

  /** Turns to a tab of the details; arguments are read when they are looked at. */
  showDetails(detailsTab: PageState["detailsTab"]): void {
    const details = callDetails(this.#store.state);
    this.#store.set({ detailsTab });
    if (detailsTab !== "arguments" || details === null) {
      this.#record.cancel();
    } else {
      this.#record.recall(details);
    }
  }

  /** The arguments follow the selection while they are looked at. */
  recordFollows(): void {
    this.showDetails(this.#store.state.detailsTab);
  }

  /** Sets whether single letters are commands; kept on this device. */
  setLetters(letters: boolean): void {
    this.#store.set({ letters });
    keep(LETTERS_KEY, letters ? "on" : "off");
  }

  /** Sets whether comparisons and recent pairs are kept on this device. Switching that off deletes them. */
  async setKeeping(isOn: boolean): Promise<void> {
    if (!isOn) {
      await this.#forget();
    }
    setKeeping(isOn);
    this.#store.set({ isKeeping: isOn });
  }

  /** The way back to the start page; asks first if files would have to be dropped again. */
  leave(sure: boolean): void {
    const reason = whyFilesAreFixed(this.#store.state);
    if (reason !== null) {
      this.#store.set({ polite: reason });
      return;
    }
    const { sides } = this.#store.state;
    if (!sure && SIDES.some((side) => sides[side].runs.some(({ source }) => source.link === null))) {
      this.openDialog({ kind: "leave" });
      return;
    }
    const view = { ...DEFAULT_VIEW_STATE, theme: this.#store.state.view.theme };
    this.#store.set({ dialog: null, notice: null, table: null, view, link: NO_LINK_KEYS });
    this.#sides.open({ a: null, b: null });
  }

  /**
   * Closes in turn: menu, notice, the panel where it is a drawer, selection. Dialogs close themselves. Returns false
   * where nothing was open.
   */
  clear(): boolean {
    const { menu, notice, panel, view } = this.#store.state;
    if (menu !== null) {
      this.openMenu(null);
    } else if (notice !== null) {
      this.dismissNotice();
    } else if (panel === true && matchMedia(DRAWER).matches) {
      this.#store.set({ panel: null });
    } else if (view.selection !== null) {
      this.#selection.select(null);
    } else {
      return false;
    }
    return true;
  }

  /** Opens what one side shows on the other too, each to be zoomed by itself: two ranges of one run. */
  compareWithItself(empty: SideName): void {
    const source = this.#sides.sourceBeside(empty);
    if (source !== null) {
      if (!this.#store.state.view.time.apart) {
        this.#view.couple();
      }
      this.#sides.open({ [empty]: [source] });
    }
  }
}
