// Links from the page to its documentation, which is served beside it in `docs/`.

import { isReport } from "../engine/assets.js";
import { html, type TemplateResult } from "lit";

import type { FailureKind } from "../generated/protocol.js";

/** A page of the documentation by its file's name without the ending, with `#` and a heading where one helps most. */
export type DocsPage = string;

/** The page that helps with each kind of failure. */
export const FAILURE_DOCS: Readonly<Record<FailureKind, DocsPage>> = {
  "not-a-trace": "formats",
  malformed: "formats",
  empty: "record",
  "too-big": "formats#my-file-is-too-large-what-can-i-do",
  "too-big-for-calls": "formats#my-file-is-too-large-what-can-i-do",
  link: "hosting#traces-on-another-host",
  "worker-died": "formats#my-file-is-too-large-what-can-i-do",
  internal: "index",
};

/** The pages that help links to, in its order. */
export const HELP_DOCS: readonly (readonly [DocsPage, string])[] = [
  ["index", "Documentation"],
  ["first-comparison", "Your first comparison"],
  ["glossary", "Glossary"],
  ["keyboard", "Keyboard"],
  ["formats", "Formats"],
  ["privacy", "Privacy"],
];

/** Opens in a tab of its own: the traces of this one would be lost. */
export function docsLink(page: DocsPage, words: string, title = ""): TemplateResult {
  if (isReport()) {
    return html``; // Nothing is served beside a report.
  }
  const [name, heading] = page.split("#");
  return html`<a class="docs-link" href="docs/${name}.html${heading === undefined ? "" : `#${heading}`}" target="_blank" rel="noopener" title=${title}>${words}</a>`;
}

export function learnMore(page: DocsPage): TemplateResult {
  return docsLink(page, "Learn more");
}
