// The tree of lanes, gain and loss of areas term by term, and the best partition by a plain dynamic programme.

/** Nodes of the tree of some paths, which stand in its order, callers first: `from` and `to` of its leaves, `children`, `level`. */
export function treeOf(paths) {
  const parts = paths.map((path) => path.split("/"));
  const build = (from, to, depth) => {
    const node = { from, to, children: [], level: 0, path: "" };
    const same = (at) => parts[at][depth] === parts[from][depth];
    if (to - from === 1) return { ...node, path: paths[from] };
    if (parts[from].length > depth && Array.from({ length: to - from }, (_, at) => from + at).every(same)) {
      const inner = build(from, to, depth + 1);
      return inner.path === "" ? { ...inner, path: parts[from].slice(0, depth + 1).join("/") } : inner;
    }
    for (let at = from; at < to;) {
      let end = at + 1;
      while (end < to && parts[end][depth] === parts[at][depth]) end += 1;
      node.children.push(build(at, end, depth + 1));
      const child = node.children.at(-1);
      if (child.path === "") child.path = parts[at].slice(0, depth + 1).join("/");
      at = end;
    }
    return node;
  };
  const root = build(0, paths.length, 0);
  const all = [];
  const level = (node, depth) => {
    node.level = depth;
    node.at = all.length;
    all.push(node);
    for (const child of node.children) level(child, depth + 1);
  };
  level(root, 0);
  return all;
}

const information = (share) => (share > 0 ? share * Math.log2(share) : 0);

/** Gain and loss of every area by node and interval, of cells `shares[leaf][state][slice]`. */
export function qualities(tree, shares, slices, byMean) {
  const states = shares[0]?.length ?? 0;
  return tree.map(({ from, to }) => {
    const sums = Array.from({ length: states }, () => new Float64Array(slices)),
      bits = new Float64Array(slices);
    for (let leaf = from; leaf < to; leaf += 1) {
      for (let state = 0; state < states; state += 1) {
        for (let slice = 0; slice < slices; slice += 1) {
          sums[state][slice] += shares[leaf][state][slice];
          bits[slice] += information(shares[leaf][state][slice]);
        }
      }
    }
    const of = [];
    for (let i = 0; i < slices; i += 1) {
      const sum = new Float64Array(states);
      let cells = 0;
      for (let j = i; j < slices; j += 1) {
        cells += bits[j];
        const n = (to - from) * (j + 1 - i);
        let [gain, loss] = [-cells, cells];
        for (let state = 0; state < states; state += 1) {
          sum[state] += sums[state][j];
          const mean = sum[state] / n;
          gain += information(byMean ? mean : sum[state]);
          loss -= mean > 0 ? sum[state] * Math.log2(mean) : 0;
        }
        of[i * slices + j] = { gain, loss };
      }
    }
    return of;
  });
}

/** The greatest p·gain − (1 − p)·loss of any partition whose areas, of a node from slice i to j, are all allowed. */
export function best(tree, of, slices, p, isAllowed = () => true) {
  const value = ({ gain, loss }) => p * gain - (1 - p) * loss;
  const all = tree.map(() => new Float64Array(slices * slices));
  for (let at = tree.length - 1; at >= 0; at -= 1) {
    const own = all[at],
      { children } = tree[at];
    for (let i = slices - 1; i >= 0; i -= 1) {
      for (let j = i; j < slices; j += 1) {
        let most = isAllowed(tree[at], i, j) ? value(of[at][i * slices + j]) : -Infinity;
        if (children.length > 0) {
          let sum = 0;
          for (const child of children) sum += all[child.at][i * slices + j];
          most = Math.max(most, sum);
        }
        for (let cut = i; cut < j; cut += 1) most = Math.max(most, own[i * slices + cut] + own[(cut + 1) * slices + j]);
        own[i * slices + j] = most;
      }
    }
  }
  return all[0][slices - 1];
}
