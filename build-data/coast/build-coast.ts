import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { unpackCoast } from '../../core/coastline/codec.ts';
import { exitCodes } from '../../core/http/exit-codes.ts';
import { errorOfCoast } from './coast-error.ts';
import { formatBytes, formatCount } from '../format-text.ts';
import { runCommand } from '../run-command.ts';
import { readCoastOptions, usage } from './coast-options.ts';
import {
  DownloadError,
  downloadCoastline,
  type LandTopology,
  naturalEarthRings,
  openStreetMapRings,
} from './coast-sources.ts';
import { type DescribedCoast, detailOf, outlineOf } from './regional-coast.ts';
import { worldCoast } from './world-coast.ts';

/*
 * `npm run coast` writes the coasts of a region, or of the world, with their provenance. Publishers run it once for their
 * site file, and maintainers when a source changes.
 */

function run(commandLine: readonly string[]): Promise<number> {
  const options = readCoastOptions(commandLine);
  if (options.kind === 'help') {
    console.log(usage);
  } else if (options.kind === 'world') {
    write(options.directory, 'world.json', describedWorld());
  } else {
    const { directory, region, landmarks, estuaries } = options;
    write(directory, 'coast-outline.json', outlineOf(naturalEarth('10m'), region, landmarks));
    const detailed = openStreetMapRings(downloadCoastline(), region.cover, estuaries);
    write(directory, 'coast-detail.json', detailOf(detailed, region, landmarks, estuaries));
  }
  return Promise.resolve(exitCodes.success);
}

function write(directory: string, name: string, coast: DescribedCoast): void {
  const text = `${JSON.stringify(coast)}\n`;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), text);
  const { errorInMetres: error } = coast;
  const measured = error
    ? `Error: median ${formatCount(error.median)} m, 90th percentile ${formatCount(error.p90)} m.`
    : 'Error not measured: give --landmarks.';
  console.log(`${name}: ${formatBytes(text.length)}. ${measured}`);
}

function naturalEarth(scale: '10m' | '50m') {
  const path = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`);
  return naturalEarthRings(JSON.parse(readFileSync(path, 'utf8')) as LandTopology);
}

/** The error of the outline of the world is measured from points on a coast of a larger scale. */
function describedWorld(): DescribedCoast {
  const coast = worldCoast(naturalEarth('50m'));
  const { grid, rings } = naturalEarth('10m');
  const landmarks = rings
    .flat()
    .filter((_, index) => index % 1000 === 0)
    .map(([x, y]) => ({
      longitude: grid.origin[0] + x * grid.scale[0],
      latitude: grid.origin[1] + y * grid.scale[1],
    }));
  return {
    source: 'Natural Earth at 1:50 million, from the npm package world-atlas',
    licence: 'public domain',
    attribution: 'Natural Earth',
    errorInMetres: errorOfCoast(unpackCoast(coast), landmarks),
    box: { west: -180, south: -90, east: 180, north: 90 },
    ...coast,
  };
}

await runCommand({ expectedErrors: [DownloadError], run });
