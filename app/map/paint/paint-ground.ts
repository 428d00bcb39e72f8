import { coastLayers } from '../coast/chart-coast.ts';
import type { ChartCoast, CoastLayer, CoastSource } from '../coast/coast-layer.ts';
import { degreeStep, graticulePixels, multiplesBetween } from '../scene/degree-steps.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { type Camera, positionAt } from '../camera.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext, PictureSize } from './picture-canvas.ts';
import { alsoCoarser, traceRing } from './trace-ring.ts';

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
