// Closer, further, all of it: a tool of every desk.

import { html, type TemplateResult } from "lit";

import type { Run } from "../commands.js";
import { hint } from "../keys.js";
import { minusIcon, plusIcon, wholeIcon } from "./icons.js";

export function zoomTool(actions: { run: Run }): TemplateResult {
  return html`<div class="group" role="group" aria-label="Zoom">
    <button class="square" aria-label="Zoom out" title=${hint("zoom-out")} @click=${() => actions.run("zoom-out")}>${minusIcon}</button>
    <button class="square" aria-label="Zoom in" title=${hint("zoom-in")} @click=${() => actions.run("zoom-in")}>${plusIcon}</button>
    <button class="square" aria-label="Show the whole runs" title=${hint("whole")} @click=${() => actions.run("whole")}>${wholeIcon}</button>
  </div>`;
}
