import type { ChartRing } from '../paint/trace-ring.ts';

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

/** Where to read a publisher's coast, and its credit. */
export interface CoastSource {
  /** The absolute URL of its index. */
  readonly url: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-coast" content="data/….json" data-attribution="…">`, which a build with `--coast` writes. Null
 * without one.
 */
export function readCoastSource(page: Document): CoastSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-coast"]');
  return meta && { url: new URL(meta.content, page.baseURI).href, attribution: meta.dataset['attribution'] ?? '' };
}
