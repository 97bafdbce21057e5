// `<diptych-view src src-a src-b view theme>`: a view of Diptych as an element of HTML.

import type { EventName, LoadedTrace, Side } from "./messages.js";
import { DiptychView, type OpenOptions, type TraceSource, type ViewOptions } from "./view.js";

const EVENTS: readonly EventName[] = [
  "hello",
  "progress",
  "loaded",
  "compared",
  "error",
  "selection",
  "hover",
  "view",
  "height",
  "key",
  "bye",
];

/** On a server there are no elements. The class can be named there, and nothing happens. */
const Base = (globalThis as { HTMLElement?: typeof HTMLElement }).HTMLElement ?? (class {} as typeof HTMLElement);

export class DiptychViewElement extends Base {
  static readonly observedAttributes = ["src", "src-a", "src-b", "view", "theme"];

  #view: DiptychView | null = null;

  /** The view in this element; null while the element is in no document, or has no `src`. */
  get diptych(): DiptychView | null {
    return this.#view;
  }

  /** Resolves when the frame listens. Rejected without a frame. */
  get ready(): Promise<void> {
    return this.#view?.ready ?? Promise.reject(new Error("<diptych-view> has no src, or is in no document."));
  }

  /** Opens a trace on a side. */
  async open(side: Side, source: TraceSource, options: OpenOptions = {}): Promise<LoadedTrace> {
    await this.ready;
    return (this.#view as DiptychView).open(side, source, options);
  }

  get src(): string {
    return this.getAttribute("src") ?? "";
  }

  set src(value: string) {
    this.setAttribute("src", value);
  }

  get srcA(): string {
    return this.getAttribute("src-a") ?? "";
  }

  set srcA(value: string) {
    this.setAttribute("src-a", value);
  }

  get srcB(): string {
    return this.getAttribute("src-b") ?? "";
  }

  set srcB(value: string) {
    this.setAttribute("src-b", value);
  }

  get view(): string {
    return this.getAttribute("view") ?? "";
  }

  set view(value: string) {
    this.setAttribute("view", value);
  }

  get theme(): string {
    return this.getAttribute("theme") ?? "";
  }

  set theme(value: string) {
    this.setAttribute("theme", value);
  }

  connectedCallback(): void {
    if (this.#view === null && this.src !== "") {
      this.#begin();
    }
  }

  disconnectedCallback(): void {
    this.#view?.dispose();
    this.#view = null;
  }

  attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    if (before === value || !this.isConnected) {
      return;
    }
    if (this.#view === null || name === "src") {
      this.disconnectedCallback();
      this.connectedCallback();
    } else {
      this.#view.show(name === "theme" ? { theme: this.theme || "auto" } : this.#options);
    }
  }

  get #options(): Omit<ViewOptions, "theme"> {
    const { src, srcA, srcB, view } = this;
    return { src: new URL(src, this.ownerDocument.baseURI).href, a: srcA, b: srcB, view };
  }

  #begin(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    const { style } = this;
    style.display ||= "block";
    style.minHeight ||= "400px";
    const view = new DiptychView(root, { ...this.#options, theme: this.theme });
    // A percentage of a height that is not set is nothing: the frame fills the element in any case.
    Object.assign(view.frame.style, { minHeight: "inherit" });
    for (const name of EVENTS) {
      view.on(name, (detail) => {
        this.dispatchEvent(new CustomEvent(`diptych-${name}`, { detail, bubbles: true, composed: true }));
      });
    }
    this.#view = view;
  }
}

/** Makes `<diptych-view>` known to the document. Does nothing on a server, and nothing the second time. */
export function defineElement(): void {
  const registry = (globalThis as { customElements?: CustomElementRegistry }).customElements;
  if (registry !== undefined && registry.get("diptych-view") === undefined) {
    registry.define("diptych-view", DiptychViewElement);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "diptych-view": DiptychViewElement;
  }
}
