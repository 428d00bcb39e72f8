import { execFile, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { writeFeatureFiles } from '../../build-data/documents/feature-files.ts';
import { hasProgram, readWithGdal } from '../../build-data/exports/testing/outside-programs.ts';
import { sampleCoastalFeatures, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import { tableOf } from '../../build-data/write/testing/stored-dataset.ts';
import type { TreeSink } from '../../build-data/write/tree-sink.ts';
import type { DatasetRecord } from '../../core/datasets/dataset-description.ts';
import { coastalFeatures, rawData } from '../../core/datasets/datasets.ts';
import { defaultRules } from '../../core/datasets/testing/default-rules.ts';
import { type Collection, collections, positionOf } from '../../core/engine/collections.ts';
import { fromRoot } from '../support/repository.ts';
import { hasServer, startHost, startPlainServer, startPythonServer } from '../support/start-host.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { printedRandom } from '../support/test-size.ts';

/*
 * GDAL, R and QGIS read all features from each kind of host, page by page, and select the same features as brute force.
 * docs/gis.md has the same commands.
 */

const run = promisify(execFile);
const folder = temporaryFolder();
const python = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import qgis.core']).status === 0,
);
const hasGdal = hasProgram('ogr2ogr');
const hasR = spawnSync('Rscript', ['-e', 'library(sf); library(jsonlite)']).status === 0;
if (!hasR) console.warn('R with sf and jsonlite is not installed: reading features with it is SKIPPED.');
if (python === undefined) console.warn('PyQGIS is not installed: reading features with QGIS is SKIPPED.');

/** Several pages of 1,000 features, which is the page size of plain files and of QGIS. */
const sample = { seed: 1, rawDataRecords: 3_456 };
const tables = [
  tableOf(coastalFeatures, sampleCoastalFeatures(sample)),
  tableOf(rawData, sampleRawData(sample)),
] as const;
const recordsOf = ({ dataset }: Collection): DatasetRecord[] => {
  const table = dataset === rawData ? tables[1] : tables[0];
  return Array.from({ length: table.size }, (_, index) => table.record(index));
};
const [records] = collections as readonly [Collection];

interface Feature {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: { readonly coordinates: unknown };
}
type Box = readonly [west: number, south: number, east: number, north: number];

/** The programs run with a home of their own, so that they neither read nor change settings and caches. */
const env = {
  ...process.env,
  ...{ HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder, XDG_CACHE_HOME: folder, XDG_RUNTIME_DIR: folder },
  ...{ QT_QPA_PLATFORM: 'offscreen', no_proxy: '*', TZ: 'UTC' },
};

async function output(program: string, commandLine: readonly string[]): Promise<string> {
  const { stdout } = await run(program, commandLine, { env, maxBuffer: 512 * 1024 * 1024 });
  return stdout;
}

interface Host {
  readonly name: string;
  readonly isInstalled: boolean;
  readonly start: () => Promise<{ readonly address: URL; stop(): unknown }>;
  /** Whether the host answers queries. The others have only files. */
  readonly hasHandler: boolean;
  /** What GDAL opens. */
  readonly source: (address: URL, collection: Collection) => string;
}

const siteDirectory = join(folder, 'site');
beforeAll(() => writeSite(tables, { outputDirectory: siteDirectory, target: 'compute', sample: true }));

const handlers: readonly Host[] = (['node', 'workerd'] as const).map((name) => ({
  name,
  isInstalled: true,
  hasHandler: true,
  start: () => startHost(name, join(folder, name), { siteDirectory, basePath: '/' }),
  source: ({ href }) => `OAPIF:${href}ogc`,
}));
const configuredServers: readonly Host[] = (['nginx', 'caddy'] as const).map((name) => ({
  name: `files on ${name}`,
  isInstalled: hasServer(name),
  hasHandler: false,
  start: () =>
    serveFiles(name, (directory) => startPlainServer(name, join(folder, name), { siteDirectory: directory })),
  source: ({ href }) => `OAPIF:${href}features`,
}));
const plainServer: Host = {
  name: 'files on a server without settings',
  isInstalled: spawnSync('python3', ['--version']).status === 0,
  hasHandler: false,
  start: () => serveFiles('python', startPythonServer),
  source: ({ href }, { name }) => `OAPIF_COLLECTION:${href}features/collections/${name}.json`,
};

/** Starts the server before it has files, because these contain its address. */
async function serveFiles<Server extends { readonly address: URL }>(
  name: string,
  start: (directory: string) => Promise<Server>,
): Promise<Server> {
  const directory = join(folder, `${name}-files`);
  const server = await start(directory);
  const sink: TreeSink = {
    async write(path, bytes) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), bytes);
    },
  };
  const facts = {
    siteUrl: server.address.href,
    rules: defaultRules,
    sample: true,
    modifiedAt: '2026-01-01T00:00:00.000Z',
  };
  await writeFeatureFiles(tables, sink, facts);
  return server;
}

const random = printedRandom('the boxes');
/** A box between two records, whose edges contain them. */
function randomBox(): Box {
  const all = recordsOf(records);
  const [first, second] = [random.pick(all), random.pick(all)];
  const longitudes = [Number(first['LocationX']), Number(second['LocationX'])];
  const latitudes = [Number(first['LocationY']), Number(second['LocationY'])];
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
const isIn = ([west, south, east, north]: Box, { LocationX, LocationY }: DatasetRecord): boolean =>
  Number(LocationX) >= west && Number(LocationX) <= east && Number(LocationY) >= south && Number(LocationY) <= north;

interface Filter {
  /** In the SQL of GDAL. */
  readonly where: string;
  readonly isMatch: (record: DatasetRecord) => boolean;
}

const isTiger = ({ SightingSpeciesValue }: DatasetRecord): boolean => SightingSpeciesValue === 'tiger';
const identifier = Number(recordsOf(records)[1234]?.['RawDataId']);
const filters: readonly [Filter, ...Filter[]] = [
  { where: "SightingSpeciesValue = 'tiger'", isMatch: isTiger },
  { where: `RawDataId = ${identifier}`, isMatch: ({ RawDataId }) => RawDataId === identifier },
  {
    where: "SightingSpeciesValue = 'tiger' AND LocationX < 115.5",
    isMatch: (record) => isTiger(record) && Number(record['LocationX']) < 115.5,
  },
  {
    where: "SightingSpeciesValue LIKE 'tig%' OR ReportDateTime IS NOT NULL",
    isMatch: (record) => isTiger(record) || record['ReportDateTime'] !== null,
  },
  {
    where: "CAST(SightingDateTime AS character(30)) >= '2020/01/01'",
    isMatch: ({ SightingDateTime }) => String(SightingDateTime) >= '2020-01-01',
  },
];
/** GDAL leaves this filter to the host, as a period in UTC, also if the host has only files, which ignore it. */
const periodFilter: Filter = {
  where: "SightingDateTime >= '2020-01-01T00:00:00Z'",
  isMatch: ({ SightingDateTime, OwnerValue }) => {
    const recorded = String(SightingDateTime);
    const timed = { SightingDateTime: recorded, OwnerValue: typeof OwnerValue === 'string' ? OwnerValue : null };
    const times = tables[1].timesBy(defaultRules.times);
    const instant = times.instantOf(recorded, times.basisOf(timed));
    return instant >= Date.UTC(2020, 0, 1) / 1000;
  },
};

/** Serves a host for the tests of a `describe`. The function returns what GDAL opens for a collection. */
function serve({ name, isInstalled, start, source }: Host): (collection: Collection) => string {
  if (!isInstalled) console.warn(`${name}: its server is not installed, and the tests are SKIPPED.`);
  let server: Awaited<ReturnType<Host['start']>>;
  beforeAll(async () => {
    if (isInstalled) server = await start();
  });
  afterAll(async () => {
    if (isInstalled) await server.stop();
  });
  return (collection) => source(server.address, collection);
}

const readLayer = (source: string, layer: string, options: readonly string[] = []): Promise<readonly Feature[]> =>
  readWithGdal(source, [layer, '-oo', 'PAGE_SIZE=1000', ...options], env);

describe.each([...handlers, ...configuredServers, plainServer])('$name', (host) => {
  const sourceOf = serve(host);
  const all = recordsOf(records);

  it.skipIf(!host.isInstalled || !hasGdal)('gives GDAL every feature of every collection', async () => {
    for (const collection of collections) {
      const read = await readLayer(sourceOf(collection), collection.name);
      expectSameFeatures(read, recordsOf(collection), collection);
    }
  });
  // These servers differ from one without settings only in what GDAL opens.
  if (configuredServers.includes(host)) return;

  it.skipIf(!host.isInstalled || !hasGdal)('gives GDAL the features in a box, edges included', async () => {
    for (let attempt = 0; attempt < 2; attempt++) {
      const box = randomBox();
      const read = await readLayer(sourceOf(records), records.name, ['-spat', ...box.map(String)]);
      expectSameFeatures(
        read,
        all.filter((record) => isIn(box, record)),
        records,
      );
    }
  });

  it.skipIf(!host.isInstalled || !hasGdal).each(host.hasHandler ? [...filters, periodFilter] : filters)(
    'gives GDAL the features where $where',
    async ({ where, isMatch }) => {
      const expected = all.filter(isMatch);
      expect(expected.length).toBeGreaterThan(0);
      expect(expected.length).toBeLessThan(all.length);
      expectSameFeatures(await readLayer(sourceOf(records), records.name, ['-where', where]), expected, records);
    },
  );

  it.skipIf(!host.isInstalled || !hasR)('gives R every feature of every collection', async () => {
    const calls = collections.map((collection) => `read("${sourceOf(collection)}", "${collection.name}")`);
    const program = `
      read <- function(source, layer) {
        features <- sf::st_read(source, layer, quiet = TRUE, options = "PAGE_SIZE=1000")
        cbind(sf::st_drop_geometry(features), sf::st_coordinates(features))
      }
      cat(jsonlite::toJSON(list(${calls.join(', ')}), digits = NA, na = "null", POSIXt = "ISO8601"))`;
    const layers = JSON.parse(await output('Rscript', ['-e', program])) as Record<string, unknown>[][];
    for (const [index, collection] of collections.entries()) {
      const read = (layers[index] ?? []).map(({ X, Y, ...properties }) => ({
        properties,
        geometry: { coordinates: [X, Y] },
      }));
      expectSameFeatures(read, recordsOf(collection), collection);
    }
  });

  it.skipIf(!host.isInstalled || python === undefined)('gives QGIS every feature, and those it selects', async () => {
    const box = randomBox();
    const [{ where, isMatch }] = filters;
    const layerOf = (collection: Collection): string =>
      host.hasHandler
        ? `url='${sourceOf(collection).replace('OAPIF:', '')}' typename='${collection.name}'`
        : `${sourceOf(collection)}|layername=${collection.name}`;
    const whole = collections.map((collection) => ({ collection, request: {}, found: recordsOf(collection) }));
    const selected = [
      { request: { subset: where }, found: all.filter(isMatch) },
      { request: { box }, found: all.filter((record) => isIn(box, record)) },
    ].map((each) => ({ ...each, collection: records }));
    const requests = [...whole, ...selected];
    const read = JSON.parse(
      await output(python ?? '', [
        fromRoot('tests/soak/read-with-qgis.py'),
        host.hasHandler ? 'OAPIF' : 'ogr',
        JSON.stringify(requests.map(({ collection, request }) => ({ source: layerOf(collection), ...request }))),
      ]),
    ) as Feature[][];
    for (const [index, { collection, found }] of requests.entries()) {
      expectSameFeatures(read[index] ?? [], found, collection);
    }
  });
});

/** Fails at the first feature that differs. The order does not matter. */
function expectSameFeatures(
  read: readonly Feature[],
  expected: readonly DatasetRecord[],
  collection: Collection,
): void {
  const { identifierField, fields } = collection.dataset;
  const { longitudeField, latitudeField } = positionOf(collection);
  const byIdentifier = new Map(read.map((feature) => [feature.properties[identifierField], feature]));
  expect([read.length, byIdentifier.size]).toEqual([expected.length, expected.length]);
  for (const record of expected) {
    const feature = byIdentifier.get(record[identifierField]);
    const names = fields.map(({ name }) => name);
    // A program has no column for a property that is null in every feature that it has looked at.
    expect(names.map((name) => feature?.properties[name] ?? null)).toEqual(names.map((name) => record[name]));
    expect(feature?.geometry.coordinates).toEqual([record[longitudeField], record[latitudeField]]);
  }
}
