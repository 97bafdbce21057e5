// Short messages at the lower edge.

import { html, type TemplateResult } from "lit";

import type { App } from "../app.js";
import type { PageState, Toast } from "../state/page-state.js";

export function toasts(state: PageState, app: App): TemplateResult {
  return html`<div class="toasts">${state.toasts.map((toast) => item(toast, app))}</div>`;
}

function item({ id, text, action }: Toast, app: App): TemplateResult {
  const run = () => {
    app.toasts.close(id);
    action?.run();
  };
  return html`<div class="toast"><span>${text}</span>${action === null ? null : html`<button @click=${run}>${action.label}</button>`}</div>`;
}
