import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { type CoastFile, type Ring, unpackCoast } from '../../../core/coastline/codec.ts';
import { mercatorY } from '../../../core/geo/web-mercator.ts';
import { site } from '../../vocabulary/site.ts';

/*
 * The outline of the coast in `app/index.html` is computed here, because nothing else needs the code. When `coast.json`
 * changes, the first test fails and prints the new path and view box.
 */

/** The area that the widest screens show around the coast. */
const drawnBox = { west: 88, south: -45, east: 152, north: -6 } as const;
/** Degrees of longitude per unit of the outline. */
const unit = 0.1;
/** Maximum error of the simplified lines, in units. */
const maxError = 1.5;
/** Width of the smallest island in the outline, in units. */
const smallestIsland = 20;

interface GridPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * A coast outline that is small enough for the HTML: an SVG path, and a view box that shows the whole coast. The page
 * shows it until the chart is drawn.
 */
interface Outline {
  readonly path: string;
  readonly viewBox: string;
}

/** Reads the outline in the HTML of a page. */
function outlineInPage(page: string): Outline {
  const [, viewBox = '', path = ''] = /class="map-outline"\s+viewBox="([^"]*)".*?\sd="([^"]*)"/s.exec(page) ?? [];
  return { path, viewBox };
}

/** Simplifies a coast to an outline, without small islands. */
function coastOutline(rings: readonly Ring[]): Outline {
  const northWest = gridPoint(site.landingBox.west, site.landingBox.north);
  const southEast = gridPoint(site.landingBox.east, site.landingBox.south);
  const parts = rings.flatMap((ring) => {
    const points = simplified(gridPoints(ring));
    const width = Math.max(...points.map(({ x }) => x)) - Math.min(...points.map(({ x }) => x));
    return points.length < 4 || width < smallestIsland ? [] : [pathOf(points)];
  });
  return {
    path: parts.join(''),
    viewBox: [northWest.x, northWest.y, southEast.x - northWest.x, southEast.y - northWest.y].join(' '),
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

function gridPoint(longitude: number, latitude: number): GridPoint {
  return { x: Math.round(longitude / unit), y: Math.round((mercatorY(latitude) * 360) / unit) };
}

/** Points outside the box are moved to its edge. */
function gridPoints(ring: Ring): GridPoint[] {
  return Array.from({ length: ring.length / 2 }, (_, index) =>
    gridPoint(
      clamp(ring[2 * index] ?? 0, drawnBox.west, drawnBox.east),
      clamp(ring[2 * index + 1] ?? 0, drawnBox.south, drawnBox.north),
    ),
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

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const outline = coastOutline(unpackCoast(JSON.parse(read('./coast.json')) as CoastFile));

describe('the outline of the coast', () => {
  it('is the one in app/index.html', () => {
    expect(outlineInPage(read('../../index.html'))).toEqual(outline);
  });
});
