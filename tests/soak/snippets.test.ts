import { execFile, spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import { codeBlocks, read, section } from '../documentation/markdown.ts';
import { folderOfTest, temporaryFolder } from '../support/temporary-folder.ts';
import { hasProgram } from '../../build-data/exports/testing/outside-programs.ts';
import {
  buildHostileSite,
  buildSite,
  download,
  emptyAsNull,
  expectSameRecords,
  readCodeSamples,
  serveSite,
  sitesToServe,
  type ServedSite,
} from './served-site.ts';

/*
 * Runs the code snippets of the documentation unchanged. Their working directory has the files that they name,
 * downloaded from the running host.
 */

const run = promisify(execFile);
const largeOutput = { maxBuffer: 512 * 1024 * 1024 };

const python = ['python3', '/usr/bin/python3'].find((name) => spawnSync(name, ['-c', 'import pandas']).status === 0);
const hasGeoPandas = python !== undefined && spawnSync(python, ['-c', 'import geopandas, pyarrow']).status === 0;
const hasR = spawnSync('Rscript', ['--version']).error === undefined;
const hasGdal = hasProgram('ogr2ogr');
if (python === undefined) console.warn('No python3 with pandas: its snippets are SKIPPED.');
if (!hasGeoPandas) console.warn('No python3 with geopandas and pyarrow: its snippet is SKIPPED.');
if (!hasR) console.warn('Rscript is not installed: its snippets are SKIPPED.');

/** Prints the variable `records` of the snippet as JSON, without loss. */
const printFromPandas = `
import json, sys
json.dump(records.astype(object).where(records.notna(), None).to_dict("records"), sys.stdout)`;

/**
 * R has no JSON encoder of its own, so columns and cells are separated by control characters that do not occur in the
 * texts. R's conversion of decimals can be wrong by one in the 16th digit, so 15 digits are printed.
 */
const printFromR = `
for (name in names(records)) {
  cells <- records[[name]]
  texts <- if (is.numeric(cells)) sprintf("%.15g", cells) else enc2utf8(cells)
  texts <- ifelse(is.na(cells), "\\001", texts)
  cat(name, texts, sep = "\\002")
  cat("\\003")
}`;

describe.each(sitesToServe(inject('soakSites')))('the code snippets with $title', (siteToServe) => {
  let site: ServedSite;
  const folder = temporaryFolder();
  let programs: readonly string[];
  beforeAll(async () => {
    site = await serveSite(siteToServe);
    for (const ending of ['csv', 'parquet']) {
      for (const { name } of datasets) await download(site, `downloads/${name}.${ending}`, folder);
    }
    programs = await readCodeSamples(site);
  });
  afterAll(async () => {
    await site.stop();
  });

  /** The snippets from the served downloads page, and from docs/exports.md, which has them for one dataset. */
  const findSnippets = (dataset: DatasetDescription, language: 'python' | 'r'): string[] => {
    const documented = codeBlocks(section(read('docs/exports.md'), '## CSV'), language);
    const opening = language === 'r' ? 'read.csv(' : 'pandas.read_csv(';
    return [...programs, ...documented].filter((code) => code.includes(`${opening}"${dataset.name}.csv"`));
  };

  function expectPublished(rows: readonly Readonly<Record<string, unknown>>[], dataset: DatasetDescription): void {
    const records = site.records.get(dataset) ?? [];
    // Neither pandas nor R distinguishes an empty text from null.
    expectSameRecords(rows, emptyAsNull(records), dataset);
    const rowsWithNullText = rows.filter((row) => Object.values(row).includes('NULL')).length;
    if (siteToServe.title === 'the published records' && dataset.name === 'RawData')
      expect(rowsWithNullText).toBe(6321);
  }

  it.skipIf(python === undefined).each(datasets)(
    'the documented pandas snippet reads every value of $name',
    async (dataset) => {
      const snippets = findSnippets(dataset, 'python');
      expect(snippets).toHaveLength(dataset.name === 'RawData' ? 2 : 1);
      for (const snippet of snippets) {
        const { stdout } = await run(python ?? '', ['-c', snippet + printFromPandas], { ...largeOutput, cwd: folder });
        expectPublished(JSON.parse(stdout) as Record<string, unknown>[], dataset);
      }
    },
  );

  it.skipIf(!hasR).each(datasets)('the documented R snippet reads every value of $name', async (dataset) => {
    const snippets = findSnippets(dataset, 'r');
    expect(snippets).toHaveLength(dataset.name === 'RawData' ? 2 : 1);
    for (const snippet of snippets) {
      const program = join(folder, 'snippet.R');
      await writeFile(program, snippet + printFromR);
      const { stdout } = await run('Rscript', ['--vanilla', program], { ...largeOutput, cwd: folder });
      expectPublished(rowsFromR(stdout, dataset), dataset);
    }
  });

  it.skipIf(python === undefined)('a build from tables rewritten by pandas has the same data version', async () => {
    for (const dataset of datasets) {
      const [snippet = ''] = findSnippets(dataset, 'python');
      await run(python ?? '', ['-c', `${snippet}\nrecords.to_csv("${dataset.name}.again.csv")`], { cwd: folder });
    }
    expect(await buildVersion(folder)).toBe(await servedVersion(site));
  });

  it.skipIf(!hasGeoPandas)('the documented GeoPandas snippet reads every record and the first point', async () => {
    const [snippet = ''] = codeBlocks(section(read('docs/exports.md'), '## GeoParquet'), 'python');
    const program = `${snippet}\nprint(len(records), records.crs, records.geometry.iloc[0].x)`;
    const { stdout } = await run(python ?? '', ['-c', program], { cwd: folder });
    const records = site.records.get(datasets[1] as DatasetDescription) ?? [];
    expect(stdout).toContain(String(records.length));
    expect(stdout).toContain(String(records[0]?.['LocationX']));
  });

  it.skipIf(!hasGdal)('the documented commands for GDAL and for checksums work', async () => {
    const commands = ['## FlatGeobuf', '## Names, caching and checksums'].map((heading) => {
      const [command = ''] = codeBlocks(section(read('docs/exports.md'), heading), 'sh');
      return command.replaceAll('https://data.example.org/', site.address.href);
    });
    for (const command of commands) await run('sh', ['-ec', command], { cwd: folder });
    const { stdout } = await run('ogrinfo', ['-so', '-al', 'near-perth.gpkg'], { cwd: folder });
    const records = site.records.get(datasets[1] as DatasetDescription) ?? [];
    const inBox = records.filter(({ LocationX, LocationY }) => {
      const [x, y] = [Number(LocationX), Number(LocationY)];
      return x >= 115.5 && x <= 116 && y >= -32.3 && y <= -31.7;
    });
    expect(inBox.length).toBeGreaterThan(0);
    expect(stdout).toContain(`Feature Count: ${String(inBox.length)}\n`);
  });
});

it('a build from hostile texts rewritten by DuckDB has the same data version', async () => {
  const folder = folderOfTest();
  const site = await serveSite(await buildHostileSite(folder));
  try {
    const duckdb = await (await DuckDBInstance.create()).connect();
    for (const { name } of datasets) {
      const path = await download(site, `downloads/${name}.csv`, folder);
      const table = `read_csv('${path}', all_varchar = true, allow_quoted_nulls = false)`;
      await duckdb.run(`COPY (SELECT * FROM ${table}) TO '${join(folder, name)}.again.csv'`);
    }
    duckdb.closeSync();
    const empty = /,"",/.exec(await readFile(join(folder, 'RawData.again.csv'), 'utf8'));
    expect(empty).not.toBeNull();
    expect(await buildVersion(folder)).toBe(await servedVersion(site));
  } finally {
    await site.stop();
  }
});

/** Builds from the tables that a program has written into a folder. Returns the data version. */
async function buildVersion(folder: string): Promise<string> {
  const [features = '', records = ''] = datasets.map(({ name }) => join(folder, `${name}.again.csv`));
  const out = join(folder, 'again');
  const inputs = ['--coastal-features', features, '--raw-data', records];
  const report = await buildSite([...inputs, '--target', 'compute', '--no-exports', '--out', out]);
  return /^Data version ([0-9a-f]+)/m.exec(report)?.[1] ?? 'none';
}

async function servedVersion({ address }: ServedSite): Promise<string | null> {
  return (await fetch(new URL('webapi/v1/RawData?pageNumber=1', address))).headers.get('X-Data-Version');
}

function rowsFromR(text: string, { fields }: DatasetDescription): Record<string, unknown>[] {
  const columns = text.split('\u0003').slice(0, -1);
  const rows: Record<string, unknown>[] = [];
  for (const column of columns) {
    const [name = '', ...cells] = column.split('\u0002');
    const isNumber = fields.some((field) => field.name === name && /^(?:integer|number)$/.test(field.type));
    for (const [index, cell] of cells.entries()) {
      (rows[index] ??= {})[name] = cell === '\u0001' ? null : isNumber ? Number(cell) : cell;
    }
  }
  return rows;
}
