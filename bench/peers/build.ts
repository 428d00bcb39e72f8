import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { defaultSampleOptions, sampleRawData } from '../../build-data/sample/sample-inputs.ts';
import { reproducibleFilesOf } from '../../build-data/testing/tree-state.ts';
import { rawData, type RawDataRecord } from '../../core/datasets/datasets.ts';
import {
  buildInputs,
  formatMegabytes,
  inTemporaryFolder,
  type MeasuredBuild,
  median,
  publishedSize,
  runBuild,
  write,
  writeCsv,
  writeRow,
} from '../harness.ts';
import { openPostgis, type Postgis } from './postgis.ts';

/*
 * `npm run bench:build` measures builds, phase by phase, and compares them with PostgreSQL and PostGIS, which load the same
 * CSV file and index it. Both run alternately. Then the records are edited, and the site is built again. Options:
 *
 *   -- --sizes 17330,1000000         other numbers of records
 *      --rounds 3                    another number of full builds
 *      --edits newest,reorder        other edits, one after another: `editOf` has their names
 *      --compare                     also runs a full build after each edit, and compares the files that do not depend on the time
 *
 * Without PostGIS, only builds are measured.
 */

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: `${publishedSize},1000000,10000000` },
    rounds: { type: 'string', default: '1' },
    edits: { type: 'string', default: 'newest,spread' },
    compare: { type: 'boolean', default: false },
  },
});
/** Larger datasets are measured without downloads and pages. */
const largestComplete = 100_000;
const editedRecords = 100;

type Records = Iterable<RawDataRecord>;

/** Invented records with identifiers above all others. */
function* newRecords(): Records {
  const options = { ...defaultSampleOptions, seed: 2, rawDataRecords: editedRecords };
  for (const record of sampleRawData(options)) yield { ...record, RawDataId: record.RawDataId + 1_000_000_000 };
}

/** Each edit starts from the sample without edits. */
const editOf: Readonly<Record<string, (all: () => Records, size: number) => Records>> = {
  *newest(all) {
    yield* all();
    for (const record of newRecords()) yield { ...record, SightingDateTime: '2026-11-01T12:00:00' };
  },
  *spread(all) {
    yield* all();
    yield* newRecords();
  },
  *insert(all, size) {
    const added = newRecords()[Symbol.iterator]();
    for (const [index, record] of indexed(all())) {
      if (index % Math.ceil(size / editedRecords) === 0) yield* [added.next().value as RawDataRecord];
      yield record;
    }
  },
  *change(all, size) {
    const every = Math.ceil(size / editedRecords);
    for (const [index, record] of indexed(all())) yield index % every === 7 ? { ...record, LocationX: 115.5 } : record;
  },
  *delete(all, size) {
    for (const [index, record] of indexed(all())) if (index % Math.ceil(size / editedRecords) !== 7) yield record;
  },
  *reorder(all, size) {
    for (const [index, record] of indexed(all())) if (index >= size / 3) yield record;
    for (const [index, record] of indexed(all())) if (index < size / 3) yield record;
  },
};

function* indexed(records: Records): Iterable<[number, RawDataRecord]> {
  let index = 0;
  for (const record of records) yield [index++, record];
}

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
  const build = (output = site): MeasuredBuild => runBuild([...inputs, '--out', output, ...options]);
  const raw = join(folder, 'RawData.csv');
  const full: MeasuredBuild[] = [];
  const loads: number[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    removeSite(site);
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
  const rebuilds: MeasuredBuild[] = [];
  const sample = { ...defaultSampleOptions, rawDataRecords: size };
  for (const name of values.edits.split(',')) {
    const edit = editOf[name];
    if (!edit) throw new RangeError(`--edits: ${name} is unknown. Choose from ${Object.keys(editOf).join(', ')}.`);
    await writeCsv(
      rawData,
      edit(() => sampleRawData(sample), size),
      raw,
    );
    const built = build();
    rebuilds.push(built);
    write(
      `Rebuilt after the edit "${name}": ${built.seconds.toFixed(1)} s, ${formatMegabytes(built.peakMemoryInBytes)}. ` +
        `Ratio: ${(built.seconds / seconds).toFixed(2)}`,
    );
    if (!values.compare) continue;
    const other = join(folder, 'other');
    removeSite(other);
    build(other);
    await requireSameFiles(site, other);
  }
  write();
  if (full[0] && rebuilds[0]) writePhases(full[0], rebuilds[0]);
}

function removeSite(site: string): void {
  for (const path of [site, `${site}.versions`]) rmSync(path, { recursive: true, force: true });
}

/** Throws unless a site has all files of another, except those that depend on the time or on earlier versions. */
async function requireSameFiles(site: string, expected: string): Promise<void> {
  const [found, files] = [await reproducibleFilesOf(site), await reproducibleFilesOf(expected)];
  const different = [...files].filter(([path, digest]) => found.get(path) !== digest).map(([path]) => path);
  if (different.length > 0) throw new Error(`${different.length} files differ, for example ${String(different[0])}`);
  write(`All ${files.size} files are the same as those of a full build.`);
}

function writePhases(full: MeasuredBuild, again: MeasuredBuild): void {
  writeRow(['Phase', 'wall time', 'processor time', 'read', 'written', 'wall time after the first edit']);
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
