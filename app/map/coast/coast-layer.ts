import type { ChartRing } from '../paint/trace-ring.ts';

/** A coast as the chart draws it, with the credit and the error that the map displays. */
export interface ChartCoast {
  /** The outlines of land and lakes. */
  readonly rings: readonly ChartRing[];
  /** The lines of the coast, if some parts of the rings are only borders of the area that a file covers. */
  readonly lines?: readonly ChartRing[];
  readonly attribution: string;
  /** The typical error; null if it is unknown. */
  readonly errorInMetres: number | null;
}

/** A coast that is drawn in a part of a picture or in all of it. */
export interface CoastLayer {
  readonly coast: ChartCoast;
  /** The part, by the even-odd rule; omitted for all of the picture. */
  readonly clip?: Path2D;
}

/** Time until a coast that could not be loaded is requested again. */
export const retryInMilliseconds = 10_000;

/** The location of a publisher's coast, and its credit. */
export interface CoastSource {
  /** The absolute URL of its index. */
  readonly url: string;
  readonly attribution: string;
}

/**
 * Reads `<meta name="coastwatch-coast" content="data/….json" data-attribution="…">`, which a build with `--coast`
 * writes. Null without such an element.
 */
export function readCoastSource(page: Document): CoastSource | null {
  const meta = page.querySelector<HTMLMetaElement>('meta[name="coastwatch-coast"]');
  return meta && { url: new URL(meta.content, page.baseURI).href, attribution: meta.dataset['attribution'] ?? '' };
}
