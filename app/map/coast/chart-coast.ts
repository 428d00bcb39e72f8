import { type CoastFile, type CoastProvenance, unpackCoast } from '../../../core/coastline/codec.ts';
import type { Camera } from '../camera.ts';
import { chartRing } from '../paint/trace-ring.ts';
// By name, so that the script of the first visit contains only these parts of the file.
import { attribution, errorInMetres, exact, origin, rings, scale } from './coast.json';
import { type ChartCoast, type CoastLayer, type CoastSource, retryInMilliseconds } from './coast-layer.ts';
import type { PublisherCoast } from './publisher-coast.ts';

type BundledCoast = CoastFile & Pick<CoastProvenance, 'attribution' | 'errorInMetres'>;

function bundledCoast(file: BundledCoast): ChartCoast {
  return {
    rings: unpackCoast(file).map(chartRing),
    attribution: file.attribution,
    errorInMetres: file.errorInMetres.median,
  };
}

const packed = { scale, origin, exact, rings } as unknown as CoastFile;
const outline = bundledCoast({ ...packed, attribution, errorInMetres });

/** At smaller scales the detail is invisible. */
const detailFromZoom = 7;
/** Delay of the load while the detail is not needed: the page and its data come first. */
const idleInMilliseconds = 4000;

let detail: ChartCoast | undefined;
let loading: Promise<void> | undefined;
let publisher: PublisherCoast | undefined;

/**
 * The coasts to draw in a frame. Loads those that are missing and then calls `redraw`; until then another one is drawn. A
 * failed load is repeated.
 */
export function coastLayers(frame: Camera, source: CoastSource | null, redraw: () => void): readonly CoastLayer[] {
  if (frame.zoom < detailFromZoom) {
    if (!loading) setTimeout(loadDetail, idleInMilliseconds, redraw);
    return [{ coast: outline }];
  }
  loadDetail(redraw);
  const coast = detail ?? outline;
  if (!source) return [{ coast }];
  if (!publisher) {
    // Most sites have no such coast, so its code is not part of this script.
    void import('./publisher-coast.ts').then((module) => {
      publisher ??= new module.PublisherCoast(source, redraw);
      redraw();
    });
  }
  return publisher?.layers(frame, coast) ?? [{ coast }];
}

function loadDetail(redraw: () => void): void {
  loading ??= readDetail().then(redraw, () => {
    loading = undefined;
    setTimeout(loadDetail, retryInMilliseconds, redraw);
  });
}

async function readDetail(): Promise<void> {
  const response = await fetch(new URL('./coast-detail.json', import.meta.url), { priority: 'low' });
  // Rejects for the error page of a host, which is not JSON.
  detail = bundledCoast((await response.json()) as BundledCoast);
}
