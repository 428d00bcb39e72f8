import { chmodSync, rmSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { defaultSampleOptions, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { csvRecordLine } from '../../core/datasets/csv.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import {
  buildInputs,
  formatMegabytes,
  inTemporaryFolder,
  type MeasuredBuild,
  median,
  publishedSize,
  runBuild,
  write,
  writeRow,
} from '../harness.ts';
import { openPostgis, type Postgis } from './postgis.ts';

/*
 * `npm run bench:build` measures builds, phase by phase, and compares them with PostgreSQL and PostGIS, which load the same
 * CSV file and index it. Both run alternately. Then 100 records are added, and the site is built again. `-- --sizes
 * 17330,1000000 --rounds 3` selects other sizes and another number of rounds. Without PostGIS, only builds are measured.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: `${publishedSize},1000000,10000000` },
    rounds: { type: 'string', default: '1' },
  },
});
/** Larger datasets are measured without downloads and pages. */
const largestComplete = 100_000;
const addedRecords = 100;

const postgis = await openPostgis().catch((error: unknown) => {
  write(`Without PostGIS: ${error instanceof Error ? error.message : String(error)}\n`);
});
try {
  await inTemporaryFolder(async (folder) => {
    for (const size of values.sizes.split(',').map(Number)) await measure(size, folder);
  });
} finally {
  await postgis?.close();
}

async function measure(size: number, folder: string): Promise<void> {
  const site = join(folder, 'site');
  const inputs = await buildInputs(size, folder, false);
  const options = size <= largestComplete ? ['--explorer', 'dist/explorer'] : ['--target', 'compute', '--no-exports'];
  const build = (): MeasuredBuild => runBuild([...inputs, '--out', site, ...options]);
  const raw = join(folder, 'RawData.csv');
  const full: MeasuredBuild[] = [];
  const loads: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const path of [site, `${site}.versions`]) rmSync(path, { recursive: true, force: true });
    full.push(build());
    if (postgis) loads.push(await loadSeconds(postgis, folder, raw));
  }
  const seconds = median(full.map((each) => each.seconds));
  write(`## ${size.toLocaleString('en')} records\n`);
  write(
    `Full build: ${seconds.toFixed(1)} s, ${formatMegabytes(Math.max(...full.map((each) => each.peakMemoryInBytes)))}`,
  );
  if (loads.length > 0) {
    const load = median(loads);
    write(`${postgis?.title ?? ''}, load and indexes: ${load.toFixed(1)} s. Ratio: ${(seconds / load).toFixed(2)}`);
  }
  await addRecords(raw);
  const again = build();
  write(
    `${addedRecords} records added: ${again.seconds.toFixed(1)} s. Ratio: ${(again.seconds / seconds).toFixed(2)}\n`,
  );
  writePhases(full[0], again);
}

function writePhases(full: MeasuredBuild, again: MeasuredBuild): void {
  writeRow(['Phase', 'wall time', 'processor time', 'read', 'written', 'wall time with 100 records added']);
  writeRow(['---', '---', '---', '---', '---', '---']);
  for (const { name, seconds, processorSeconds, readBytes, writtenBytes } of full.phases) {
    const added = again.phases.find((phase) => phase.name === name)?.seconds ?? 0;
    writeRow([
      name,
      ...[seconds, processorSeconds].map((each) => `${each.toFixed(1)} s`),
      ...[readBytes, writtenBytes].map(formatMegabytes),
      `${added.toFixed(1)} s`,
    ]);
  }
  write();
}

/** Copies a file of records into a table, and indexes positions, identifiers and times, which the API searches by. */
async function loadSeconds({ query }: Postgis, folder: string, file: string): Promise<number> {
  chmodSync(folder, 0o755); // the server may run as another user
  const types = { integer: 'bigint', number: 'float8', text: 'text', dateTime: 'timestamp' };
  const columns = rawData.fields.map(({ name, type }) => `"${name}" ${types[type]}`);
  await query('DROP TABLE IF EXISTS records');
  const started = performance.now();
  await query(
    `CREATE TABLE records (${columns.join(', ')}, position geography(Point, 4326) GENERATED ALWAYS AS
     (ST_SetSRID(ST_MakePoint("LocationX", "LocationY"), 4326)::geography) STORED)`,
  );
  const names = rawData.fields.map(({ name }) => `"${name}"`).join(', ');
  await query(`COPY records (${names}) FROM '${file.replaceAll("'", "''")}' WITH (FORMAT csv, HEADER MATCH)`);
  await query('CREATE INDEX ON records USING gist (position)');
  await query('CREATE UNIQUE INDEX ON records ("RawDataId")');
  await query('CREATE INDEX ON records ("SightingDateTime" DESC, "RawDataId")');
  return (performance.now() - started) / 1000;
}

/** Appends invented records with identifiers above all others. */
async function addRecords(file: string): Promise<void> {
  const records = [...sampleRawData({ ...defaultSampleOptions, seed: 2, rawDataRecords: addedRecords })];
  const lines = records.map((record, index) =>
    csvRecordLine(rawData, { ...record, RawDataId: 1_000_000_000 + index }, 'plain'),
  );
  await appendFile(file, lines.join(''));
}
