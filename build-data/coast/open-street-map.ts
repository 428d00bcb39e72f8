import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import polygonClipping, { type MultiPolygon, type Polygon } from 'polygon-clipping';

import type { Grid, Point } from './cut-coast.ts';

const packageName = '@geo-maps/earth-coastlines-10m';
const version = '0.6.0';
const integrity = 'sha512-22/L5Ys05udI23FPSTLHlJkbINNK0dK/jQLrw0WYIrHYk+jUW4csDm8SlQFsX8MIQq66AH7VBdmSGf07PPZ7KQ==';

/** Degrees: what the widest screens show around the coast. */
const drawnBox = { west: 88, south: -45, east: 152, north: -6 } as const;

/** The coordinates of the package have five decimals. */
const grid: Grid = { scale: [1e-5, 1e-5], origin: [0, 0] };

/** GeoJSON of water areas that the coastline leaves out because it ends at river mouths. */
export interface Estuaries {
  readonly features: readonly { readonly geometry: { readonly coordinates: MultiPolygon } }[];
}

/** The coastline of OpenStreetMap around the state as closed rings, with estuaries cut out of the land. */
export function openStreetMapRings(land: MultiPolygon, estuaries: Estuaries): { grid: Grid; rings: Point[][] } {
  const isDrawn = ([ring = []]: Polygon): boolean =>
    ring.some(
      ([longitude, latitude]) =>
        longitude > drawnBox.west &&
        longitude < drawnBox.east &&
        latitude > drawnBox.south &&
        latitude < drawnBox.north,
    );
  const water = estuaries.features.map(({ geometry }) => geometry.coordinates);
  const { scale } = grid;
  const rings = land
    .filter(isDrawn)
    // One polygon at a time: the mainland is the only one that overlaps an estuary.
    .flatMap((polygon) => (touches(polygon, water) ? polygonClipping.difference([polygon], ...water) : [polygon]))
    .flatMap((polygon) =>
      polygon.map((ring) => ring.map(([x, y]): Point => [Math.round(x / scale[0]), Math.round(y / scale[1])])),
    );
  return { grid, rings };
}

function touches(polygon: Polygon, water: readonly MultiPolygon[]): boolean {
  return water.some((area) => polygonClipping.intersection([polygon], area).length > 0);
}

/** Downloads the package from the npm registry, and returns its polygons. */
export function downloadCoastline(): MultiPolygon {
  const directory = mkdtempSync(join(tmpdir(), 'coastwatch-coastline-'));
  try {
    execFileSync('npm', ['pack', `${packageName}@${version}`, '--pack-destination', directory], { stdio: 'ignore' });
    const archive = join(directory, `geo-maps-earth-coastlines-10m-${version}.tgz`);
    const hash = `sha512-${createHash('sha512').update(readFileSync(archive)).digest('base64')}`;
    if (hash !== integrity) throw new Error(`${packageName}@${version} has the hash ${hash}; expected ${integrity}.`);
    execFileSync('tar', ['xzf', archive, '-C', directory]);
    const file = JSON.parse(readFileSync(join(directory, 'package/map.geo.json'), 'utf8')) as {
      readonly geometries: readonly { readonly coordinates: MultiPolygon }[];
    };
    return file.geometries.flatMap(({ coordinates }) => coordinates);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
