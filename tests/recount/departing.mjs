// Areas that depart: excess and z by the words of docs/aggregate.md, stretch by stretch.

export const median = (values) => {
  const sorted = [...values].sort((x, y) => x - y),
    middle = sorted.length >> 1;
  if (sorted.length === 0) return 0;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
};

const entropy = (share) => (share > 0 ? -share * Math.log2(share) : 0);

/** Jensen–Shannon, in bits. */
export const divergence = (a, b) =>
  Math.min(
    Math.max(
      a.reduce((sum, share, at) => sum + entropy((share + b[at]) / 2) - (entropy(share) + entropy(b[at])) / 2, 0),
      0,
    ),
    1,
  );

/** Returns the part of the divergence beyond the usual, given the shares and the shares without `beyond`. */
export function divergenceBeyond(own, beyond) {
  const expected = own.map((share, at) => Math.max(share - beyond[at], 0));
  const whole = expected.reduce((sum, share) => sum + share, 0);
  return whole > 0
    ? divergence(
        expected.map((share) => share / whole),
        own,
      )
    : 0;
}

/** Shares of each node, `[node][state][slice]`, time without a state last, of cells `[leaf][state][slice]`. */
export function nodeShares(tree, cells, slices) {
  const states = cells[0].length;
  return tree.map(({ from, to }) => {
    const sums = Array.from({ length: states + 1 }, () => new Float64Array(slices));
    for (let leaf = from; leaf < to; leaf += 1) {
      for (let slice = 0; slice < slices; slice += 1) {
        let idle = 1;
        for (let state = 0; state < states; state += 1) {
          sums[state][slice] += cells[leaf][state][slice] / (to - from);
          idle -= cells[leaf][state][slice];
        }
        sums[states][slice] += Math.max(idle, 0) / (to - from);
      }
    }
    return sums;
  });
}

/**
 * Shares of a run that ends `slicesLong` slices after the first slice began: without the time after its end in the last slice
 * that it reaches, and the number of slices that it fills by half at least.
 */
export function ended(shares, slicesLong) {
  const slices = shares[0][0].length,
    whole = Math.min(Math.floor(slicesLong), slices),
    filled = slicesLong - Math.floor(slicesLong);
  if (whole === slices || filled < 0.5) return { shares, judged: whole };
  const idle = shares[0].length - 1;
  const own = shares.map((of) =>
    of.map((row, state) =>
      row.map((share, slice) =>
        slice === whole ? Math.max((share - (state === idle ? 1 - filled : 0)) / filled, 0) : share,
      ),
    ),
  );
  return { shares: own, judged: whole + 1 };
}

/** The mean of shares `[state][slice]` from one slice to another, by state. */
export const mean = (shares, from, to) =>
  shares.map((row) => row.slice(from, to + 1).reduce((sum, share) => sum + share, 0) / (to + 1 - from));

/** Shares less those of others, `[node][state][slice]`. */
const less = (shares, other) =>
  shares.map((of, node) => of.map((row, state) => row.map((share, slice) => share - other(node, state, slice))));

const memo = new Map();

/** The shares of a level's nodes beyond their median, and their noise in the slices that are judged. */
function level(shares, tree, { level }, hasMeasure, kind, judged) {
  const key = `${kind} ${level}`;
  if (!memo.has(key)) {
    const nodes = tree.filter((node) => node.level === level).map(({ at }) => at);
    const own = nodes.map((node) => shares[node]);
    const middle = own[0].map((row, state) =>
      row.map((_, slice) => (hasMeasure ? median(own.map((of) => of[state][slice])) : 0)),
    );
    const beyond = new Map(less(own, (_, state, slice) => middle[state][slice]).map((of, at) => [nodes[at], of]));
    const excesses = [...beyond.values()].flatMap((of) => cellsOf(of).slice(0, judged));
    memo.set(key, { beyond, noise: noise(excesses, kind, nodes.length >= 30) });
  }
  return memo.get(key);
}

/** Half the sum over states, of each slice. */
const cellsOf = (of) => Array.from(of[0], (_, slice) => of.reduce((sum, row) => sum + Math.abs(row[slice]), 0) / 2);

function noise(excesses, kind, isMany) {
  const middle = median(excesses),
    normal = Math.max(middle, 0.001) * 1.4826;
  const ninth = [...excesses].sort((x, y) => x - y)[Math.floor((excesses.length * 9) / 10)] / 1.6449;
  const asksNinth = isMany && (kind !== "difference" || middle < 0.001);
  return asksNinth ? Math.max(normal, ninth) : normal;
}

/** Excess and z of an area, and by how much each state departs. */
function excess(shares, tree, node, { from, to }, shift, kind, judged) {
  const sizes = tree.reduce((sizes, { level }) => sizes.set(level, (sizes.get(level) ?? 0) + 1), new Map());
  const hasMeasure = [...sizes.values()].some((nodes) => nodes >= 4);
  const { beyond, noise } = level(shares, tree, node, hasMeasure, kind, judged);
  const own = beyond.get(node.at),
    slices = own[0].length;
  let sum = 0;
  for (const row of own) {
    const of = (low, high) => row.slice(low, high + 1).reduce((sum, share) => sum + share, 0);
    const whole = of(from, to);
    let least = Math.abs(whole);
    for (let low = Math.max(from - shift, 0); low <= from; low += 1) {
      for (let high = to; high <= Math.min(to + shift, slices - 1); high += 1) {
        const other = of(low, high);
        least = other * whole > 0 ? Math.min(least, Math.abs(other)) : 0;
      }
    }
    sum += least;
  }
  const length = to + 1 - from,
    found = sum / 2 / length;
  return { excess: found, z: (found * Math.sqrt(length)) / noise, beyond: mean(own, from, to) };
}

/** Returns the difference between two runs. */
export const difference = ([a, b], tree, node, part, slices, judged) =>
  excess(
    less(b, (at, state, slice) => a[at][state][slice]),
    tree,
    node,
    part,
    Math.floor(slices / 10),
    "difference",
    judged,
  );

/** Returns how far an area of one run goes beyond the usual for its node. */
export function area({ shares, judged }, tree, node, part, run) {
  const unusual = less(shares, (at, state) => usual(shares[at][state], run, at, state));
  return excess(unusual, tree, node, part, 0, `area ${run}`, judged);
}

const medians = new Map();

function usual(row, run, at, state) {
  const key = `${run} ${at} ${state}`;
  if (!medians.has(key)) medians.set(key, median(row));
  return medians.get(key);
}

/** Returns how far a cut-off part departs from its siblings. */
export function cutOff({ shares, judged }, tree, node, { from, to }) {
  const parent = tree.find(({ children }) => children.includes(node));
  const middle = (low, high) => {
    const means = parent.children.map(({ at }) => mean(shares[at], low, high));
    return { means, usual: means[0].map((_, state) => median(means.map((of) => of[state]))) };
  };
  const half = (own, usual) => own.reduce((sum, share, state) => sum + Math.abs(share - usual[state]), 0) / 2;
  const excesses = [];
  for (let slice = 0; slice < judged; slice += 1) {
    const { means, usual } = middle(slice, slice);
    excesses.push(...means.map((own) => half(own, usual)));
  }
  const { usual } = middle(from, to),
    found = half(mean(shares[node.at], from, to), usual);
  return { excess: found, z: (found * Math.sqrt(to + 1 - from)) / noise(excesses, "cut off", true), usual };
}

/** Returns how far a slice of all lanes departs from three slices on either side. */
export function slice({ shares: [whole], judged: slices }, at) {
  const of = (at) => whole.map((row) => [row[at], median(row.slice(Math.max(at - 3, 0), Math.min(at + 4, slices)))]);
  const excess = (at) => of(at).reduce((sum, [own, usual]) => sum + Math.abs(own - usual), 0) / 2;
  const noise = Math.max(median(Array.from({ length: slices }, (_, at) => excess(at))), 0.001) * 1.4826;
  return { excess: excess(at), z: excess(at) / noise, usual: of(at).map(([, usual]) => usual) };
}
