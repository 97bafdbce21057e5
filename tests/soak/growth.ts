// Whether memory grows: a line through the samples after the first tenth of the rounds, and what may not grow.

/** Memory after a number of rounds, bytes. */
export interface Sample {
  round: number;
  /** Objects of JavaScript in the page and in its workers, after a garbage collection. */
  heap: number;
  /** Memories of all WebAssembly instances. They never shrink, so they show the peak of each instance. */
  wasm: number;
  /** Memory that the tab's process holds, as Linux counts it; `null` on other systems. */
  resident: number | null;
}

export type Kind = Exclude<keyof Sample, "round">;

/** A line through samples, by least squares. */
export interface Line {
  /** Bytes a round. */
  slope: number;
  /** Bytes at the mean round. */
  level: number;
  /** Growth from the first round of the line to the last, as a share of the level. */
  growth: number;
}

/** Share of the rounds that counts as warming up: code is compiled, and buffers reach their size. */
const WARM_UP = 0.1;

/**
 * Growth that is noise: of a share of the level, or of a number of bytes over all rounds. The engine keeps optimising
 * code for hundreds of rounds, and the allocators of the browser move by some per cent. A leak of one trace a round, or of
 * one picture, is several times as much.
 */
const NOISE: Record<Kind, { share: number; bytes: number }> = {
  heap: { share: 0.1, bytes: 3e6 },
  wasm: { share: 0.1, bytes: 8e6 },
  resident: { share: 0.15, bytes: 60e6 },
};

/** Returns true if memory grew by more than noise. */
export function grew({ growth, level }: Line, kind: Kind): boolean {
  const { share, bytes } = NOISE[kind];
  return growth > share && growth * level > bytes;
}

/** Returns the line through a kind of memory after the warm-up, `null` without samples. */
export function lineOf(samples: readonly Sample[], kind: Kind, rounds: number): Line | null {
  const points = samples
    .filter(({ round }) => round > rounds * WARM_UP)
    .flatMap((sample) => {
      const bytes = sample[kind];
      return bytes === null ? [] : [{ x: sample.round, y: bytes }];
    });
  if (points.length < 3) {
    return null;
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map((point) => point.x)), mean(points.map((point) => point.y))];
  const across = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  const slope = points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / across;
  const length = (points.at(-1)?.x ?? 0) - (points[0]?.x ?? 0);
  return { slope, level: y, growth: (slope * length) / y };
}
