import { type CoastFile, type CoastProvenance, unpackCoast } from '../../../core/coastline/codec.ts';
// By name, so that the script of the first visit contains only these parts of the file.
import { attribution, errorInMetres, exact, origin, rings, scale } from '../coast/coast.json';
import type { PublisherCoast } from '../coast/publisher-coast.ts';
import { type ChartCoast, type CoastLayer, type CoastSource, retryInMilliseconds } from '../coast/coast-layer.ts';
import { degreeStep, graticulePixels, multiplesBetween } from '../scene/degree-steps.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { type Camera, positionAt } from '../camera.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext, PictureSize } from './picture-canvas.ts';
import { alsoCoarser, chartRing, traceRing } from './trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundRequest {
  readonly camera: Camera;
  readonly size: PictureSize;
  readonly palette: Palette;
  /** Draw only the graticule, over another base map. */
  readonly isOverTiles: boolean;
  /** A publisher's coast. */
  readonly coast: CoastSource | null;
}

/** The coast that a picture of the ground shows. */
export interface DrawnCoast {
  /** The credits of all coasts in the picture. */
  readonly attribution: string;
  /** The typical error; null if it is unknown. */
  readonly errorInMetres: number | null;
}

/**
 * Draws the built-in chart and returns which coast it shows, or draws only its graticule and returns null. Calls `redraw` when
 * it could draw a better coast.
 */
export function paintGround(
  context: DrawingContext,
  { camera: frame, palette, isOverTiles, coast }: GroundRequest,
  redraw: () => void,
): DrawnCoast | null {
  if (isOverTiles) {
    paintGraticule(context, frame, palette);
    return null;
  }
  const layers = coastLayers(frame, coast, redraw);
  paintChart(context, layers, frame, palette);
  return {
    attribution: layers.map((layer) => layer.coast.attribution).join(', '),
    errorInMetres: layers.length === 1 ? (layers[0]?.coast.errorInMetres ?? null) : null,
  };
}

/** The edge of shoal water is soft: more detail is invisible, and would cost as much as the rest of the drawing. */
const shortestStepOfShoal = 2.5;

/** Draws sea, shoal water, land, the coastline and the graticule. */
function paintChart(context: DrawingContext, layers: readonly CoastLayer[], frame: Camera, palette: Palette): void {
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  context.lineJoin = 'round';
  const lines = layers.map((layer) => clipped(context, layer, () => paintLand(context, layer.coast, frame, palette)));
  paintGraticule(context, frame, palette);
  context.strokeStyle = palette.coast;
  context.lineWidth = frame.zoom < 6 ? 1 : 1.25;
  layers.forEach((layer, index) => {
    clipped(context, layer, () => {
      context.stroke(lines[index] ?? new Path2D());
    });
  });
}

/** Draws a layer in its part of the frame. */
function clipped<Result>(context: DrawingContext, { clip }: CoastLayer, draw: () => Result): Result {
  context.save();
  if (clip) context.clip(clip, 'evenodd');
  const result = draw();
  context.restore();
  return result;
}

/** Draws shoal water and land. Returns the line of the coast. */
function paintLand(context: DrawingContext, { rings, lines }: ChartCoast, frame: Camera, palette: Palette): Path2D {
  const shoalWidth = shoalWidthAt(frame.zoom);
  const land = new Path2D();
  const line = lines ? new Path2D() : land;
  const shore = new Path2D();
  const both = alsoCoarser(line, shore, shortestStepOfShoal);
  for (const ring of lines ?? rings) traceRing(ring, frame, shoalWidth, both);
  if (lines) for (const ring of rings) traceRing(ring, frame, shoalWidth, land);

  context.strokeStyle = palette.shoal;
  context.globalAlpha = 0.45;
  context.lineWidth = shoalWidth;
  context.stroke(shore);
  context.globalAlpha = 1;
  context.lineWidth = shoalWidth / 2;
  context.stroke(shore);

  context.fillStyle = palette.land;
  context.fill(land, 'evenodd');
  return line;
}

/** The graticule; also drawn on its own over a base map. */
function paintGraticule(context: DrawingContext, frame: Camera, palette: Palette): void {
  const { worldSize, left, top, width, height } = frame;
  const step = degreeStep(worldSize / 360, graticulePixels);
  const northWest = positionAt(frame, { x: 0, y: 0 });
  const southEast = positionAt(frame, { x: width, y: height });
  context.beginPath();
  for (const seconds of multiplesBetween(northWest.longitude, southEast.longitude, step)) {
    const x = Math.round(mercatorX(seconds / 3600) * worldSize - left) + 0.5;
    context.moveTo(x, 0);
    context.lineTo(x, height);
  }
  for (const seconds of multiplesBetween(southEast.latitude, northWest.latitude, step)) {
    const y = Math.round(mercatorY(seconds / 3600) * worldSize - top) + 0.5;
    context.moveTo(0, y);
    context.lineTo(width, y);
  }
  context.strokeStyle = palette.line;
  context.lineWidth = 1;
  context.stroke();
}

/** The wide part of the shoal water's stroke, of which the land covers half. */
function shoalWidthAt(zoom: number): number {
  return Math.min(Math.max(12 + (zoom - 4) * 7, 12), 72);
}

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
function coastLayers(frame: Camera, source: CoastSource | null, redraw: () => void): readonly CoastLayer[] {
  if (frame.zoom < detailFromZoom) {
    if (!loading) setTimeout(loadDetail, idleInMilliseconds, redraw);
    return [{ coast: outline }];
  }
  loadDetail(redraw);
  const coast = detail ?? outline;
  if (!source) return [{ coast }];
  if (!publisher) {
    // Most sites have no such coast, so its code is not part of this script.
    void import('../coast/publisher-coast.ts').then((module) => {
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
  const response = await fetch(new URL('../coast/coast-detail.json', import.meta.url), { priority: 'low' });
  // Rejects for the error page of a host, which is not JSON.
  detail = bundledCoast((await response.json()) as BundledCoast);
}
