// Quantiles of many values.

/** p50, p95 and the most. */
export function spread(name: string, values: readonly number[]): Record<string, number> {
  return {
    [`${name}: p50`]: quantile(values, 0.5),
    [`${name}: p95`]: quantile(values, 0.95),
    [`${name}: max`]: Math.max(...values),
  };
}

/** The nearest-rank quantile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((x, y) => x - y);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
