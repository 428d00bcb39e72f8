import { beginPhase } from '../write/phases.ts';
import type { SiteRules } from '../../core/datasets/site.ts';
import type { PreviousVersion } from '../../core/storage/snapshot/manifest.ts';
import { hostLimits, type HostName } from '../hosting/host-limits.ts';
import type { Publication } from '../publication.ts';
import type { ReadRecords } from '../validate/validate-version.ts';
import { chunkSizesFor } from '../write/chunking.ts';
import { carryForward, openPrevious, type PreviousOptions, type PreviousTree } from '../write/previous-build.ts';
import type { RecordTable, TableVisitors } from '../write/record-table.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';
import { writeDatasets, type WrittenDatasets } from '../write/write-datasets.ts';
import { type ExportOptions, writeExports, type WrittenExports } from './write-exports.ts';

export interface WriteOptions extends PreviousOptions {
  readonly rules: SiteRules;
  /** A host whose limits the tree must not exceed. */
  readonly host?: HostName | undefined;
  /** Whether complete datasets are also written for download, in several formats. Default: true. */
  readonly exports?: boolean;
  readonly publication: Publication;
}

/** A version whose records are in the tree. It has no manifest yet. */
export interface WrittenVersion extends Pick<ReadRecords, 'tables' | 'sample'> {
  readonly dataVersion: string;
  readonly datasets: WrittenDatasets;
  /** The files for download; undefined when the build leaves them out. */
  readonly exports: WrittenExports | undefined;
  /** The earlier build; undefined if there is none, or it cannot be read. */
  readonly earlier: PreviousTree | undefined;
  /** The earlier versions whose files are in the tree, newest first. */
  readonly earlierVersions: readonly PreviousVersion[];
  /** One line each: problems that do not prevent the build. */
  readonly warnings: readonly string[];
}

interface WriteInput extends Pick<ReadRecords, 'tables' | 'sample'>, WriteOptions {
  readonly tree: TreeOnDisk;
}

/** Writes the records for the API, the explorer and download, and the files of earlier versions. */
export async function writeVersion(input: WriteInput): Promise<WrittenVersion> {
  const { tables, sample, tree } = input;
  const warnings: string[] = [];
  const earlier = await openPrevious(input, warnings);
  tree.copies.setRecords(tables.reduce((sum, { size }) => sum + size, 0));
  const write = (visitorsOf?: (table: RecordTable) => TableVisitors): Promise<WrittenDatasets> =>
    writeDatasets(tables, tree, chunkSizesFor, visitorsOf);
  const { visited: datasets, exports } =
    input.exports === false
      ? { visited: await write(), exports: undefined }
      : await writeExports(tree, exportOptionsOf(input), write);
  const { dataVersion } = datasets;
  beginPhase('keep earlier versions');
  const earlierVersions = earlier ? await carryForward(earlier, dataVersion, tree, input, warnings) : [];
  const records = { tables, sample, dataVersion, datasets };
  return { ...records, exports, earlier, earlierVersions, warnings };
}

function exportOptionsOf(input: WriteInput): ExportOptions {
  const { tables, rules, sample, publication, host, previous, outputDirectory } = input;
  return {
    tables,
    rules,
    sample,
    publication,
    limits: host && hostLimits[host],
    // Nothing is reused from an earlier build at a URL.
    previousDirectory: previous ?? outputDirectory,
  };
}
