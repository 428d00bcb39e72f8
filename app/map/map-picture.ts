import { fromMercator, mercatorX, mercatorY } from '../../core/geo/web-mercator.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, MapBox } from '../engine/engine.ts';
import type { Filters, LocationSearch, Selection } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { boxOf, type Camera, cameraAt, pointIn, unwrapLongitude } from './camera.ts';
import { scaleSteps, metresPerPixelOf } from './scale.ts';
import { pathNote } from './map-options.ts';
import { type Palette, PictureCanvas, type PictureSize, readPalette } from './paint/canvas.ts';
import { drawGround, drawScene } from './paint/drawing-thread.ts';
import type { DrawnCoast } from './paint/coasts.ts';
import type { GroundRequest } from './paint/paint-ground.ts';
import { type Box, setFont, TextMeasure } from './scene/label-placement.ts';
import { circleAround } from './scene/radius.ts';
import { type CircleInput, type CircleScene, type FoundNearest, targetsOf } from './scene/circles.ts';
import { namesWrecks, readSelected } from './use-map-content.ts';
import { site } from '../vocabulary/site.ts';

/** What a picture of the map shows. */
export interface MapPictureContent {
  readonly filters: Filters;
  readonly selection: Selection | null;
  /** A search, or the circle around a place. The picture is centred on it. */
  readonly search: LocationSearch | null;
  /** With a search for the nearest items: what it found. */
  readonly found: FoundNearest | null;
  /** Without a search: the area that the picture contains. */
  readonly area: MapBox;
  /** Whether a frame shows this area, because its records are counted. */
  readonly isAreaFramed: boolean;
  readonly units: Units;
  /** Whether the records are invented, which is written across the map. */
  readonly isSample: boolean;
}

/** In CSS pixels and device pixels per CSS pixel: 1600 by 1000 pixels. */
export const mapPictureSize: PictureSize = { width: 800, height: 500, ratio: 2 };
const paddingInPixels = 22;
const closestZoom = 15;
/** The detail of the coast is loaded at most this often before the picture is drawn without it. */
const maxAttempts = 20;
const attemptDelayInMilliseconds = 250;
const scaleBarInPixels = 120;
const edgeInPixels = 10;

/**
 * Draws the chart with marks, names, circle, scale bars and credits in light colours, whatever the page shows. Rejects
 * if the engine or the drawing fails.
 */
export async function drawMapPicture(
  engine: Engine,
  content: MapPictureContent,
  size: PictureSize,
): Promise<HTMLCanvasElement> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(size.width * size.ratio);
  canvas.height = Math.round(size.height * size.ratio);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The picture of the map cannot be drawn in this browser.');
  const palette = readLightPalette();
  const camera = fitCamera(positionsOf(content), size);

  const places = await engine.placeNames();
  const marks = await engine.marks({ filters: content.filters, area: boxOf(camera), zoom: camera.zoom });
  const selected = await readSelected(content.selection, engine, places, content.search?.centre ?? middleOf(camera));
  const { tag } = content.filters;
  const journey = tag === null ? [] : (await engine.journey(content.filters)).sharks;
  const measure = new TextMeasure(context, palette.font);
  const circles = circleOf(content);

  const [ground, scene] = [new PictureCanvas(), new PictureCanvas()];
  const request = { camera, size, palette };
  const coast = await drawCompleteGround(ground, request);
  const credits = [tag === null ? '' : `Tag ${tag}: ${pathNote}`, coast.attribution, site.title]
    .filter(Boolean)
    .join(' · ');
  const covered = coveredBy(credits, size, measure);
  const drawn = (
    await drawScene(scene, {
      ...{ camera, size, palette, marks, places, selected, journey, circles, covered },
      namesWrecks: namesWrecks(content.filters),
    })
  )();

  context.drawImage(ground.element, 0, 0);
  context.scale(size.ratio, size.ratio);
  if (content.isAreaFramed) paintArea(context, camera, content.area, covered, palette);
  for (const circle of drawn.circles) paintCircle(context, camera, circle, palette);
  context.drawImage(scene.element, 0, 0, size.width, size.height);
  for (const { labels } of drawn.circles) {
    for (const { text, position, widthInPixels } of labels) {
      paintLabel(context, text, pointIn(camera, position), widthInPixels, palette);
    }
  }
  paintScale(context, camera, palette);
  paintCredits(context, credits, size, palette, measure);
  if (content.isSample) paintWatermark(context, size, palette);
  return canvas;
}

/** The colours for light mode, also if the page is dark. */
export function readLightPalette(): Palette {
  const host = document.createElement('div');
  host.className = 'light-colours';
  host.hidden = true;
  document.body.append(host);
  const palette = readPalette(host);
  host.remove();
  return palette;
}

/** Positions that the picture must contain. */
function positionsOf({ search, found, area: { west, south, east, north } }: MapPictureContent): readonly Position[] {
  if (search?.mode === 'radius') return circleAround(search.centre, search.radiusInMetres, 32);
  if (search && found) {
    const targets = Object.values(targetsOf(search.centre, found)).filter((target) => target !== undefined);
    return [search.centre, ...targets.map((target) => unwrapLongitude(search.centre, target))];
  }
  return [
    { longitude: west, latitude: south },
    { longitude: east < west ? east + 360 : east, latitude: north },
  ];
}

/** The closest camera that shows all positions with a padding. */
function fitCamera(positions: readonly Position[], { width, height }: PictureSize): Camera {
  const xs = positions.map(({ longitude }) => mercatorX(longitude));
  const ys = positions.map(({ latitude }) => mercatorY(latitude));
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const worldSize = Math.min(
    (width - 2 * paddingInPixels) / Math.max(east - west, 1e-12),
    (height - 2 * paddingInPixels) / Math.max(south - north, 1e-12),
  );
  const zoom = Math.min(Math.log2(worldSize / 256), closestZoom);
  return cameraAt({ centre: fromMercator((west + east) / 2, (north + south) / 2), zoom }, { x: width, y: height });
}

function middleOf(camera: Camera): Position {
  const { west, east, north, south } = boxOf(camera);
  return { longitude: (west + east) / 2, latitude: (south + north) / 2 };
}

function circleOf({ search, found, units }: MapPictureContent): readonly CircleInput[] {
  if (!search) return [];
  const nearest = found && { nearestRecord: found.nearestRecord, nearestPlace: found.nearestPlace };
  // As a circle around a place, it has no cross, which would be a control.
  return [{ kind: 'place', search, found: nearest, units, bearingInDegrees: 90, labelSide: 'below', dragged: null }];
}

/** Draws the ground again until the detail of its coast is loaded. */
async function drawCompleteGround(picture: PictureCanvas, request: GroundRequest): Promise<DrawnCoast> {
  for (let attempt = 1; ; attempt++) {
    const coast = (await drawGround(picture, request))();
    if (coast.isComplete || attempt === maxAttempts) return coast;
    await new Promise((resolve) => setTimeout(resolve, attemptDelayInMilliseconds));
  }
}

/** The boxes of scale bars and credits, under which no name is placed. */
function coveredBy(credits: string, { width, height }: PictureSize, measure: TextMeasure): readonly Box[] {
  const creditsWidth = measure.widthOf(credits, 'land') + 2 * edgeInPixels;
  return [
    { left: 0, top: height - 64, right: scaleBarInPixels + 3 * edgeInPixels, bottom: height },
    { left: width - creditsWidth, top: height - 24, right: width, bottom: height },
  ];
}

/** A dashed frame around the area whose records are counted, except where it would cross scale bars and credits. */
function paintArea(
  context: CanvasRenderingContext2D,
  camera: Camera,
  area: MapBox,
  covered: readonly Box[],
  palette: Palette,
): void {
  const [west, south] = [area.west, area.south];
  const from = pointIn(camera, { longitude: west, latitude: area.north });
  const to = pointIn(camera, { longitude: area.east < west ? area.east + 360 : area.east, latitude: south });
  context.save();
  context.beginPath();
  context.rect(0, 0, camera.width, camera.height);
  for (const { left, top, right, bottom } of covered) context.rect(left, top, right - left, bottom - top);
  context.clip('evenodd');
  context.setLineDash([6, 4]);
  context.lineWidth = 1.5;
  context.strokeStyle = palette.muted;
  context.strokeRect(from.x, from.y, to.x - from.x, to.y - from.y);
  context.restore();
}

function paintCircle(
  context: CanvasRenderingContext2D,
  camera: Camera,
  { circle, lines }: CircleScene,
  palette: Palette,
): void {
  const trace = (path: readonly Position[]): void => {
    context.beginPath();
    for (const [index, position] of path.entries()) {
      const { x, y } = pointIn(camera, position);
      if (index === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
  };
  context.lineWidth = 2;
  context.strokeStyle = palette.magenta;
  trace(circle);
  context.closePath();
  context.fillStyle = palette.magenta;
  context.globalAlpha = 0.06;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
  for (const { path } of lines) {
    trace(path);
    context.stroke();
  }
}

/** A text on a panel of paper, in the middle of a point. */
function paintLabel(
  context: CanvasRenderingContext2D,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
  palette: Palette,
): void {
  context.fillStyle = palette.paper;
  context.strokeStyle = palette.magenta;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(x - width / 2, y - 10, width, 20, 6);
  context.fill();
  context.stroke();
  setFont(context, 'figures', palette.font);
  context.textAlign = 'center';
  context.fillStyle = palette.ink;
  context.fillText(text, x, y + 0.5);
}

/** Bars in kilometres and nautical miles at the bottom left. */
function paintScale(context: CanvasRenderingContext2D, camera: Camera, palette: Palette): void {
  const { metric, nautical } = scaleSteps(metresPerPixelOf(camera), scaleBarInPixels);
  setFont(context, 'figures', palette.font);
  context.textAlign = 'left';
  context.lineJoin = 'round';
  for (const [index, { label, pixels }] of [metric, nautical].entries()) {
    const y = camera.height - 16 - 24 * (1 - index);
    context.beginPath();
    context.moveTo(edgeInPixels, y - 6);
    context.lineTo(edgeInPixels, y);
    context.lineTo(edgeInPixels + pixels, y);
    context.lineTo(edgeInPixels + pixels, y - 6);
    for (const [colour, width] of [
      [palette.paper, 5],
      [palette.ink, 1.5],
    ] as const) {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.stroke();
    }
    context.strokeStyle = palette.paper;
    context.lineWidth = 3;
    context.strokeText(label, edgeInPixels + 5, y - 9);
    context.fillStyle = palette.ink;
    context.fillText(label, edgeInPixels + 5, y - 9);
  }
}

/** The credits on a strip of paper at the bottom right. */
function paintCredits(
  context: CanvasRenderingContext2D,
  credits: string,
  { width, height }: PictureSize,
  palette: Palette,
  measure: TextMeasure,
): void {
  const textWidth = measure.widthOf(credits, 'land');
  context.fillStyle = palette.paper;
  context.globalAlpha = 0.85;
  context.fillRect(width - textWidth - 2 * edgeInPixels, height - 22, textWidth + 2 * edgeInPixels, 22);
  context.globalAlpha = 1;
  setFont(context, 'land', palette.font);
  context.textAlign = 'right';
  context.fillStyle = palette.ink;
  context.fillText(credits, width - edgeInPixels, height - 10.5);
}

/** Painted last, because it changes the coordinates. */
function paintWatermark(context: CanvasRenderingContext2D, { width, height }: PictureSize, palette: Palette): void {
  context.translate(width / 2, height / 2);
  context.rotate(-Math.PI / 7);
  context.globalAlpha = 0.16;
  context.font = `700 ${Math.round(height / 5)}px ${palette.font}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette.ink;
  context.fillText('Sample data', 0, 0);
}
