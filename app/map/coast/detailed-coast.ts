import { type CoastFile, type CoastProvenance, unpackCoast } from '../../../core/coastline/codec.ts';
import { type ChartRing, chartRing } from '../chart/trace-ring.ts';

/** A coast as the chart draws it, its credit and its typical error. */
export interface ChartCoast {
  readonly rings: readonly ChartRing[];
  readonly attribution: string;
  readonly errorInMetres: number;
}

type FileToDraw = CoastFile & Pick<CoastProvenance, 'attribution' | 'errorInMetres'>;

export function chartCoast(file: FileToDraw): ChartCoast {
  const { attribution, errorInMetres } = file;
  return { rings: unpackCoast(file).map(chartRing), attribution, errorInMetres: errorInMetres.median };
}

/** Delay of the load while the detail is not needed: the page and its data come first. */
const idleInMilliseconds = 4000;
const retryInMilliseconds = 10_000;

let detailed: ChartCoast | undefined;
let loading: Promise<void> | undefined;

/** The bundled detailed coast. If it is not loaded, loads it and calls `onLoaded`; a failed load is repeated. */
export function detailedCoast(onLoaded: () => void): ChartCoast | undefined {
  loading ??= load().then(onLoaded, () => {
    loading = undefined;
    setTimeout(detailedCoast, retryInMilliseconds, onLoaded);
  });
  return detailed;
}

/** Loads the detailed coast soon, for a map that may zoom in later. */
export function loadDetailWhenIdle(onLoaded: () => void): void {
  if (!loading) setTimeout(detailedCoast, idleInMilliseconds, onLoaded);
}

async function load(): Promise<void> {
  const response = await fetch(new URL('./coast-detail.json', import.meta.url), { priority: 'low' });
  // Rejects for the error page of a host, which is not JSON.
  detailed = chartCoast((await response.json()) as FileToDraw);
}
