import { describe, expect, it } from 'vitest';

import type { Manifest } from '../../core/storage/manifest.ts';
import type { WrittenSite } from '../write/write-site.ts';
import { formatBuildReport, type BuildReportInput } from './build-report.ts';

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
      places: reference,
      identifiers: reference,
      overview: reference,
    },
  },
  inventory: reference,
  previous: [],
};

function report(site: Partial<WrittenSite>, change: Partial<Manifest> = {}): string[] {
  const changed = { ...manifest, ...change };
  const input: BuildReportInput = {
    manifest: changed,
    site: {
      manifest: changed,
      files: 100,
      bytes: 2000,
      filesInTree: 150,
      changedFiles: 9,
      changedBytes: 65_600,
      exports: undefined,
      previousVersion: 'old',
      ...site,
    },
    outputDirectory: 'dist/site',
    durationInMilliseconds: 1300,
    siteUrlGiven: true,
    explorerIncluded: true,
  };
  return formatBuildReport(input).split('\n');
}

describe('the report of a build', () => {
  it('tells what a deploy sends since the version before, and when the data is the same', () => {
    expect(report({})[3]).toBe(
      'Since version old: a deploy sends 9 files, 65.6 kB, beside compressed twins. Earlier versions still readable: 0.',
    );
    expect(report({ previousVersion: 'new', changedFiles: 1, changedBytes: 700 })[3]).toBe(
      'The data is the same as in the earlier build: a deploy sends 1 file, 700 bytes, beside compressed twins.',
    );
    expect(report({ previousVersion: undefined })[3]).toBe('No earlier build: a deploy sends everything.');
  });

  it('tells what there is for download, and what the host would not take', () => {
    const file = { dataset: 'RawData', format: 'csv', title: 'Raw data, CSV', mediaType: 'text/csv' } as const;
    const named = { path: 'downloads/RawData.csv', hashedPath: 'downloads/RawData.0.csv', sha256: '0' };
    const files = [{ ...file, ...named, bytes: 2_600_000 }];
    expect(report({ exports: { files, leftOut: [], earlierFiles: 0 } })[4]).toBe(
      'For download: 1 file, 2.6 MB, in downloads/, under two names each',
    );
    const leftOut = [{ path: 'downloads/RawData.geojson', bytes: 30_000_000 }];
    expect(report({ exports: { files, leftOut } })[5]).toBe(
      'Note: downloads/RawData.geojson was left out: it would have 30.0 MB, more than the host takes.',
    );
  });

  it('warns of more files than strict hosts take, and says which can stay away', () => {
    expect(report({})).toHaveLength(4);
    expect(report({ files: 19_611, filesInTree: 20_049 })[4]).toContain('Leave out the files that end in .br and .gz');
    expect(report({ files: 20_001, filesInTree: 20_500 })[4]).toContain('20,001 files are more than the 20,000');
    expect(report({ files: 20_001, filesInTree: 20_500 })).toHaveLength(5);
    expect(report({ files: 20_001, filesInTree: 20_500 }, { target: 'compute' })).toHaveLength(4);
  });
});
