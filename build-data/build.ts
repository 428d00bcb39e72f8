import { resolve } from 'node:path';

import { beginPhase } from './write/phases.ts';
import type { Manifest } from '../core/storage/snapshot/manifest.ts';
import { writeVersion, type WriteOptions } from './exports/write-version.ts';
import { hostLimits } from './hosting/host-limits.ts';
import { describeVersion, type DescribeOptions } from './pages/describe-version.ts';
import { publishVersion, type PublishOptions, type WrittenSite } from './publish/publish-version.ts';
import { buildCachePathOf } from './publish/output-directory.ts';
import { buildTree, requireOutput } from './publish/staged-tree.ts';
import { type ProgressReporter, silentProgress } from './read/read-dataset.ts';
import { readBuildCache, writeBuildCache } from './write/build-cache.ts';
import { readInputs, type ReadOptions } from './read/read-inputs.ts';
import type { Rights } from './publication.ts';
import { rulesOf } from './site/rules.ts';
import { defaultSiteFile, readSiteFile, type SiteFile } from './site/site-file.ts';
import type { VersionComparison } from './validate/compare-versions.ts';
import type { IssueLog } from './validate/issues.ts';
import {
  type BuildRefusal,
  type ReadRecords,
  validateVersion,
  type ValidationOptions,
} from './validate/validate-version.ts';

export interface BuildOptions
  extends
    Omit<ReadOptions, 'rules'>,
    ValidationOptions,
    Omit<WriteOptions, 'publication' | 'rules'>,
    Omit<DescribeOptions, 'publication' | 'rules'>,
    PublishOptions {
  /** Default: the default site file. */
  readonly siteFile?: SiteFile;
  /** Default: none are stated. */
  readonly rights?: Rights;
}

export interface BuildEffects {
  /** Called once per build, so that all its files have the same build time. */
  readonly now: () => Date;
  readonly progress: ProgressReporter;
}

export type BuildResult = (BuildRefusal | BuiltSite) & Pick<ReadRecords, 'mappings'>;

interface BuiltSite {
  readonly kind: 'built';
  readonly issues: IssueLog;
  readonly manifest: Manifest;
  readonly site: WrittenSite;
  readonly comparison: VersionComparison;
}

/**
 * Builds a site and publishes it in five steps, each of which takes the results of the steps before: reads the inputs
 * and checks each record, writes the records next to the output, validates them against the earlier build, describes
 * them in documents and pages, and replaces the output. Returns a refusal for bad input. Throws OutputError when the
 * output cannot be written; the published version is then unchanged.
 */
export async function buildSite(options: BuildOptions, effects: Partial<BuildEffects> = {}): Promise<BuildResult> {
  const { now = () => new Date(), progress = silentProgress } = effects;
  const { siteFile = readSiteFile(defaultSiteFile) } = options;
  const builtAt = now().toISOString();
  const rules = rulesOf(siteFile, new Date(builtAt));
  const site = { siteFile, rules, publication: { ...options.rights, site: siteFile } };
  await requireOutput(options.outputDirectory);
  // The region is the only option on which the checks of records depend.
  const cacheSettings = { region: siteFile.region.box };
  const cachePath = buildCachePathOf(resolve(options.outputDirectory));
  const cachedBuild = await readBuildCache(cachePath, cacheSettings);
  const records = await readInputs({ ...options, ...site, earlierRecords: cachedBuild?.records, progress });
  const { issues, mappings } = records;
  if (issues.refused) {
    const refusal = { kind: 'refused', reason: 'faults', issues, mappings } as const;
    return { ...refusal, failedWarnings: [], comparison: undefined, records: undefined };
  }
  const copies = {
    // Nothing is reused from an earlier build at a URL.
    earlierDirectory: options.previous ?? options.outputDirectory,
    earlierDigests: cachedBuild?.digests,
    isWanted: options.host === undefined || !hostLimits[options.host].ignoresCompressedCopies,
  };
  return buildTree(options.outputDirectory, copies, async (tree) => {
    const written = await writeVersion({ ...options, ...site, ...records, tree });
    // Follows writing, because only those files of an earlier build are read that the new version does not have.
    beginPhase('compare with the earlier build');
    const valid = await validateVersion({ ...options, ...records, ...written, tree });
    if (valid.kind === 'refused') return { ...valid, mappings };
    beginPhase('write documents and pages');
    const described = await describeVersion({ ...options, ...site, ...written, ...valid, builtAt, tree });
    beginPhase('complete the compressed copies');
    await tree.copies.finish();
    beginPhase('write the build cache');
    const build = { tables: records.tables, cached: written.datasets.cached, digests: tree.copies.digests };
    await tree.addBuildCache((path) => writeBuildCache(path, cacheSettings, build));
    beginPhase('verify and publish');
    const published = await publishVersion({ ...options, ...described, tree });
    const { manifest } = published;
    return { kind: 'built', issues, mappings, manifest, site: published, comparison: valid.strictestComparison };
  });
}
