import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import polygonClipping, { type MultiPolygon, type Polygon } from 'polygon-clipping';

import type { DegreeBox } from '../../core/datasets/dataset-description.ts';
import type { Grid, Point } from './cut-coast.ts';

const packageName = '@geo-maps/earth-coastlines-10m';
const version = '0.6.0';
const integrity = 'sha512-22/L5Ys05udI23FPSTLHlJkbINNK0dK/jQLrw0WYIrHYk+jUW4csDm8SlQFsX8MIQq66AH7VBdmSGf07PPZ7KQ==';

/** Closed rings of points on a grid. */
export interface GridRings {
  readonly grid: Grid;
  readonly rings: readonly (readonly Point[])[];
}

/** The coordinates of the package have five decimals. */
const grid: Grid = { scale: [1e-5, 1e-5], origin: [0, 0] };

/** GeoJSON of estuaries, which the coastline counts as land because it ends at river mouths. */
export interface Estuaries {
  /** For the provenance of a coast: where they come from, and their licence if it is not that of the coastline. */
  readonly source?: string;
  readonly licence?: string;
  readonly features: readonly {
    readonly geometry: { readonly type: string; readonly coordinates: MultiPolygon };
  }[];
}

/** The coastline of OpenStreetMap in a box as closed, complete rings, with estuaries cut out of the land. */
export function openStreetMapRings(
  land: MultiPolygon,
  { west, south, east, north }: DegreeBox,
  estuaries: Pick<Estuaries, 'features'>,
): GridRings {
  const isInBox = ([ring = []]: Polygon): boolean =>
    ring.some(([longitude, latitude]) => longitude > west && longitude < east && latitude > south && latitude < north);
  const water = estuaries.features.map(({ geometry }) => geometry.coordinates);
  const { scale } = grid;
  const rings = land
    .filter(isInBox)
    // One polygon at a time, since few polygons overlap estuaries.
    .flatMap((polygon) => (touches(polygon, water) ? polygonClipping.difference([polygon], ...water) : [polygon]))
    .flatMap((polygon) =>
      polygon.map((ring) => ring.map(([x, y]): Point => [Math.round(x / scale[0]), Math.round(y / scale[1])])),
    );
  return { grid, rings };
}

function touches(polygon: Polygon, water: readonly MultiPolygon[]): boolean {
  return water.some((area) => polygonClipping.intersection([polygon], area).length > 0);
}

/** The coastline cannot be downloaded or unpacked. The message has what the program said. */
export class DownloadError extends Error {}

function runProgram(program: string, parameters: readonly string[]): void {
  try {
    execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: Buffer };
    const said = stderr?.toString().trim() || message;
    throw new DownloadError(`${packageName} cannot be downloaded: ${program} failed.\n${said}`);
  }
}

/** Downloads and unpacks the coastline of OpenStreetMap with the programs npm and tar. Throws DownloadError. */
export function downloadCoastline(): MultiPolygon {
  const directory = mkdtempSync(join(tmpdir(), 'coastwatch-coastline-'));
  try {
    runProgram('npm', ['pack', `${packageName}@${version}`, '--pack-destination', directory]);
    const archive = join(directory, `geo-maps-earth-coastlines-10m-${version}.tgz`);
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (hash !== integrity)
      throw new DownloadError(`${packageName}@${version} has the hash ${hash}; expected ${integrity}.`);
    runProgram('tar', ['xzf', archive, '-C', directory]);
    const file = JSON.parse(readFileSync(join(directory, 'package/map.geo.json'), 'utf8')) as {
      readonly geometries: readonly { readonly coordinates: MultiPolygon }[];
    };
    return file.geometries.flatMap(({ coordinates }) => coordinates);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** The parts of a TopoJSON topology that are used here: arcs of delta-coded grid points, and polygons made of arcs. */
export interface LandTopology {
  readonly arcs: readonly (readonly (readonly number[])[])[];
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly (readonly number[])[])[] }[] };
  };
}

/** The land of Natural Earth as closed rings on the grid of its topology. */
export function naturalEarthRings({ arcs, transform, objects }: LandTopology): GridRings {
  const { scale, translate } = transform;
  const decoded = arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx = 0, dy = 0]): Point => [(x += dx), (y += dy)]);
  });
  /** A negative index is the bitwise complement of the index of an arc, which is then traversed backwards. */
  const arcOf = (index: number): Point[] =>
    index < 0 ? [...(decoded[~index] ?? [])].reverse() : [...(decoded[index] ?? [])];

  const worldWidth = Math.round(360 / scale[0]);
  const rings = objects.land.geometries.flatMap(({ arcs: polygons }) =>
    polygons.flat().map((ring) =>
      unwrap(
        ring.flatMap((index, position) => arcOf(index).slice(position === 0 ? 0 : 1)),
        worldWidth,
      ),
    ),
  );
  return { grid: { scale, origin: translate }, rings };
}

/** Unwraps a ring that crosses the antimeridian; a ring around a pole is extended to the pole. */
function unwrap(points: readonly Point[], worldWidth: number): Point[] {
  let turns = 0;
  const unwrapped = points.map(([x, y], index): Point => {
    const before = points[index - 1]?.[0] ?? x;
    if (x - before > worldWidth / 2) turns--;
    else if (before - x > worldWidth / 2) turns++;
    return [x + turns * worldWidth, y];
  });
  const [start, end] = [unwrapped[0], unwrapped.at(-1)];
  const closed =
    turns !== 0 && start && end ? [...unwrapped, [end[0], 0] as const, [start[0], 0] as const, start] : unwrapped;
  // Shift the ring so that most of it is between -180° and 180°.
  const mean = closed.reduce((sum, [x]) => sum + x, 0) / closed.length;
  const shift = Math.floor(mean / worldWidth) * worldWidth;
  return closed.map(([x, y]): Point => [x - shift, y]);
}
