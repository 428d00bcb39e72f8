import { dirname } from 'node:path';

import { feedFactsDocument, manifestPath, siteDocument } from '../../core/storage/format/layout.ts';
import type { Manifest } from '../../core/storage/snapshot/manifest.ts';
import { rawData } from '../../core/datasets/datasets.ts';
import { buildDataDictionary } from '../documents/data-dictionary.ts';
import { knownTimesOf } from '../validate/record-statistics.ts';
import { writeFeatureFiles } from '../documents/feature-files.ts';
import { writeDocuments } from '../documents/write-documents.ts';
import type { WriteOptions, WrittenVersion } from '../exports/write-version.ts';
import { chooseTarget, type Target } from '../hosting/host-limits.ts';
import type { VersionComparison } from '../validate/compare-versions.ts';
import { type TreeOnDisk, writeHashed } from '../write/tree-sink.ts';
import { countStaticFiles, writeManifest, writeStaticFiles } from '../write/write-datasets.ts';
import { addBaseMaps, type BaseMapOption } from './base-maps.ts';
import { feedFactsOf, mainFeedsOf } from './feeds.ts';
import { metadataFiles } from './metadata/dataset-metadata.ts';
import { hasPageTemplate, writePages } from './write-pages.ts';

export interface DescribeOptions extends Pick<WriteOptions, 'host' | 'publication' | 'rules'> {
  /** Undefined: `static` if its files fit the limits of hosts, otherwise `compute`. */
  readonly target?: Target | undefined;
  /** Whether `static` may exceed the number of files that hosts allow. */
  readonly allowsManyFiles?: boolean;
  /** The URL of the site's root, ending in a slash, for feeds, metadata and documentation pages. */
  readonly siteUrl: string;
  /** The built explorer, copied into the tree; undefined leaves it out. */
  readonly explorerDirectory?: string | undefined;
  /** The sources of `frame-ancestors` for the page that other sites embed; undefined allows any site. */
  readonly embedOrigins?: readonly string[] | undefined;
  /** The base maps that the explorer offers; by default none. */
  readonly baseMaps?: readonly BaseMapOption[];
}

/** A version that is complete, except for compressed copies and the files of hosts. */
export interface DescribedVersion extends Pick<WrittenVersion, 'tables' | 'earlier' | 'exports' | 'warnings'> {
  /** Why the build chose its target; undefined if the user did. */
  readonly whyThisTarget: string | undefined;
  readonly manifest: Manifest;
  /** The data files, with the static responses of the API, but without feeds, metadata and pages. */
  readonly dataPaths: ReadonlySet<string>;
}

interface DescribeInput extends WrittenVersion, DescribeOptions {
  readonly comparison: VersionComparison;
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  readonly tree: TreeOnDisk;
}

/**
 * Writes everything that is derived from the records: static responses of the API, documents, the manifest, and the
 * explorer with feeds, metadata and documentation pages. Throws OutputError if static responses exceed the limits.
 */
export async function describeVersion(input: DescribeInput): Promise<DescribedVersion> {
  const { tables, rules, sample, earlier, exports, tree, builtAt, dataVersion } = input;
  const { target, why: whyThisTarget } = await writeStaticResponses(input);

  const { siteUrl, embedOrigins, publication } = input;
  const facts = { tables, rules, siteUrl, embedOrigins, sample, target, builtAt, publication, dataVersion };
  const files = exports?.files ?? [];
  const dictionaries = tables.map((table) => buildDataDictionary(table, facts));
  const hasPages = hasPageTemplate(input.explorerDirectory);
  const links = { exports: files, feeds: mainFeedsOf(publication.site), metadata: metadataFiles, hasPages };
  const logged = { earlier, comparison: input.comparison };
  const written = await writeDocuments(tables, tree, { ...facts, ...links, ...logged }, dictionaries);
  const { changeLog, openApi } = written;
  const records = tables.find(({ dataset }) => dataset === rawData);
  const knownTimes = records && knownTimesOf(records, rules.times);
  const siteFacts = { ...facts, modifiedAt: changeLog.builds[0]?.builtAt ?? builtAt };
  const feedFacts = new TextEncoder().encode(JSON.stringify(feedFactsOf(siteFacts, knownTimes)));
  const siteFile = JSON.stringify({ ...publication.site, directory: undefined });
  const documents = {
    ...written.documents,
    [feedFactsDocument]: await writeHashed(feedFacts, 'json', tree),
    [siteDocument]: await writeHashed(new TextEncoder().encode(siteFile), 'json', tree),
  };
  const manifestOptions = { target, sample, rules, builtAt, previous: input.earlierVersions, documents };
  const manifest = await writeManifest(input.datasets, tree, manifestOptions);
  if (target === 'static') await writeFeatureFiles(tables, tree, siteFacts);
  const dataPaths = new Set(tree.written.keys());

  if (input.explorerDirectory !== undefined) await tree.copyFrom(input.explorerDirectory);
  const baseMaps = input.explorerDirectory === undefined ? [] : await addBaseMaps(input.baseMaps ?? [], tree);
  await writePages(siteFacts, tree, {
    ...{ dictionaries, changeLog, openApi, knownTimes, files, baseMaps },
  });
  const losesResponses = target === 'compute' && input.target === undefined && earlier?.manifest.target === 'static';
  const warnings = losesResponses ? [...input.warnings, lostResponses] : input.warnings;
  return { tables, earlier, exports, whyThisTarget, warnings, manifest, dataPaths };
}

const lostResponses =
  'the previous version has a file for each record, and this one has none: a host that only serves files no ' +
  'longer answers the API. To keep the files, build with --target static --allow-many-files.';

/** Chooses the target and, for `static`, writes the responses at the static paths of the API. */
async function writeStaticResponses(input: DescribeInput): ReturnType<typeof chooseTarget> {
  const { tables, tree, explorerDirectory, datasets } = input;
  const chosen = await chooseTarget({
    target: input.target,
    allowsManyFiles: input.allowsManyFiles ?? false,
    host: input.host,
    staticFiles: tables.reduce((sum, table) => sum + countStaticFiles(table), datasets.pointFiles.size),
    inFullestFolder: Math.max(0, ...tables.map(({ size }) => size)),
    // Only the data: `chooseTarget` allows for downloads and all other files.
    directories: [
      dirname(tree.targetOf(manifestPath)),
      ...(explorerDirectory === undefined ? [] : [explorerDirectory]),
    ],
  });
  if (chosen.target === 'static') {
    for (const [path, bytes] of datasets.pointFiles) await tree.write(path, bytes);
    for (const table of tables) await writeStaticFiles(table, tree);
    // Compressed while documents and pages are written.
    tree.copies.addAll(tree.written.keys());
  }
  return chosen;
}
