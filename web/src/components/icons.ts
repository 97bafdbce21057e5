// Icons of 14 px with lines of 1.4 px, in the colour of the text beside them.

import { html, svg, type SVGTemplateResult, type TemplateResult } from "lit";

function icon(content: SVGTemplateResult): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 14 14" aria-hidden="true" focusable="false">${content}</svg>`;
}

export const swapIcon = icon(svg`<path d="M2 4.5h9M8.5 2 11 4.5 8.5 7M12 9.5H3M5.5 7 3 9.5 5.5 12" />`);
export const closeIcon = icon(svg`<path d="m3 3 8 8M11 3l-8 8" />`);
export const moreIcon = icon(svg`<path class="dots" d="M3 7h0M7 7h0M11 7h0" />`);
export const themeIcon = icon(
  svg`<circle cx="7" cy="7" r="5.3" /><path class="solid" d="M7 1.7a5.3 5.3 0 0 1 0 10.6z" />`,
);
export const helpIcon = icon(
  svg`<circle cx="7" cy="7" r="5.8" /><path d="M5.3 5.5a1.7 1.7 0 1 1 2.4 1.6c-.5.2-.7.5-.7 1" /><path class="dots" d="M7 10.2h0" />`,
);
export const shareIcon = icon(
  svg`<circle cx="3.5" cy="7" r="1.8" /><circle cx="10.5" cy="3.2" r="1.8" /><circle cx="10.5" cy="10.8" r="1.8" /><path d="m5.1 6.1 3.8-2M5.1 7.9l3.8 2" />`,
);
export const noteIcon = icon(svg`<path d="M2 2h10v7l-3 3H2zM9 12V9h3M4.5 5h5M4.5 7.5h3" />`);
export const exportIcon = icon(svg`<path d="M7 1.8v7M4.2 6 7 8.8 9.8 6M2 10v2.2h10V10" />`);
export const warnIcon = icon(svg`<path d="M7 1.8 12.8 12H1.2zM7 5.6v3" /><path class="dots" d="M7 10.3h0" />`);
export const coupleIcon = icon(svg`<path d="M5.5 4H4a3 3 0 0 0 0 6h1.5M8.5 4H10a3 3 0 0 1 0 6H8.5M4.8 7h4.4" />`);
export const plusIcon = icon(svg`<path d="M7 2.5v9M2.5 7h9" />`);
export const minusIcon = icon(svg`<path d="M2.5 7h9" />`);
export const wholeIcon = icon(
  svg`<path d="M1.8 2.5v9M12.2 2.5v9M4 7h6M5.6 5.2 3.8 7l1.8 1.8M8.4 5.2 10.2 7 8.4 8.8" />`,
);
export const tableIcon = icon(svg`<path d="M1.8 2.5h10.4v9H1.8zM1.8 5.5h10.4M1.8 8.5h10.4M5.5 5.5v6" />`);
export const lanesIcon = icon(svg`<path d="M1.8 3.2h6M1.8 7h10.4M1.8 10.8h8" />`);
export const searchIcon = icon(svg`<circle cx="6" cy="6" r="4.2" /><path d="m9.2 9.2 3 3" />`);
export const previousIcon = icon(svg`<path d="m9 3-4 4 4 4" />`);
export const nextIcon = icon(svg`<path d="m5 3 4 4-4 4" />`);

export const logo = html`<svg class="logo" viewBox="0 0 22 20" aria-hidden="true" focusable="false">
  <path class="fill-a" d="M1 3 10 1v18l-9-2z" />
  <path class="fill-b" d="m12 1 9 2v14l-9 2z" />
  <path class="rules" d="m3 6.4 5-.9M3 10h5M3 13.6l5 .9M14 5.5l5 .9M14 10h5M14 14.5l5-.9" />
</svg>`;
