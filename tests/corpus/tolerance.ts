// Tolerances between a GPU's picture of a corpus scene and the software rasteriser's. Every tolerance has its name
// and its reason here; a test only picks one by the scene's name.

/** Differences that a test accepts. */
export interface Tolerance {
  /** Largest difference of a channel, 0 to 255, that any number of pixels may have. */
  readonly channel: number;
  /** Share of the pixels that may differ by more. */
  readonly outliers: number;
}

/** Boxes, hatches, cushions, images: snapped to whole pixels, the same arithmetic; the last bit may round. */
const FLAT: Tolerance = { channel: 1, outliers: 0 };

/** Lines and tubes: the same strips and fragments. Positions round to parts of a pixel, so borders differ a
 * little, and the pixels of a strip's unfeathered ends may fall on either side. */
const STRIPS: Tolerance = { channel: 10, outliers: 0.001 };

/** Shapes: exact distances to edges here, 4 × 4 samples there, which are up to an eighth apart at one edge. At
 * corners and in slivers the distances to two edges stand for the area between them. */
const SHAPES: Tolerance = { channel: 40, outliers: 0.001 };

const BY_TOPIC: readonly (readonly [RegExp, Tolerance])[] = [
  [/^(rect|images|text|icicles|empty|blend-multiply)/, FLAT],
  [/^(curve|blend-min|blend-max|clips)/, STRIPS],
  [/^(polys|spaces)/, SHAPES],
];

/** An SVG is drawn by the browser's own rasteriser, with its own antialiasing, and gradients stand for cushions. So
 * besides what single pixels may differ by, the whole picture may differ by no more than `mean` of a channel. */
export interface SvgTolerance extends Tolerance {
  readonly mean: number;
}

/** Plain boxes, and nothing at all: crisp edges on whole pixels. */
const SVG_PLAIN: SvgTolerance = { channel: 8, outliers: 0.001, mean: 0.1 };

/** Edges that are antialiased twice: shapes, lines, images, tubes. */
const SVG_EDGES: SvgTolerance = { channel: 64, outliers: 0.003, mean: 4.5 };

/** Cushions are gradients, hatched boxes are flat, dashes start at their path: their pixels differ, their look does
 * not. */
const SVG_MARKS: SvgTolerance = { channel: 64, outliers: 0.025, mean: 8 };

const SVG_BY_TOPIC: readonly (readonly [RegExp, SvgTolerance])[] = [
  [/^(rect-fills|text|empty)/, SVG_PLAIN],
  [/^(images|polys|curve|blend-min|blend-max|clips)/, SVG_EDGES],
  [/^(rect-styles|rect-cushions|blend-multiply|spaces|icicles)/, SVG_MARKS],
];

/** The tolerance of a scene as an SVG file. */
export function svgToleranceOf(scene: string): SvgTolerance {
  return pick(SVG_BY_TOPIC, scene);
}

/** The tolerance of a scene. A scene of a new topic must be given one. */
export function toleranceOf(scene: string): Tolerance {
  return pick(BY_TOPIC, scene);
}

function pick<T>(topics: readonly (readonly [RegExp, T])[], scene: string): T {
  const found = topics.find(([topic]) => topic.test(scene));
  if (found === undefined) {
    throw new Error(`no tolerance for the scene ${scene}: add its topic to tests/corpus/tolerance.ts`);
  }
  return found[1];
}
