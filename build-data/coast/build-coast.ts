import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { type CoastFile, type CoastProvenance, unpackCoast } from '../../core/coastline/codec.ts';
import { errorOfCoast, landmarks } from './coast-error.ts';
import { cutCoast } from './cut-coast.ts';
import {
  downloadCoastline,
  type Estuaries,
  type LandTopology,
  naturalEarthRings,
  openStreetMapRings,
  outlineTolerance,
} from './coast-sources.ts';

/*
 * `npm run coast` writes the two coastlines of the explorer with their provenance. Maintainers run it when a source
 * changes, and commit the results. The script needs the npm registry.
 *
 * - `app/map/coast/coast.json`, for the first paint and for small scales: Natural Earth.
 * - `app/map/coast/coast-detail.json`: OpenStreetMap, with the estuaries in `estuaries.geojson`, which names their
 *   sources.
 */
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

function write(path: string, coast: CoastFile, named: Omit<CoastProvenance, 'errorInMetres'>): void {
  const points = landmarks.map(([, latitude, longitude]) => [longitude, latitude] as const);
  const provenance = { ...named, errorInMetres: errorOfCoast(unpackCoast(coast), points) };
  const text = `${JSON.stringify({ ...provenance, ...coast })}\n`;
  writeFileSync(pathOf(path), text);
  console.log(`${path}: ${text.length} bytes, ${JSON.stringify(provenance)}`);
}

const topology = readJson(createRequire(import.meta.url).resolve('world-atlas/land-10m.json')) as LandTopology;
const naturalEarth = naturalEarthRings(topology);
write('../../app/map/coast/coast.json', cutCoast(naturalEarth.rings, naturalEarth.grid, outlineTolerance), {
  source: 'Natural Earth at 1:10 million, from the npm package world-atlas',
  licence: 'public domain',
  attribution: 'Natural Earth',
});

const estuaries = readJson(pathOf('./estuaries.geojson')) as Estuaries;
const detailed = openStreetMapRings(downloadCoastline(), estuaries);
write('../../app/map/coast/coast-detail.json', cutCoast(detailed.rings, detailed.grid, 0), {
  source: 'OpenStreetMap, from the npm package @geo-maps/earth-coastlines-10m; two estuaries: GSHHG 2.3.7',
  licence: 'ODbL 1.0; the estuaries of GSHHG: LGPL 3',
  attribution: '© OpenStreetMap contributors',
});
