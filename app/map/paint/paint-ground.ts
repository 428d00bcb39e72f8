import { degreeStep, minGraticuleSpacingInPixels, multiplesBetween } from '../scene/degree-steps.ts';
import { mercatorX, mercatorY } from '../../../core/geo/web-mercator.ts';
import { type Camera, positionAt } from '../camera.ts';
import type { DrawingContext, Palette, PictureSize } from './canvas.ts';
import { coastAt, type DrawnCoast } from './coasts.ts';
import { type ChartRing, fineAndCoarseSink, traceInWorlds } from './trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundRequest {
  readonly camera: Camera;
  readonly size: PictureSize;
  readonly palette: Palette;
}

/**
 * Draws the outline of the coast, and resolves to which coast it shows. Calls `redraw` when it could draw a better coast.
 * Rejects if there is no coast yet.
 */
export async function paintGround(
  context: DrawingContext,
  { camera, palette }: GroundRequest,
  redraw: () => void,
): Promise<DrawnCoast> {
  const { rings, drawn } = await coastAt(camera, redraw);
  paintChart(context, rings, camera, palette);
  return drawn;
}

/**
 * Shortest step of the line of shoal water, in pixels. The edge of the water is soft, so more detail would be
 * invisible, and would cost as much as the rest of the drawing.
 */
const minShoalStepInPixels = 2.5;

/** Draws sea, shoal water, land, the coastline and the graticule. */
function paintChart(context: DrawingContext, rings: readonly ChartRing[], camera: Camera, palette: Palette): void {
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, camera.width, camera.height);
  context.lineJoin = 'round';
  const line = paintLand(context, rings, camera, palette);
  paintGraticule(context, camera, palette);
  context.strokeStyle = palette.coast;
  context.lineWidth = camera.zoom < 6 ? 1 : 1.25;
  context.stroke(line);
}

/** Draws shoal water and land. Returns the coastline, which is drawn last. */
function paintLand(context: DrawingContext, rings: readonly ChartRing[], camera: Camera, palette: Palette): Path2D {
  const shoalWidth = shoalWidthAt(camera.zoom);
  const land = new Path2D();
  const shore = new Path2D();
  const both = fineAndCoarseSink(land, shore, minShoalStepInPixels);
  for (const ring of rings) traceInWorlds(ring, camera, shoalWidth, both);

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
