// The boxes and the words of a picture that the command wrote.

/** Boxes in the order in which they are drawn: `x`, `y`, `width`, `height` without their edges, and `fill`. */
export function boxes(svg) {
  const grounds = new Map();
  for (const [, id, ground] of svg.matchAll(/<pattern id="([^"]+)"[^>]*><path d="[^"]*" fill="([^"]+)"\/>/g)) {
    grounds.set(`url(#${id})`, `hatched ${ground}`);
  }
  return [...svg.matchAll(/<rect ([^>]*)\/>/g)].map(([, attributes]) => {
    const of = Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
    const edge = Number(of["stroke-width"] ?? 0);
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number(of[name]));
    const fill = grounds.get(of.fill) ?? of.fill;
    return { x: x - edge / 2, y: y - edge / 2, width: width + edge, height: height + edge, fill };
  });
}

/** The runs of words of the picture, in order. */
export function texts(svg) {
  const unescaped = (text) => text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => unescaped(text).replaceAll("\u202f", " "));
}
