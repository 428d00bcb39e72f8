import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { cutCoast } from './cut-coast.ts';
import { naturalEarthRings, type LandTopology } from './natural-earth.ts';
import { downloadCoastline, openStreetMapRings, type Estuaries } from './open-street-map.ts';

/*
 * `npm run coast` writes the two coastlines of the explorer. Maintainers run it when a source changes; the results are
 * committed. It needs the npm registry.
 *
 * - `app/map/coast/coast.json`, for the first paint and for small scales: Natural Earth at 1:10 million, which is in the
 *   public domain (naturalearthdata.com, by way of the package world-atlas), with an error of up to 250 m.
 * - `app/map/coast/coast-detail.json`: OpenStreetMap, © OpenStreetMap contributors, ODbL 1.0, by way of the package
 *   @geo-maps/earth-coastlines-10m, with the estuaries in `estuaries.geojson`, which names their sources.
 */
const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const write = (path: string, value: unknown): void => {
  writeFileSync(pathOf(path), `${JSON.stringify(value)}\n`);
  console.log(`${path}: ${String(JSON.stringify(value).length)} bytes`);
};

const topology = readJson(createRequire(import.meta.url).resolve('world-atlas/land-10m.json')) as LandTopology;
const naturalEarth = naturalEarthRings(topology);
write('../../app/map/coast/coast.json', cutCoast(naturalEarth.rings, naturalEarth.grid, 0.0025));

const estuaries = readJson(pathOf('./estuaries.geojson')) as Estuaries;
const detailed = openStreetMapRings(downloadCoastline(), estuaries);
write('../../app/map/coast/coast-detail.json', cutCoast(detailed.rings, detailed.grid, 0));
