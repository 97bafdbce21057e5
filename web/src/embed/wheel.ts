// The wheel over an embedded view: it scrolls the page around, until somebody clicks the view or holds Ctrl.

const HINT = "Ctrl + wheel zooms. Or click the view first.";

export class EmbedWheel {
  readonly #view: HTMLElement;
  readonly #hint: (text: string) => void;
  #isEngaged = false;
  #hasHinted = false;

  /** `hint` shows a text for a moment. */
  constructor(view: HTMLElement, hint: (text: string) => void) {
    this.#view = view;
    this.#hint = hint;
    addEventListener("pointerdown", ({ target }) => {
      this.#isEngaged = target instanceof Node && this.#view.contains(target);
    });
    addEventListener("blur", () => (this.#isEngaged = false));
  }

  /** Returns whether a turn of the wheel is for the view. The first one that is not shows how to zoom. */
  isOurs({ ctrlKey, metaKey }: Pick<WheelEvent, "ctrlKey" | "metaKey">): boolean {
    if (this.#isEngaged || ctrlKey || metaKey) {
      return true;
    }
    if (!this.#hasHinted) {
      this.#hasHinted = true;
      this.#hint(HINT);
    }
    return false;
  }

  /** Gives the wheel and the keys back to the page around. */
  leave(): void {
    this.#isEngaged = false;
    (document.activeElement as HTMLElement | null)?.blur();
    parent.focus();
  }
}
