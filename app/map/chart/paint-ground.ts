import type { CoastFile } from '../../../core/coastline/codec.ts';
// By name, so that the script of the first visit contains only these parts of the file.
import { attribution, errorInMetres, exact, origin, rings, scale } from '../coast/coast.json';
import { type ChartCoast, chartCoast, detailedCoast, loadDetailWhenIdle } from '../coast/detailed-coast.ts';
import { degreeStep, graticulePixels, multiplesBetween } from './degree-steps.ts';
import { type Frame, mercatorX, mercatorY, positionAt } from './frame.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext, PictureSize } from './picture-canvas.ts';
import { alsoCoarser, traceRing } from './trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundRequest {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  /** Draw only the graticule, over another base map. */
  readonly isOverTiles: boolean;
}

/** The coast that a picture of the ground shows. */
export type DrawnCoast = Pick<ChartCoast, 'attribution' | 'errorInMetres'>;

const stored = { scale, origin, exact, rings } as unknown as CoastFile;
const outline = chartCoast({ ...stored, attribution, errorInMetres });
/** At smaller scales the detail is invisible. */
const detailFromZoom = 7;

/**
 * Draws the built-in chart and returns which coast it shows, or draws only its graticule and returns null. Loads the detailed
 * coast if necessary, and then calls `onMoreDetail`.
 */
export function paintGround(
  context: DrawingContext,
  { frame, palette, isOverTiles }: GroundRequest,
  onMoreDetail: () => void,
): DrawnCoast | null {
  if (isOverTiles) {
    paintGraticule(context, frame, palette);
    return null;
  }
  let coast = outline;
  if (frame.zoom >= detailFromZoom) coast = detailedCoast(onMoreDetail) ?? outline;
  else loadDetailWhenIdle(onMoreDetail);
  paintChart(context, coast, frame, palette);
  return { attribution: coast.attribution, errorInMetres: coast.errorInMetres };
}

/** The edge of shoal water is soft: more detail is invisible, and would cost as much as the rest of the drawing. */
const shortestStepOfShoal = 2.5;

/** Draws sea, shoal water, land, the coastline and the graticule. */
function paintChart(context: DrawingContext, { rings }: ChartCoast, frame: Frame, palette: Palette): void {
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  const shoalWidth = shoalWidthAt(frame.zoom);
  const land = new Path2D();
  const shore = new Path2D();
  const both = alsoCoarser(land, shore, shortestStepOfShoal);
  for (const ring of rings) traceRing(ring, frame, shoalWidth, both);
  context.lineJoin = 'round';

  context.strokeStyle = palette.shoal;
  context.globalAlpha = 0.45;
  context.lineWidth = shoalWidth;
  context.stroke(shore);
  context.globalAlpha = 1;
  context.lineWidth = shoalWidth / 2;
  context.stroke(shore);

  context.fillStyle = palette.land;
  context.fill(land, 'evenodd');
  paintGraticule(context, frame, palette);
  context.strokeStyle = palette.coast;
  context.lineWidth = frame.zoom < 6 ? 1 : 1.25;
  context.stroke(land);
}

/** The graticule; also drawn on its own over a base map. */
function paintGraticule(context: DrawingContext, frame: Frame, palette: Palette): void {
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
