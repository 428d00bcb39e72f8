import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { fingerprintOf, appendBuildManifest } from '../../core/http/build-manifest.ts';
import { pageTemplatePath } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { withContentSecurityPolicy } from '../../build-data/pages/content-security-policy.ts';
import { writeSite } from '../../build-data/testing/write-site.ts';
import type { RecordTable } from '../../build-data/write/record-table.ts';
import { fixtureTables, writeBuiltSite } from '../contract/fixture/fixture-tree.ts';

const script = `${'globalThis.coastwatch = "a script long enough to be compressed";\n'.repeat(60)}`;
const page = (title: string): string =>
  withContentSecurityPolicy(
    `<!doctype html><meta charset="utf-8" /><title>${title}</title><style>a{color:teal}</style><script type="module" src="./assets/page-1a2b3c4d.js"></script>\n`,
  );

/**
 * Writes the fixture's site with pages of a few lines instead of the explorer, for tests that depend on files and their
 * headers but not on their content. If the directory contains a site, the new site keeps its versions.
 */
export async function writeSmallSite(
  outputDirectory: string,
  target: 'static' | 'compute',
  tables?: RecordTable[],
): Promise<Manifest> {
  const build = async (): Promise<{ readonly manifest: Manifest }> => {
    const explorerDirectory = `${outputDirectory}-explorer`;
    await writeSmallExplorer(explorerDirectory);
    return writeSite(tables ?? fixtureTables(), {
      outputDirectory,
      target,
      sample: false,
      explorerDirectory,
      builtAt: new Date().toISOString(),
    });
  };
  if (tables || existsSync(outputDirectory)) return (await build()).manifest;
  return writeBuiltSite(`small ${target}`, outputDirectory, build);
}

/** Writes pages of a few lines in place of the built explorer. */
export async function writeSmallExplorer(explorerDirectory: string): Promise<void> {
  for (const folder of ['assets', 'client']) await mkdir(join(explorerDirectory, folder), { recursive: true });
  const shell = { 'assets/page-1a2b3c4d.js': script, 'index.html': page('Coastwatch') };
  const fingerprints = Object.entries(shell).map(([path, text]) => [path, fingerprintOf(Buffer.from(text))] as const);
  for (const [path, text] of Object.entries({
    ...shell,
    [pageTemplatePath]: page('Documents').replace('<style>', '<!--coastwatch-head--><!--coastwatch-body--><style>'),
    'sw.js': appendBuildManifest('self.addEventListener("fetch", () => {});', Object.fromEntries(fingerprints)),
    'robots.txt': 'User-agent: *\n',
    'client/coastwatch-client.js': script,
  })) {
    await writeFile(join(explorerDirectory, path), text);
  }
}
