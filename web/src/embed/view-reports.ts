// Reports of the view, once it rests: a drag is one report, not a hundred.

/** Time without a change after which the view counts as at rest. */
export const REST_MS = 400;

export class ViewReports {
  readonly #hash: () => string;
  readonly #report: (hash: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last: string | null = null;

  constructor(hash: () => string, report: (hash: string) => void) {
    this.#hash = hash;
    this.#report = report;
  }

  /** The view changed, or may have. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const hash = this.#hash();
      if (hash !== this.#last) {
        this.#last = hash;
        this.#report(hash);
      }
    }, REST_MS);
  }
}
