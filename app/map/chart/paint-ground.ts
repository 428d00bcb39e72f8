import { equatorialRadiusInMetres } from '../../../core/geo/wgs84.ts';
import { type CoastFile, unpackCoast } from '../../../core/coastline/codec.ts';
import coastFile from '../coast/coast.json';
import { coastErrorInMetres, coastIsApproximateFromZoom } from '../map-options.ts';
import { degreeStep, graticulePixels, multiplesBetween } from './degree-steps.ts';
import { type Frame, mercatorX, mercatorY, positionAt } from './frame.ts';
import type { Palette } from './palette.ts';
import type { DrawingContext, PictureSize } from './picture-canvas.ts';
import { alsoCoarser, chartRing, clipSegment, traceRing } from './trace-ring.ts';

/** The input for drawing the ground, which can be sent to a worker. */
export interface GroundRequest {
  readonly frame: Frame;
  readonly size: PictureSize;
  readonly palette: Palette;
  /** Draw only the graticule, over another base map. */
  readonly isOverTiles: boolean;
}

const rings = unpackCoast(coastFile as unknown as CoastFile).map(chartRing);

/** Draws the built-in chart, or only its graticule. */
export function paintGround(context: DrawingContext, { frame, palette, isOverTiles }: GroundRequest): void {
  if (isOverTiles) paintGraticule(context, frame, palette);
  else paintChart(context, frame, palette);
}

/** The edge of shoal water is soft: more detail is invisible, and would cost as much as the rest of the drawing. */
const shortestStepOfShoal = 2.5;

/** Draws sea, shoal water, land, the coastline and the graticule. */
function paintChart(context: DrawingContext, frame: Frame, palette: Palette): void {
  context.fillStyle = palette.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  const shoalWidth = shoalWidthAt(frame.zoom);
  const margin = Math.max(shoalWidth, pixelsOf(2 * coastErrorInMetres, frame));
  const land = new Path2D();
  const shore = new Path2D();
  const both = alsoCoarser(land, shore, shortestStepOfShoal);
  for (const ring of rings) traceRing(ring, frame, margin, both);
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
  if (frame.zoom >= coastIsApproximateFromZoom) {
    // The area of uncertainty around the coast: neither clearly land nor clearly sea.
    context.globalAlpha = 0.5;
    context.strokeStyle = palette.shoal;
    context.lineWidth = pixelsOf(2 * coastErrorInMetres, frame);
    context.stroke(land);
    context.globalAlpha = 1;
  }
  paintGraticule(context, frame, palette);
  context.strokeStyle = palette.coast;
  context.lineWidth = frame.zoom < 6 ? 1 : 1.25;
  if (frame.zoom >= coastIsApproximateFromZoom) {
    // Broken, as charts draw a coast that is not surveyed so closely.
    context.setLineDash([7, 4]);
    context.stroke(visibleLine(frame));
    context.setLineDash([]);
  } else context.stroke(land);
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

/** The coast clipped to the frame, because the browser also computes dashes far outside of it. */
function visibleLine(frame: Frame): Path2D {
  const line = new Path2D();
  const [x0, y0] = [frame.left / frame.worldSize, frame.top / frame.worldSize];
  for (const { points, left, top, right, bottom } of rings) {
    const isOutside =
      right < x0 ||
      bottom < y0 ||
      left > x0 + frame.width / frame.worldSize ||
      top > y0 + frame.height / frame.worldSize;
    if (isOutside) continue;
    for (let at = 0; at + 3 < points.length; at += 2) {
      const segment = clipSegment(
        {
          x1: (points[at] ?? 0) * frame.worldSize - frame.left,
          y1: (points[at + 1] ?? 0) * frame.worldSize - frame.top,
          x2: (points[at + 2] ?? 0) * frame.worldSize - frame.left,
          y2: (points[at + 3] ?? 0) * frame.worldSize - frame.top,
        },
        frame.width,
        frame.height,
      );
      if (!segment) continue;
      line.moveTo(segment.x1, segment.y1);
      line.lineTo(segment.x2, segment.y2);
    }
  }
  return line;
}

function pixelsOf(metres: number, frame: Frame): number {
  const { latitude } = positionAt(frame, { x: frame.width / 2, y: frame.height / 2 });
  const metresPerPixel =
    (2 * Math.PI * equatorialRadiusInMetres * Math.cos((latitude * Math.PI) / 180)) / frame.worldSize;
  return metres / metresPerPixel;
}

/** The wide part of the shoal water's stroke, of which the land covers half. */
function shoalWidthAt(zoom: number): number {
  return Math.min(Math.max(12 + (zoom - 4) * 7, 12), 72);
}
