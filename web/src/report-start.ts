// The only inline script of a report: it unpacks the style and the script of the page, and starts them.
//
// Both are packed, because a report must fit into a mail. The style is a constructed one and the script a blob, which the
// policy of the document allows. Where this fails, the text of the report stays.

import { fromBase85 } from "./engine/base85.js";

async function unpacked(id: string): Promise<string> {
  const packed = fromBase85(document.getElementById(id)?.textContent ?? "");
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

async function start(): Promise<void> {
  const [style, main] = await Promise.all([unpacked("asset-style"), unpacked("asset-main")]);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  document.adoptedStyleSheets = [sheet];
  const script = document.createElement("script");
  script.src = URL.createObjectURL(new Blob([main], { type: "text/javascript" }));
  document.body.append(script);
}

void start();
