// Short messages at the lower edge.

import { html, type TemplateResult } from "lit";

import type { PageState, Toast } from "../state/page-state.js";
import type { Toasts } from "../toasts.js";

export type ToastActions = { toasts: Pick<Toasts, "close"> };

export function toasts(state: PageState, actions: ToastActions): TemplateResult {
  return html`<div class="toasts">${state.toasts.map((toast) => item(toast, actions))}</div>`;
}

function item({ id, text, action }: Toast, actions: ToastActions): TemplateResult {
  const run = () => {
    actions.toasts.close(id);
    action?.run();
  };
  return html`<div class="toast"><span>${text}</span>${action === null ? null : html`<button @click=${run}>${action.label}</button>`}</div>`;
}
