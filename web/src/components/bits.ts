// Small pieces that many components use.

import { html, nothing, type TemplateResult } from "lit";
import { Directive, directive, type ElementPart, type PartInfo, PartType } from "lit/directive.js";

import type { SideName } from "../generated/protocol.js";
import type { Notice } from "../state/page-state.js";
import { clauses } from "../words.js";
import { warnIcon } from "./icons.js";

/** The letter of a side on its striped ground. */
export function badge(side: SideName, size: "small" | "normal" | "large" = "normal"): TemplateResult {
  return html`<span class="badge badge-${side} badge-${size}" aria-hidden="true">${side.toUpperCase()}</span>`;
}

/** `A` or `B`, as in texts. */
export function letter(side: SideName): string {
  return side.toUpperCase();
}

/** A text of the engine or of a failure: what stands between backticks is set as code. */
export function prose(text: string): unknown {
  return text.split("`").map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** A box with an icon, a bold sentence and the rest. */
export function box(tone: Notice["tone"], title: string, body: string): TemplateResult {
  return html`<div class="message ${tone}">
    ${tone === "plain" ? nothing : warnIcon}
    <p><strong>${prose(title)}</strong> ${prose(body)}</p>
  </div>`;
}

/** A text that may hold anything: isolated, so that its direction turns nothing around it. */
export function isolated(text: string, className = ""): TemplateResult {
  return html`<bdi class=${className}>${text}</bdi>`;
}

/** A text in one line whose clauses leave whole, the last first, where there is no room for all of them. */
export function leaving(text: string): TemplateResult[] {
  return clauses(text).map((clause) => html`<span>${clause}</span>`);
}

/** The parts that are there, with a dot between them. */
export function dotted(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** `aria-pressed` and the like want words. */
export function yesNo(value: boolean): "true" | "false" {
  return value ? "true" : "false";
}

export function when(condition: boolean, template: () => TemplateResult): TemplateResult | typeof nothing {
  return condition ? template() : nothing;
}

/**
 * Renders a progress bar. `share` is 1 when all is done, and `null` when nobody knows the total. `tint`: a side, or
 * ink.
 */
export function progressBar(label: string, share: number | null, tint: SideName | "ink"): TemplateResult {
  return html`<div
    class="bar bar-${tint} ${share === null ? "unknown" : ""}"
    role="progressbar"
    aria-label=${label}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${share === null ? nothing : Math.round(share * 100)}
    ${properties({ "--share": String(share ?? 1) })}
  ></div>`;
}

class CustomProperties extends Directive {
  /** The values that were set last. */
  #values: Readonly<Record<string, string>> = {};

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) {
      throw new Error("properties() stands among the attributes of an element");
    }
  }

  render(_: Readonly<Record<`--${string}`, string>>): symbol {
    return nothing;
  }

  override update(part: ElementPart, [values]: [Readonly<Record<`--${string}`, string>>]): symbol {
    const { style } = part.element as HTMLElement;
    Object.entries<string>(values).forEach(([name, value]) => {
      if (this.#values[name] !== value) {
        style.setProperty(name, value);
      }
    });
    this.#values = values;
    return nothing;
  }
}

/** Sets custom properties of an element. The page's policy forbids style attributes, not this. */
export const properties = directive(CustomProperties);
