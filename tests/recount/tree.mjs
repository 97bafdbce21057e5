// Call paths of two sides, and what they are wide: every call is walked up by itself, and added to a map.

/** A path: its function, its own weights, calls and the start of the first of them by side, and what it calls. */
function node(key) {
  return { key, own: [0, 0], calls: [0, 0], total: [0, 0], first: [Infinity, Infinity], below: new Map() };
}

/** A stack folded root first: a frame whose function is on the folded stack cuts it back to there. */
export function fold(stack, how) {
  const folded = [];
  for (const key of stack) {
    const at =
      how === "none" ? -1 : how === "direct" ? (folded.at(-1) === key ? folded.length - 1 : -1) : folded.indexOf(key);
    if (at >= 0) folded.length = at + 1;
    else folded.push(key);
  }
  return folded;
}

/** The functions of a call and of its callers, outermost first. */
export function stackOf(calls, at) {
  const stack = [];
  for (let up = at; up >= 0; up = calls[up].parent) stack.push(calls[up].key);
  return stack.reverse();
}

function add(root, path, side, own, calls, first = Infinity) {
  let at = root;
  for (const key of path) {
    if (!at.below.has(key)) at.below.set(key, node(key));
    at = at.below.get(key);
  }
  at.own[side] += own;
  at.calls[side] += calls;
  at.first[side] = Math.min(at.first[side], first);
}

/** Gives every path its total, and returns the root of all. */
function summed(root) {
  const visit = (at) => {
    at.total = [...at.own];
    for (const child of at.below.values()) {
      visit(child);
      for (const side of [0, 1]) at.total[side] += child.total[side];
    }
  };
  visit(root);
  return root;
}

/** Results that were counted before, by the list of calls. */
const counted = new WeakMap();
function once(sides, what, count) {
  if (!counted.has(sides)) counted.set(sides, new Map());
  const known = counted.get(sides);
  if (!known.has(what)) known.set(what, count());
  return known.get(what);
}

/** The paths of both sides under one root that is no function. */
export function pathsOf(sides, how) {
  return once(sides, `paths ${how}`, () => {
    const root = node("");
    sides.forEach((calls, side) => {
      const begin = calls.reduce((least, { start }) => Math.min(least, start), Infinity);
      calls.forEach((call, at) => add(root, fold(stackOf(calls, at), how), side, call.own, 1, call.start - begin));
    });
    return summed(root);
  });
}

/** Every path below a root with the functions on it, outermost first. */
function* stacks(root, above = []) {
  for (const child of root.below.values()) {
    const stack = [...above, child.key];
    yield [stack, child];
    yield* stacks(child, stack);
  }
}

/**
 * Returns the tree inverted, by callers: the own weight of every path goes to its last function, and on to each of
 * its callers. Callers of functions that weigh under a hundred-thousandth of the whole on both sides are merged.
 */
export function inverted(root) {
  const turned = node(""),
    found = [...stacks(root)];
  const split = (under, ends) => {
    const groups = new Map();
    for (const end of ends) {
      const key = end.stack[end.stack.length - 1 - end.up];
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(end);
    }
    for (const [key, group] of groups) {
      const at = node(key),
        further = group.filter(({ stack, up }) => up + 1 < stack.length);
      under.below.set(key, at);
      for (const { path } of group) {
        for (const side of [0, 1]) {
          at.total[side] += path.own[side];
          at.calls[side] += path.calls[side];
          at.first[side] = Math.min(at.first[side], path.first[side]);
        }
      }
      const isLight = at.total.every((weight, side) => weight < root.total[side] * 1e-5);
      at.own = [...at.total];
      if (isLight || further.length === 0) continue;
      for (const { path } of further) for (const side of [0, 1]) at.own[side] -= path.own[side];
      split(
        at,
        further.map(({ stack, path, up }) => ({ stack, path, up: up + 1 })),
      );
    }
  };
  split(
    turned,
    found.map(([stack, path]) => ({ stack, path, up: 0 })),
  );
  return summed(turned);
}

/** Every call of a side by itself. */
export function callsOf(calls) {
  const root = node(""),
    nodes = calls.map(({ key, own, start }) => ({
      ...node(key),
      own: [own, 0],
      calls: [1, 0],
      first: [start, Infinity],
    }));
  calls.forEach(({ parent }, at) => (parent < 0 ? root : nodes[parent]).below.set(at, nodes[at]));
  return summed(root);
}

/** All paths below a root. */
export function* walk(root) {
  for (const child of root.below.values()) {
    yield child;
    yield* walk(child);
  }
}

/** By function its calls, own weight, weight of its outermost calls, of all its calls, and how long each took; by side. */
export function functionsOf(sides) {
  return once(sides, "functions", () => countedFunctions(sides));
}

function countedFunctions(sides) {
  const found = new Map();
  const none = () => ({ calls: 0, own: 0, total: 0, ofCalls: 0, lengths: [] });
  sides.forEach((calls, side) => {
    calls.forEach((call, at) => {
      const { key, name, file, raw } = call;
      if (!found.has(key)) found.set(key, { key, name, file, raw, sides: [none(), none()] });
      const sums = found.get(key).sides[side],
        length = call.end - call.start;
      const outermost = !stackOf(calls, at).slice(0, -1).includes(key);
      sums.calls += 1;
      sums.own += call.own;
      sums.total += outermost ? length : 0;
      sums.ofCalls += length;
      sums.lengths.push(length);
    });
  });
  return found;
}

/**
 * Returns the callees and the callers of a function as two trees that begin with it. Only its outermost frames in the
 * original stacks count.
 */
export function pairOf(sides, key) {
  return once(sides, `pair ${key}`, () => {
    const [callees, callers] = [node(""), node("")];
    for (const [stack, path] of stacks(pathsOf(sides, "none"))) {
      const first = stack.indexOf(key);
      if (first < 0) continue;
      const below = fold(stack.slice(first), "full");
      for (const side of [0, 1]) if (path.calls[side] > 0) add(callees, below, side, path.own[side], path.calls[side]);
      if (first !== stack.length - 1) continue;
      const above = [key, ...fold(stack.slice(0, -1), "full").reverse()];
      for (const side of [0, 1]) {
        if (path.calls[side] === 0) continue;
        add(callers, above, side, path.total[side], 0);
        above.forEach((_, end) => add(callers, above.slice(0, end + 1), side, 0, path.calls[side]));
      }
    }
    return [callees, callers].map((root) => summed(root).below.get(key));
  });
}

/** Orders two functions of equal weight by the bytes of their names. */
export function byKey(x, y) {
  return Buffer.compare(Buffer.from(x), Buffer.from(y));
}

/** Gives every path its width: the own part by `how`, and those of what it calls; of one side that side's. */
export function widen(root, how, [fa, fb]) {
  const a = root.own[0] * fa,
    b = root.own[1] * fb;
  root.room = { larger: Math.max(a, b), a, b, changes: Math.abs(b - a) }[how];
  root.width = root.room;
  root.net = b - a;
  for (const child of root.below.values()) {
    widen(child, how, [fa, fb]);
    root.width += child.width;
    root.net += child.net;
  }
}
