// Writes the documentation as static pages: each `docs/NAME.md` becomes `NAME.html` in the output folder, with the
// pictures and example pages beside them. Links between pages are checked, so a page that is renamed cannot leave a dead
// link.
//
//     node scripts/docs.mjs OUT STYLE…      OUT: folder to fill; STYLE: style sheets, relative to OUT

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, exit, stderr } from "node:process";
import { fileURLToPath } from "node:url";

import { Marked } from "marked";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const DOCS = join(ROOT, "docs");
const PICTURES = "pictures";
/** The page that lists all others. The first link of each row of its lists and tables is in the navigation of every page. */
const CONTENTS = "index.md";
/** Where a link from a page to a file of the repository that is not a page leads. */
const SOURCE = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).repository?.url?.replace(/\.git$/, "");

const [out, ...styles] = argv.slice(2);
if (out === undefined) {
  stderr.write("Usage: node scripts/docs.mjs OUT STYLE…\n");
  exit(2);
}

const escaped = (text) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Returns the anchor of a heading, by the same rule as most hosts of repositories. */
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");

/** Turns inline tokens into plain text. */
const plain = (tokens) =>
  tokens.map((token) => (token.tokens ? plain(token.tokens) : (token.text ?? token.raw))).join("");

const names = readdirSync(DOCS)
  .filter((name) => name.endsWith(".md"))
  .sort();
const sources = new Map(names.map((name) => [name, readFileSync(join(DOCS, name), "utf8")]));
/** Example pages, which are copied as they are. */
const examples = readdirSync(DOCS).filter((name) => name.endsWith(".html"));
const problems = [];

/** The anchors that a page sets itself, as `<a id="…"></a>`. */
const anchors = new Map(
  [...sources].map(([name, text]) => [name, [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id)]),
);

/** The headings of every page, collected first so that links into other pages can be checked. */
const headings = new Map(
  [...sources].map(([name, text]) => {
    const found = [];
    const seen = new Map();
    for (const token of new Marked().lexer(text)) {
      if (token.type === "heading") {
        const title = plain(token.tokens);
        const base = slug(title);
        const times = seen.get(base) ?? 0;
        seen.set(base, times + 1);
        found.push({ depth: token.depth, title, id: times === 0 ? base : `${base}-${times}` });
      }
    }
    return [name, found];
  }),
);

/** Returns where a link of a page leads in the output. */
function target(page, href) {
  if (/^[a-z]+:/i.test(href)) {
    return href;
  }
  const [path, anchor] = href.split("#");
  const name = path === "" ? page : path;
  if (sources.has(name)) {
    if (
      anchor !== undefined &&
      !headings.get(name).some(({ id }) => id === anchor) &&
      !anchors.get(name).includes(anchor)
    ) {
      problems.push(`docs/${page}: ${href} leads to no heading or anchor`);
    }
    const file = path === "" ? "" : name.replace(/\.md$/, ".html");
    return anchor === undefined ? file : `${file}#${anchor}`;
  }
  if (examples.includes(path)) {
    return path;
  }
  if (path.startsWith(`${PICTURES}/`)) {
    return path; // A picture may not be taken yet: that needs the built page. A test looks for each.
  }
  if (!existsSync(join(DOCS, path))) {
    problems.push(`docs/${page}: ${href} leads nowhere`);
  }
  return SOURCE === undefined ? null : `${SOURCE}/blob/main/${join("docs", path)}`;
}

/** Returns a picture, with its twin for dark pages if that exists. */
function picture(href, text) {
  const dark = href.replace(/(\.\w+)$/, "-dark$1");
  const image = `<img src="${escaped(href)}" alt="${escaped(text)}" loading="lazy">`;
  return existsSync(join(DOCS, dark))
    ? `<picture><source srcset="${escaped(dark)}" media="(prefers-color-scheme: dark)">${image}</picture>`
    : image;
}

/** Returns the body of a page as HTML. */
function body(page, text) {
  const ids = headings.get(page).values();
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }) {
        const { id } = ids.next().value;
        const inner = this.parser.parseInline(tokens);
        return `<h${depth} id="${id}">${inner} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${depth}>\n`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = target(page, href);
        return to === null ? inner : `<a href="${escaped(to)}">${inner}</a>`;
      },
      image({ href, text }) {
        return picture(href, text);
      },
      html({ text }) {
        return text.startsWith("<!--") ? "" : text;
      },
    },
  });
  // A table may be wider than a narrow screen: it scrolls by itself.
  return marked
    .parse(text)
    .replaceAll("<table>", '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll("</table>", "</table></div>");
}

/** Returns the navigation: the contents page's headings and lists, without their remarks. */
function navigation(page) {
  const lines = [];
  for (const token of new Marked().lexer(sources.get(CONTENTS))) {
    if (token.type === "heading" && token.depth > 1) {
      lines.push(`<h2>${escaped(plain(token.tokens))}</h2>`);
    } else if (token.type === "list" || token.type === "table") {
      const rows = token.items ?? token.rows.map((cells) => ({ tokens: cells }));
      const items = rows
        .flatMap(({ tokens }) => linksOf(tokens).slice(0, 1))
        .map(({ href, tokens }) => {
          const current = href === page ? ' aria-current="page"' : "";
          return `<li><a href="${escaped(target(CONTENTS, href) ?? "#")}"${current}>${escaped(plain(tokens))}</a></li>`;
        });
      lines.push(`<ul>${items.join("")}</ul>`);
    }
  }
  return lines.join("\n");
}

/** Returns all links among tokens, in lists and tables too. */
function linksOf(tokens) {
  const inside = ({ tokens, items, rows }) => tokens ?? items ?? rows?.flat() ?? [];
  return tokens.flatMap((token) => (token.type === "link" ? [token] : linksOf(inside(token))));
}

/** Returns a whole page. It runs no script, so its policy allows none. */
function whole(page, text) {
  const title = headings.get(page).find(({ depth }) => depth === 1)?.title;
  if (title === undefined) {
    problems.push(`docs/${page}: no title`);
  }
  const sections = headings.get(page).filter(({ depth }) => depth === 2);
  const inside =
    sections.length < 3
      ? ""
      : `<nav class="inside" aria-label="On this page"><ul>${sections.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`).join("")}</ul></nav>`;
  return `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title ?? page)} · Diptych</title>
${styles.map((style) => `<link rel="stylesheet" href="${escaped(style)}">`).join("\n")}
</head>
<body class="docs">
<a class="skip" href="#text">To the text</a>
<header><a href="../index.html">Diptych</a> <span aria-hidden="true">/</span> <a href="index.html">Docs</a></header>
<div class="columns">
<nav class="all" aria-label="All pages">
${navigation(page)}
</nav>
<main id="text">
${inside}
${body(page, text)}
</main>
</div>
</body>
</html>
`;
}

mkdirSync(out, { recursive: true });
const listed = new Set(linksOf(new Marked().lexer(sources.get(CONTENTS))).map(({ href }) => href));
for (const [page, text] of sources) {
  if (page !== CONTENTS && !listed.has(page)) {
    problems.push(`docs/${page}: docs/${CONTENTS} does not list it`);
  }
  writeFileSync(join(out, page.replace(/\.md$/, ".html")), whole(page, text));
}
for (const example of examples) {
  cpSync(join(DOCS, example), join(out, example));
}
if (existsSync(join(DOCS, PICTURES))) {
  cpSync(join(DOCS, PICTURES), join(out, PICTURES), { recursive: true });
}
if (problems.length > 0) {
  stderr.write(`${[...new Set(problems)].join("\n")}\n`);
  exit(1);
}
