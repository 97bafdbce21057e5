// The only inline script of a report: it unpacks the style and the script of the page, and starts them.
//
// Both are packed, because a report must fit into a mail. The style is a constructed one and the script a blob, which the
// policy of the document allows. Where this fails, the text of the report stays, and says so.

import { fromBase85 } from "./engine/base85.js";
import { sayNotStarted } from "./report-text.js";

async function unpacked(id: string): Promise<string> {
  const packed = fromBase85(document.getElementById(id)?.textContent ?? "");
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function start(): Promise<void> {
  const [style, main] = await Promise.all([unpacked("asset-style"), unpacked("asset-main")]);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  sheet.disabled = true; // Until the page takes the place of the text, which has a style of its own.
  document.adoptedStyleSheets = [sheet];
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([main], { type: "text/javascript" }));
  document.body.append(script);
}

start().catch(() =>
  sayNotStarted("This report is damaged.", "Its interactive page does not start. Ask its sender for the file again."),
);
