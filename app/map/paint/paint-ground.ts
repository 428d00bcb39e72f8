import { type CoastFile, type CoastProvenance, unpackCoast } from '../../../core/coastline/codec.ts';
// Imported by name, so that the script of the first visit contains only these properties of the file.
import { attribution, errorInMetres, exact, origin, rings, scale } from '../coast/coast.json';
import { degreeStep, minGraticuleSpacingInPixels, multiplesBetween } from '../scene/degree-steps.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { type Camera, positionAt } from '../camera.ts';
import type { DrawingContext, Palette, PictureSize } from './canvas.ts';
import { type ChartCoast, chartRing, fineAndCoarseSink, traceRing } from './trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundRequest {
  readonly camera: Camera;
  readonly size: PictureSize;
  readonly palette: Palette;
}

/** The coast that a picture of the ground shows. */
export interface DrawnCoast {
  /** Its credit. */
  readonly attribution: string;
  /** Its typical error. */
  readonly errorInMetres: number;
  /** Whether the detail for this zoom was loaded. If not, it is loading. */
  readonly isComplete: boolean;
}

/** Draws the outline of the coast, and returns which coast it shows. Calls `redraw` when it could draw a better coast. */
export function paintGround(
  context: DrawingContext,
  { camera, palette }: GroundRequest,
  redraw: () => void,
): DrawnCoast {
  const coast = coastAt(camera, redraw);
  paintChart(context, coast, camera, palette);
  return {
    attribution: coast.attribution,
    errorInMetres: coast.errorInMetres,
    isComplete: detail !== undefined || camera.zoom < detailFromZoom,
  };
}

/**
 * Shortest step of the line of shoal water, in pixels. The edge of the water is soft, so more detail would be
 * invisible, and would cost as much as the rest of the drawing.
 */
const minShoalStepInPixels = 2.5;

/** Draws sea, shoal water, land, the coastline and the graticule. */
function paintChart(context: DrawingContext, coast: ChartCoast, camera: Camera, palette: Palette): void {
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, camera.width, camera.height);
  context.lineJoin = 'round';
  const line = paintLand(context, coast, camera, palette);
  paintGraticule(context, camera, palette);
  context.strokeStyle = palette.coast;
  context.lineWidth = camera.zoom < 6 ? 1 : 1.25;
  context.stroke(line);
}

/** Draws shoal water and land. Returns the coastline, which is drawn last. */
function paintLand(context: DrawingContext, { rings }: ChartCoast, camera: Camera, palette: Palette): Path2D {
  const shoalWidth = shoalWidthAt(camera.zoom);
  const land = new Path2D();
  const shore = new Path2D();
  const both = fineAndCoarseSink(land, shore, minShoalStepInPixels);
  for (const ring of rings) traceRing(ring, camera, shoalWidth, both);

  context.strokeStyle = palette.shoal;
  context.globalAlpha = 0.45;
  context.lineWidth = shoalWidth;
  context.stroke(shore);
  context.globalAlpha = 1;
  context.lineWidth = shoalWidth / 2;
  context.stroke(shore);

  context.fillStyle = palette.land;
  context.fill(land, 'evenodd');
  return land;
}

/** Draws the graticule. Over a publisher's tiles, nothing else is drawn. */
function paintGraticule(context: DrawingContext, camera: Camera, palette: Palette): void {
  const { worldSize, left, top, width, height } = camera;
  const step = degreeStep(worldSize / 360, minGraticuleSpacingInPixels);
  const northWest = positionAt(camera, { x: 0, y: 0 });
  const southEast = positionAt(camera, { x: width, y: height });
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

/** Width of the wider stroke of shoal water, half of which is covered by the land. */
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

/** At smaller zooms the detail is invisible. */
const detailFromZoom = 7;
/** Time until a coast that could not be loaded is requested again. */
const retryInMilliseconds = 10_000;
/** Delay before the detail is loaded if it is not needed yet, so that the page and its data are loaded first. */
const idleInMilliseconds = 4000;

let detail: ChartCoast | undefined;
let loading: Promise<void> | undefined;

/**
 * The coast to draw at a camera. Loads the detail if it is missing and then calls `redraw`; until then, the outline is
 * drawn. A failed load is retried.
 */
function coastAt(camera: Camera, redraw: () => void): ChartCoast {
  if (camera.zoom < detailFromZoom) {
    if (!loading) setTimeout(loadDetail, idleInMilliseconds, redraw);
    return outline;
  }
  loadDetail(redraw);
  return detail ?? outline;
}

function loadDetail(redraw: () => void): void {
  // Pending until the next attempt, so that drawings in the meantime do not request it again.
  loading ??= readDetail().then(redraw, () => {
    setTimeout(() => {
      loading = undefined;
      loadDetail(redraw);
    }, retryInMilliseconds);
  });
}

async function readDetail(): Promise<void> {
  const response = await fetch(new URL('../coast/coast-detail.json', import.meta.url), { priority: 'low' });
  // This also rejects if a host responds with an error page, which is not JSON.
  detail = bundledCoast((await response.json()) as BundledCoast);
}
