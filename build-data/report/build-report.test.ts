import { describe, expect, it } from 'vitest';

import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { read } from '../../tests/documentation/markdown.ts';
import type { VersionComparison } from '../documents/change-log.ts';
import type { WrittenSite } from '../build.ts';
import { formatBuildReport, toolVersion, type BuildReportInput } from './build-report.ts';

const reference = { hash: 'a'.repeat(32), bytes: 1 };
const manifest: Manifest = {
  dataVersion: 'new',
  builtAt: '2026-01-01T00:00:00.000Z',
  sample: false,
  target: 'static',
  datasets: {
    RawData: {
      records: 17_330,
      last: '2021',
      list: reference,
      tiles: reference,
      identifiers: [{ ...reference, first: 1 }],
      columns: reference,
      details: [],
      flatbush: reference,
      points: [reference],
    },
  },
  inventory: reference,
  previous: [],
};

const compared: VersionComparison = {
  outcome: 'compared',
  previousDataVersion: 'old',
  previousRecords: { RawData: 17_300 },
  datasets: {
    RawData: {
      records: 17_330,
      added: { count: 1031, identifiers: [], notListed: 1031 },
      changed: { count: 3, records: [], notListed: 3 },
      removed: { count: 1, identifiers: [5], notListed: 0 },
    },
  },
};

function report(
  site: Partial<WrittenSite>,
  change: Partial<Manifest> = {},
  comparison: VersionComparison = compared,
): string[] {
  const changed = { ...manifest, ...change };
  const input: BuildReportInput = {
    manifest: changed,
    site: {
      manifest: changed,
      files: 100,
      bytes: 2000,
      filesInTree: 150,
      bytesInTree: 3000,
      changedFiles: 2,
      changedBytes: 700,
      deployFiles: 9,
      deployBytes: 65_600,
      exports: undefined,
      warnings: [],
      previousVersion: 'old',
      ...site,
    },
    comparison,
    outputDirectory: 'dist/site',
    durationInMilliseconds: 1300,
    isSiteUrlGiven: true,
    isExplorerIncluded: true,
  };
  return formatBuildReport(input).split('\n');
}

describe('the report of a build', () => {
  it('reports what a deployment uploads since the previous version, and whether the data is the same', () => {
    expect(report({})[4]).toBe(
      'Since version old: a deployment uploads 9 files, 65.6 kB. Earlier versions still readable: 0.',
    );
    expect(report({ previousVersion: 'new', deployFiles: 1, deployBytes: 700 })[4]).toBe(
      'The data is the same as in the earlier build: a deployment uploads 1 file, 700 bytes.',
    );
    expect(report({ previousVersion: undefined })[4]).toBe('No earlier build: a deployment uploads 9 files, 65.6 kB.');
  });

  it('lists added, changed and removed records of each dataset, or why they are unknown', () => {
    expect(report({}).slice(0, 2)).toEqual([
      'RawData: 17,330 records (1,031 added, 3 changed, 1 removed), last in sort order: "2021"',
      'Compared with version old',
    ]);
    const unknown = { previousDataVersion: undefined, previousRecords: {}, datasets: undefined };
    expect(report({}, {}, { ...unknown, outcome: 'firstBuild' }).slice(0, 2)).toEqual([
      'RawData: 17,330 records, last in sort order: "2021"',
      'Not compared: there is no previous build',
    ]);
    expect(report({}, {}, { ...unknown, outcome: 'otherKind' })[1]).toContain('has sample data');
    expect(report({}, {}, { ...unknown, outcome: 'unreadable' })[1]).toContain('cannot be read');
  });

  it('reports the downloads, and those that the host does not allow', () => {
    const file = { dataset: 'RawData', format: 'csv', title: 'Raw data, CSV', mediaType: 'text/csv' } as const;
    const named = { path: 'downloads/RawData.csv', hashedPath: 'downloads/RawData.0.csv', sha256: '0' };
    const files = [{ ...file, ...named, bytes: 2_600_000 }];
    expect(report({ exports: { files, omitted: [], earlierFiles: 0 } })[5]).toBe(
      'For download: 1 file, 2.6 MB, in downloads/, each under two names',
    );
    const omitted = [{ path: 'downloads/RawData.geojson', bytes: 30_000_000 }];
    expect(report({ exports: { files, omitted, earlierFiles: 0 } })[6]).toBe(
      'Note: downloads/RawData.geojson was left out: with 30.0 MB it exceeds the limits of the host.',
    );
  });

  it('warns of more files than strict hosts allow, and says which can be left out', () => {
    expect(report({})).toHaveLength(5);
    expect(report({ files: 19_611, filesInTree: 20_049 })[5]).toContain('Leave out the files that end in .br and .gz');
    expect(report({ files: 20_001, filesInTree: 20_500 })[5]).toContain('20,001 files are more than the 20,000');
    expect(report({ files: 20_001, filesInTree: 20_500 })).toHaveLength(6);
    expect(report({ files: 20_001, filesInTree: 20_500 }, { target: 'compute' })).toHaveLength(5);
  });
});

it('the version of the tool is the version of the package', () => {
  expect(toolVersion).toBe((JSON.parse(read('package.json')) as { version: string }).version);
});
