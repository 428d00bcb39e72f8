import { cp } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll } from 'vitest';

import { temporaryFolder } from './temporary-folder.ts';
import type { WrittenSite } from '../../build-data/publish/publish-version.ts';
import type { RecordTable } from '../../build-data/write/record-table.ts';
import { type SiteOptions, writeSite } from '../../build-data/testing/write-site.ts';

/** The options of a small site in a directory. */
export const siteOptionsIn = (directory: string): SiteOptions => ({
  outputDirectory: join(directory, 'site'),
  target: 'compute',
  sample: true,
  siteUrl: 'https://data.example.org/',
  builtAt: '2026-01-01T00:00:00.000Z',
});

/**
 * Builds a site before the tests of a file. Returns a function that copies it to an output directory, as if a build had
 * written it there.
 */
export function siteToStartWith(
  tables: readonly RecordTable[],
  more: Partial<SiteOptions> = {},
): (outputDirectory: string) => Promise<WrittenSite> {
  const folder = temporaryFolder();
  let site: WrittenSite;
  beforeAll(async () => {
    site = await writeSite(tables, { ...siteOptionsIn(folder), ...more });
  });
  return async (outputDirectory) => {
    await cp(join(folder, 'site'), outputDirectory, { recursive: true, dereference: true });
    return site;
  };
}
