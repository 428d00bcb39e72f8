import type { ChartRing } from '../chart/trace-ring.ts';

/** A coast as the chart draws it, and what the map says about it. */
export interface ChartCoast {
  /** The outlines of land and lakes. */
  readonly rings: readonly ChartRing[];
  /** The lines of the coast, if some parts of the rings are only borders of the area that a file covers. */
  readonly lines?: readonly ChartRing[];
  readonly attribution: string;
  /** The typical error; null if it is unknown. */
  readonly errorInMetres: number | null;
}

/** A coast in a part of a frame, or in all of it. */
export interface CoastLayer {
  readonly coast: ChartCoast;
  /** The part, by the even-odd rule. */
  readonly clip?: Path2D;
}

/** Time until a coast that could not be loaded is requested again. */
export const retryInMilliseconds = 10_000;
