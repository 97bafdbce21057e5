// The places of boxes in flame and funky graphs, and their fills.

import { faded, gold, judge, MERGED } from "./judge.mjs";
import { byKey, callsOf, functionsOf, inverted, pairOf, pathsOf, walk, widen } from "./tree.mjs";

const MARGIN = 12,
  HEAD = 24,
  ROW = 17,
  RULE = 1.5;
/** Net changes at the foot of boxes: how high they are, less and more in B. */
const BAR = 3,
  LEAST_GAUGE = 12,
  NET = ["#23723b", "#8a3a90"];

/** The columns of functions without self weight: their largest share of the width, their number, and their label. */
const TAIL_SHARE = 0.15,
  TAIL_MOST = 40,
  LABEL = 180,
  LABEL_FROM = 600;

/** A box of a row between two edges: neighbours are a pixel apart, narrow ones less. */
function box(x0, x1, y, fill) {
  const width = x1 - x0 - Math.min((x1 - x0) / 3, 1);
  return { x: x0, y, width: Math.max(width, 1), height: ROW - 1, fill };
}

/** Cells below a path, or below all roots: row, edges, and the path; of paths under a pixel side by side none. */
function* cells(top, isPath, px, order) {
  const scale = top.width > 0 ? px / top.width : 0;
  const wide = (path) => path.width * scale;
  const byWidth = order === undefined;
  const least = ({ first }) => Math.min(...first);
  const before = (x, y) =>
    (byWidth ? y.width - x.width : order === "name" ? 0 : least(x) - least(y)) || byKey(x.key, y.key);
  function* row(path, number, [from, to]) {
    let x = from,
      run;
    const isWide = () => run !== undefined && run[1] - run[0] >= 1;
    const siblings = [...path.below.values()].sort(before);
    for (const child of siblings) {
      // A call stands where it begins within its caller; its callers stand side by side.
      if (order === "time" && (path !== top || isPath)) x = from + (least(child) - least(path)) * scale;
      if (wide(child) >= 1) {
        if (isWide()) yield { number, edges: run };
        run = undefined;
        yield { number, edges: [x, x + wide(child)], path: child };
        yield* row(child, number + 1, [x + (order === "time" ? 0 : child.room * scale), x + wide(child)]);
      } else if (wide(child) > 0) {
        // Narrow ones side by side are one; where siblings do not stand by width, only those within a pixel of each other.
        if (run !== undefined && x - run[1] >= 1) {
          if (isWide()) yield { number, edges: run };
          run = undefined;
        }
        run = [run?.[0] ?? x, x + wide(child)];
      }
      x += wide(child);
    }
    // By width all that is left is narrow.
    if (byWidth && run !== undefined) run[1] = to;
    if (isWide()) yield { number, edges: run };
  }
  if (scale === 0) return;
  if (isPath) yield { number: 0, edges: [0, px], path: top };
  yield* row(top, isPath ? 1 : 0, [isPath ? top.room * scale : 0, px]);
}

/** Returns a function that fills the paths of a picture: gold for one side, else the judge's colour for both. */
function painter(sides, all, mode) {
  const { measure = "total", root = false } = mode;
  const column = { a: 0, b: 1 }[mode.sides];
  if (column === undefined) {
    // The own weight of a caller is that of stacks which begin there: callers are judged by what they call.
    const paths = [...walk(all)];
    const [judged, ofCallers] = [mode, { ...mode, measure: "total" }].map((how) => judge(all.total, paths, how));
    return (path, callers = false) => (callers ? ofCallers(path) : judged(path));
  }
  // By itself a function is measured by the heaviest of them, unless what is shown weighs less.
  const functions = functionsOf(sides),
    shown = mode.shown ?? all.total[column];
  const heaviest = [...functions.values()].reduce((most, { sides }) => Math.max(most, sides[column].own), 0);
  const whole = measure === "own" && heaviest < shown ? heaviest : shown;
  return (path, callers = false) => {
    const share = whole > 0 ? Math.min(functions.get(path.key).sides[column][measure] / whole, 1) : 0;
    return gold(root ? Math.sqrt(share) : share, callers);
  };
}

/** Returns whether a visible side has a path. */
function isShown(path, mode) {
  return mode.sides === undefined ? true : path.calls[mode.sides === "a" ? 0 : 1] > 0;
}

/** The widest path of a function, the first of equals, with its callers outermost first. */
function widest(root, key) {
  let best;
  const visit = (path, above) => {
    for (const child of path.below.values()) {
      if (child.key === key && (best === undefined || child.width > best.path.width)) best = { path: child, above };
      visit(child, [...above, child]);
    }
  };
  visit(root, []);
  return best;
}

/** The tree of a mode. */
function treeOf(sides, mode) {
  if (mode.order === "time") return callsOf(sides[mode.sides === "a" ? 0 : 1]);
  const paths = pathsOf(sides, mode.fold ?? "direct");
  return mode.inverted ? inverted(paths) : paths;
}

/** Callers of a zoom target that are drawn, and the least number of frames that fold. */
const [MOST_ABOVE, LEAST_FRAMES] = [2, 3];

/** Returns the zoom target, if there is one, and its callers that are drawn. */
function zoomIn(all, mode) {
  // A path without weight on the visible side is no zoom target.
  const named = mode.zoom === undefined ? undefined : widest(all, mode.zoom);
  const found = named !== undefined && named.path.width > 0 ? named : undefined;
  return found === undefined ? { above: [] } : { top: found.path, above: found.above.slice(-MOST_ABOVE) };
}

/** Returns how many outer rows of a whole graph are folded: those that one path fills, without the innermost. */
function framesOf(drawn, width) {
  const inRow = (number) => drawn.filter((cell) => cell.number === number);
  const fills = ([cell, ...others]) =>
    cell?.path !== undefined && others.length === 0 && cell.edges[1] - cell.edges[0] >= 0.99 * width;
  let full = 0;
  while (fills(inRow(full))) full += 1;
  return full > LEAST_FRAMES ? full - 1 : 0;
}

/** A flame graph alone on a canvas: its boxes, how many are paths, and of how many. */
export function flame(sides, [width], mode) {
  const raw = pathsOf(sides, "none"),
    all = treeOf(sides, mode);
  const byTime = mode.order === "time";
  widen(all, byTime ? "a" : (mode.sides ?? mode.width ?? "larger"), mode.factors ?? [1, 1]);
  const { top, above } = zoomIn(all, mode);
  const column = mode.sides === "b" ? 1 : 0;
  const judged = {
    ...mode,
    ...(mode.inverted && { measure: "total" }),
    ...(top !== undefined && { shown: top.total[column] }),
  };
  const paint = painter(
    sides,
    mode.sides === undefined ? all : raw,
    mode.sides === undefined ? judged : { ...judged, measure: mode.measure },
  );
  const found = above.map((path, row) => box(MARGIN, width - MARGIN, HEAD + row * ROW, faded(paint(path))));
  let drawn = 0;
  const cellsOfAll = [...cells(top ?? all, top !== undefined, width - 2 * MARGIN, mode.order)];
  const folded = top === undefined ? framesOf(cellsOfAll, width - 2 * MARGIN) : 0;
  drawn += folded;
  for (const { number, edges, path } of cellsOfAll.filter((cell) => cell.number >= folded)) {
    const y = HEAD + (number + above.length - folded) * ROW;
    const made = box(MARGIN + edges[0], MARGIN + edges[1], y, path === undefined ? MERGED : paint(path));
    found.push(made);
    drawn += Number(path !== undefined);
    if (path === undefined || mode.width !== "changes") continue;
    // A gauge of the net change, on the ground, where there is room for it.
    const inner = edges[1] - edges[0] - Math.min((edges[1] - edges[0]) / 3, 1);
    if (inner < LEAST_GAUGE) continue;
    found.push({ x: made.x, y: y + ROW - 2 - BAR, width: Math.max(inner, 1), height: BAR + 1, fill: "#ffffff" });
    if (path.net === 0) continue;
    const bar = Math.max((Math.abs(path.net) / path.width) * inner, 1);
    found.push({ x: made.x, y: y + ROW - 1 - BAR, width: bar, height: BAR, fill: NET[Number(path.net > 0)] });
  }
  const shown = [...(top === undefined ? [] : [top]), ...walk(top ?? all)];
  return { boxes: found, drawn, all: byTime ? shown.length : shown.filter((path) => isShown(path, mode)).length };
}

/** A funky graph alone on a canvas: its boxes, how many functions have columns, of how many, and how many share a bar. */
export function funky(sides, [width, height], mode, leastPx) {
  const raw = pathsOf(sides, "none"),
    scales = mode.factors ?? [1, 1],
    by = mode.sides ?? mode.width ?? "larger";
  const chosen = ([a, b]) => ({ larger: Math.max(a, b), a, b, changes: Math.abs(b - a) })[by];
  const paint = painter(sides, raw, mode);
  const columns = [...functionsOf(sides).values()].map(({ key, sides: sums }) => {
    const of = (what) => chosen(sums.map((side, at) => side[what] * scales[at]));
    return { key, own: of("own"), total: of("total") };
  });
  columns.sort((x, y) => y.total - x.total || byKey(x.key, y.key));
  // Functions without self weight stand behind all others, at the least width, with a label before them.
  const px = width - 2 * MARGIN,
    without = columns.filter(({ own, total }) => own <= 0 && total > 0),
    tail = Math.min(without.length, Math.floor((TAIL_SHARE * px) / leastPx), TAIL_MOST),
    label = tail > 0 && px >= LABEL_FROM ? LABEL : 0,
    room = px - label - tail * leastPx,
    scale = room / columns.reduce((sum, { own }) => sum + own, 0);
  const top = Math.floor(HEAD + (height - HEAD - ROW) / 2),
    found = [];
  let x = MARGIN,
    drawn = 0,
    rest = 0;
  const column = (key, x, width) =>
    pairOf(sides, key).forEach((tree, callers) => {
      widen(tree, by, scales);
      for (const { number, edges, path } of cells(tree, true, width)) {
        if (callers && number === 0) continue;
        const y = top + (number * ROW + (number === 0 ? 0 : RULE)) * (callers ? 1 : -1);
        // Boxes beyond the canvas are counted, not drawn.
        if (y + ROW <= HEAD || y >= height) continue;
        found.push(box(x + edges[0], x + edges[1], y, path === undefined ? MERGED : paint(path, callers === 1)));
      }
    });
  for (const { key, own, total } of columns) {
    if (own <= 0 && total > 0) continue;
    if (own * scale < leastPx) {
      rest += 1;
      continue;
    }
    column(key, x, own * scale);
    drawn += 1;
    x += own * scale;
  }
  if (tail === 0) rest += without.length;
  const bar = (x, width) => found.push({ x, y: top, width, height: ROW, fill: "#ebeef2" });
  const restPx = Math.max(MARGIN + room - x, rest > 0 ? 1 : 0),
    first = MARGIN + px - tail * leastPx;
  if (rest > 0) bar(x, restPx);
  if (label > 0) bar(x + restPx, first - x - restPx);
  without.slice(0, tail).forEach(({ key }, at) => column(key, first + at * leastPx, leastPx));
  drawn += tail;
  for (const y of [top - RULE, top + ROW]) found.push({ x: MARGIN, y, width: px, height: RULE, fill: "#16191d" });
  return { boxes: found, drawn, all: columns.length, rest, restPx };
}
