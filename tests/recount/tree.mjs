// Call paths of two sides, and what they are wide: every call is walked up by itself, and added to a map.

/** A path: its function, its own weights and calls by side, and what it calls. */
function node(key) {
  return { key, own: [0, 0], calls: [0, 0], total: [0, 0], below: new Map() };
}

/** A stack folded root first: a frame whose function is on the folded stack cuts it back to there. */
export function fold(stack, how) {
  const folded = [];
  for (const key of stack) {
    const at = how === "none" ? -1 : how === "direct" ? (folded.at(-1) === key ? folded.length - 1 : -1) : folded.indexOf(key);
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

function add(root, path, side, own, calls) {
  let at = root;
  for (const key of path) {
    if (!at.below.has(key)) at.below.set(key, node(key));
    at = at.below.get(key);
  }
  at.own[side] += own;
  at.calls[side] += calls;
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

/** The paths of both sides under one root that is no function. */
export function pathsOf(sides, how) {
  const root = node("");
  sides.forEach((calls, side) => calls.forEach((call, at) => add(root, fold(stackOf(calls, at), how), side, call.own, 1)));
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
  const found = new Map();
  const none = () => ({ calls: 0, own: 0, total: 0, ofCalls: 0, lengths: [] });
  sides.forEach((calls, side) => {
    calls.forEach((call, at) => {
      const { key, name, file } = call;
      if (!found.has(key)) found.set(key, { key, name, file, sides: [none(), none()] });
      const sums = found.get(key).sides[side], length = call.end - call.start;
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

/** What a function calls and what calls it, as two trees that begin with it: of its outermost calls. */
export function pairOf(sides, key) {
  const [callees, callers] = [node(""), node("")];
  sides.forEach((calls, side) => {
    calls.forEach((call, at) => {
      const stack = stackOf(calls, at);
      const first = stack.indexOf(key);
      if (first < 0) return;
      add(callees, fold(stack.slice(first), "full"), side, call.own, 1);
      if (first !== stack.length - 1) return;
      const above = [key, ...fold(stack.slice(0, -1), "full").reverse()];
      add(callers, above, side, call.end - call.start, 0);
      above.forEach((_, end) => add(callers, above.slice(0, end + 1), side, 0, 1));
    });
  });
  return [callees, callers].map((root) => summed(root).below.get(key));
}

/** Which of two functions stands first where they weigh the same: by the bytes of their names. */
export function byKey(x, y) {
  return Buffer.compare(Buffer.from(x), Buffer.from(y));
}

/** Gives every path its width: the own part by `how`, and those of what it calls; of one side that side's. */
export function widen(root, how, [fa, fb]) {
  const a = root.own[0] * fa, b = root.own[1] * fb;
  root.room = { larger: Math.max(a, b), a, b, changes: Math.abs(b - a) }[how];
  root.width = root.room;
  root.net = b - a;
  for (const child of root.below.values()) {
    widen(child, how, [fa, fb]);
    root.width += child.width;
    root.net += child.net;
  }
}
