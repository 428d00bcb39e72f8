import { type CoastDescription, type CoastFile, type Ring, unpackCoast } from '../../core/coastline/codec.ts';
import type { DegreeBox } from '../../core/datasets/dataset-description.ts';
import { mercatorY } from '../../core/geo/web-mercator.ts';
import { html, type Html } from './html.ts';

/** The explorer's page has the outline of its coast here, which it shows until the chart is drawn. */
export const outlinePlaceholder = '<!--coastwatch-outline-->';

/** Maximum error of the simplified lines, in units. */
const maxError = 1.5;
/** Width of the smallest island in the outline, in units. */
const smallestIsland = 20;
/** How far the outline extends on each side of the landing box, as a share of its longer side: for the widest screens. */
const marginShare = 1.5;

interface GridPoint {
  readonly x: number;
  readonly y: number;
}

/** What to draw: an area, in degrees, on a grid with this many degrees of longitude per unit. */
interface Drawing {
  readonly area: DegreeBox;
  readonly unit: number;
}

/**
 * The outline of a coast as SVG, small enough for the page: simplified, without small islands, and with a view box that
 * shows the landing box.
 */
export function coastOutline(coast: CoastDescription & CoastFile, landingBox: DegreeBox): Html {
  const { west, south, east, north } = landingBox;
  const height = (mercatorY(south) - mercatorY(north)) * 360;
  const longerSide = Math.max(east - west, height);
  // A power of ten, so that the longer side has a few hundred units.
  const unit = 10 ** Math.round(Math.log10(longerSide / 200));
  const margin = marginShare * longerSide;
  const area = {
    west: Math.max(coast.box.west, west - margin),
    south: Math.max(coast.box.south, south - margin),
    east: Math.min(coast.box.east, east + margin),
    north: Math.min(coast.box.north, north + margin),
  };
  const drawing = { area, unit };
  const [northWest, southEast] = [gridPoint(west, north, drawing), gridPoint(east, south, drawing)];
  const parts = unpackCoast(coast).flatMap((ring) => {
    const points = simplified(gridPoints(ring, drawing));
    const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
    return points.length < 4 || width < smallestIsland ? [] : [pathOf(points)];
  });
  const viewBox = [northWest.x, northWest.y, southEast.x - northWest.x, southEast.y - northWest.y].join(' ');
  return html`<svg class="map-outline" viewBox="${viewBox}" aria-hidden="true">
    <path id="outline" vector-effect="non-scaling-stroke" d="${parts.join('')}" />
    <use href="#outline" />
  </svg>`;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function gridPoint(longitude: number, latitude: number, { unit }: Drawing): GridPoint {
  return { x: Math.round(longitude / unit), y: Math.round((mercatorY(latitude) * 360) / unit) };
}

/** Points outside the area are moved to its edge. */
function gridPoints(ring: Ring, drawing: Drawing): GridPoint[] {
  const { west, south, east, north } = drawing.area;
  return Array.from({ length: ring.length / 2 }, (_, index) =>
    gridPoint(clamp(ring[2 * index] ?? 0, west, east), clamp(ring[2 * index + 1] ?? 0, south, north), drawing),
  );
}

/** Douglas-Peucker: removes points that are near the line between remaining points. */
function simplified(points: readonly GridPoint[]): GridPoint[] {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last || points.length < 3) return [...points];
  let furthest = { index: 0, distance: 0 };
  for (let index = 1; index < points.length - 1; index++) {
    const distance = distanceFromLine(points[index] ?? first, first, last);
    if (distance > furthest.distance) furthest = { index, distance };
  }
  if (furthest.distance <= maxError) return [first, last];
  return [...simplified(points.slice(0, furthest.index + 1)).slice(0, -1), ...simplified(points.slice(furthest.index))];
}

function distanceFromLine({ x, y }: GridPoint, from: GridPoint, to: GridPoint): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length === 0) return Math.hypot(x - from.x, y - from.y);
  const along = clamp(((x - from.x) * dx + (y - from.y) * dy) / length ** 2, 0, 1);
  return Math.hypot(x - from.x - along * dx, y - from.y - along * dy);
}

/** An SVG path of relative steps. The last point equals the first, and is replaced by closing the path. */
function pathOf(points: readonly GridPoint[]): string {
  const steps = points.slice(0, -1).map(({ x, y }, index) => {
    const before = points[index - 1] ?? { x: 0, y: 0 };
    return `${x - before.x},${y - before.y}`;
  });
  return `M${steps[0] ?? ''}l${steps.slice(1).join(' ')}z`.replace(/[ ,]-/g, '-');
}
