// How far a GPU's picture of a corpus scene may lie from the software rasteriser's. Every tolerance has its name
// and its reason here; a test only picks one by the scene's name.

/** What may differ. */
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

/** The tolerance of a scene. A scene of a new topic must be given one. */
export function toleranceOf(scene: string): Tolerance {
  const found = BY_TOPIC.find(([topic]) => topic.test(scene));
  if (found === undefined) {
    throw new Error(`no tolerance for the scene ${scene}: add its topic to tests/corpus/tolerance.ts`);
  }
  return found[1];
}
