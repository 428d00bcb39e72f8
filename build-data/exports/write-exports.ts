import { beginPhase } from '../write/phases.ts';
import { createHash } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import { lstat, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { checksumsPath, exportEndingOf, exportPath, hashedExportPath } from '../../core/storage/format/layout.ts';
import type { HostLimits } from '../hosting/host-limits.ts';
import { linkOrCopy, readPlainFile, sha256Of } from '../write/plain-files.ts';
import type { RecordTable, RecordVisitor, TableVisitors } from '../write/record-table.ts';
import type { TreeOnDisk } from '../write/tree-sink.ts';
import { withExportColumns } from './export-columns.ts';
import { type ExportDescription, exportFormats } from './export-formats.ts';
import {
  checksumList,
  type ExportMetadata,
  type ExportedFile,
  type ExportWriter,
  FileOutput,
  type HashedExport,
  hashedExportsIn,
  titleOf,
} from './exported-file.ts';

type ExportTarget = Pick<TreeOnDisk, 'targetOf' | 'expect' | 'copies'>;

export interface ExportOptions extends ExportMetadata {
  readonly tables: readonly RecordTable[];
  readonly limits?: HostLimits | undefined;
  /** The directory of an earlier tree, whose hashed files are kept. */
  readonly previousDirectory?: string | undefined;
}

export interface WrittenExports {
  readonly files: readonly ExportedFile[];
  /** Exports that exceed the limits of the host. */
  readonly omitted: readonly Pick<ExportedFile, 'path' | 'bytes'>[];
  readonly earlierFiles: number;
}

/** The share of a site's size that exports may take if the host limits that size. */
const shareOfSite = 0.5;

/**
 * Writes each dataset in every format that suits it, under a stable name and under one with a hash of the content. Also
 * writes the checksums of all files. Omits files that are too large for the host. Keeps files of earlier versions under
 * their hashed names. `visitRecords` must call the visitors that it gets for each table with all records of the table.
 */
export async function writeExports<Visited>(
  target: ExportTarget,
  options: ExportOptions,
  visitRecords: (visitorsOf: (table: RecordTable) => TableVisitors) => Promise<Visited>,
): Promise<{ readonly visited: Visited; readonly exports: WrittenExports }> {
  const opened: OpenedExport[] = [];
  try {
    const reused = await reuseUnchanged(target, options);
    const visited = await visitRecords((table) => openFiles(table, target, options, reused, opened));
    beginPhase('complete the downloads');
    for (const { open } of opened) {
      open?.writer.finish?.();
      open?.output.finish();
    }
    return { visited, exports: await completeExports(opened, target, options) };
  } finally {
    for (const { open } of opened) open?.output.close();
  }
}

interface OpenedExport {
  readonly dataset: DatasetDescription;
  readonly description: ExportDescription;
  readonly path: string;
  /** Undefined if the file is that of the last build. */
  readonly open?: { readonly output: FileOutput; readonly writer: ExportWriter };
  /** Set if the file is that of the last build. */
  readonly sha256?: string;
}

/**
 * Links the files that the last build made from the same records and metadata, unless these are damaged. Returns their
 * hashes by path.
 */
async function reuseUnchanged(target: ExportTarget, options: ExportOptions): Promise<ReadonlyMap<string, string>> {
  const reused = new Map<string, string>();
  if (options.previousDirectory === undefined) return reused;
  for (const { dataset } of options.tables.filter(isUnchanged)) {
    for (const { format } of formatsOf(dataset)) {
      const path = exportPath(dataset.name, exportEndingOf[format]);
      const digest = target.copies.earlierDigest(path);
      const earlier = join(options.previousDirectory, path);
      if (digest === undefined || (await lengthOf(earlier)) === undefined) continue;
      const sha256 = await sha256Of(earlier);
      if (digestOf(sha256, options) !== digest) continue;
      await linkOrCopy(earlier, target.targetOf(path));
      reused.set(path, sha256);
    }
  }
  return reused;
}

/** Whether the records are those of the last build, whose rows are numbered in the order of its list. */
function isUnchanged({ size, content: { earlier, order } }: RecordTable): boolean {
  return earlier?.size === size && order.every((row, index) => row === index);
}

/** The hash of a file with everything that it depends on besides the records and the program. */
function digestOf(sha256: string, { rules, publication, sample }: ExportMetadata): string {
  return createHash('sha256')
    .update(JSON.stringify([sha256, rules, publication, sample]))
    .digest('base64');
}

const formatsOf = (dataset: DatasetDescription): readonly ExportDescription[] =>
  exportFormats.filter(({ suits }) => suits?.(dataset) !== false);

function openFiles(
  table: RecordTable,
  target: ExportTarget,
  metadata: ExportMetadata,
  reused: ReadonlyMap<string, string>,
  opened: OpenedExport[],
): TableVisitors {
  const { dataset } = table;
  const visitors = { inListOrder: [] as RecordVisitor[], inSpatialOrder: [] as RecordVisitor[] };
  for (const description of formatsOf(dataset)) {
    const path = exportPath(dataset.name, exportEndingOf[description.format]);
    const sha256 = reused.get(path);
    if (sha256 !== undefined) {
      opened.push({ dataset, description, path, sha256 });
      continue;
    }
    const output = new FileOutput(target.targetOf(path));
    const writer = withExportColumns(table, description.open(table, output, metadata));
    opened.push({ dataset, description, path, open: { output, writer } });
    (description.isSpatial === true ? visitors.inSpatialOrder : visitors.inListOrder).push(writer);
  }
  return visitors;
}

async function completeExports(
  opened: readonly OpenedExport[],
  target: ExportTarget,
  options: ExportOptions,
): Promise<WrittenExports> {
  const files: ExportedFile[] = [];
  const omitted: ExportedFile[] = [];
  const { maxBytesPerFile = Infinity, maxBytesPerSite = Infinity } = options.limits ?? {};
  let bytesLeft = maxBytesPerSite * shareOfSite;
  for (const each of opened) {
    const file = await describeFile(each, target, options);
    // The tree contains the file under two names.
    if (file.bytes > maxBytesPerFile || file.bytes * 2 > bytesLeft) {
      await rm(target.targetOf(file.path));
      omitted.push(file);
      continue;
    }
    bytesLeft -= file.bytes * 2;
    if (each.open) await replaceByEarlier(file, target, options.previousDirectory);
    target.copies.digests.set(file.path, digestOf(file.sha256, options));
    await linkOrCopy(target.targetOf(file.path), target.targetOf(file.hashedPath));
    target.expect(file.path);
    target.expect(file.hashedPath);
    files.push(file);
  }
  const earlier =
    options.previousDirectory === undefined
      ? []
      : await keepEarlierExports(target, {
          from: options.previousDirectory,
          current: new Set(files.map(({ hashedPath }) => hashedPath)),
          maxBytesPerFile,
          bytesLeft,
        });
  if (files.length > 0 || earlier.length > 0) writeChecksums(files, earlier, target);
  for (const { hashedPath, path, bytes, format } of files) {
    if (bytes <= maxBytesOfCopied && textFormats.has(format))
      await target.copies.add(hashedPath, { alias: path, quality: brotliQuality });
  }
  return { files, omitted, earlierFiles: earlier.flat().length };
}

async function describeFile(
  { dataset, description: { format, title, mediaType }, path, sha256: known }: OpenedExport,
  target: ExportTarget,
  metadata: ExportMetadata,
): Promise<ExportedFile> {
  const sha256 = known ?? (await sha256Of(target.targetOf(path)));
  return {
    dataset: dataset.name,
    format,
    title: `${titleOf(dataset, metadata)}, ${title}`,
    mediaType,
    path,
    hashedPath: hashedExportPath(dataset.name, sha256, exportEndingOf[format]),
    bytes: statSync(target.targetOf(path)).size,
    sha256,
  };
}

/** Replaces a file by a link to an equal one of the earlier build, so that it keeps the time of its last change. */
async function replaceByEarlier(
  { path, bytes, sha256 }: ExportedFile,
  target: ExportTarget,
  previousDirectory: string | undefined,
): Promise<void> {
  if (previousDirectory === undefined) return;
  const earlier = join(previousDirectory, path);
  if ((await lengthOf(earlier)) !== bytes || (await sha256Of(earlier)) !== sha256) return;
  await rm(target.targetOf(path));
  await linkOrCopy(earlier, target.targetOf(path));
}

function writeChecksums(
  files: readonly ExportedFile[],
  earlier: readonly (readonly HashedExport[])[],
  target: ExportTarget,
): void {
  const current = files.flatMap(({ sha256, path, hashedPath }) => [
    { sha256, path },
    { sha256, path: hashedPath },
  ]);
  writeFileSync(target.targetOf(checksumsPath), checksumList(current, earlier));
  target.expect(checksumsPath);
}

const textFormats = new Set(exportFormats.flatMap(({ format, isText }) => (isText ? [format] : [])));
/** Larger files are requested rarely, and compressing them would take minutes of each build. */
const maxBytesOfCopied = 64 * 1024 * 1024;
/** Quality 4 takes half the time of 6, for results about 5 % larger. */
const brotliQuality = 4;

/** As many versions as for the data: a link to a hashed name keeps working through this many updates. */
const carriedVersions = 2;
/** The limit for all earlier versions together: with a million records, one version would exceed a gigabyte. */
const maxEarlierBytes = 256 * 1024 * 1024;

interface EarlierExportOptions {
  readonly from: string;
  readonly current: ReadonlySet<string>;
  readonly maxBytesPerFile: number;
  readonly bytesLeft: number;
}

/**
 * Copies exports of earlier versions into a new tree, under their hashed names and without compressed copies. Omits
 * those that are missing, do not match their checksum or do not fit. Returns them by version, newest first.
 */
async function keepEarlierExports(
  target: ExportTarget,
  { from, current, maxBytesPerFile, bytesLeft }: EarlierExportOptions,
): Promise<readonly (readonly HashedExport[])[]> {
  const list = (await readPlainFile(join(from, checksumsPath)).catch(() => Buffer.alloc(0))).toString();
  const inTree = new Set(current);
  const versions: HashedExport[][] = [];
  let remainingBytes = Math.min(bytesLeft, maxEarlierBytes);
  for (const files of hashedExportsIn(list)) {
    if (versions.length === carriedVersions) break;
    const carried: HashedExport[] = [];
    for (const file of files) {
      if (inTree.has(file.path)) continue;
      const source = join(from, file.path);
      const bytes = await lengthOf(source);
      if (bytes === undefined || bytes > Math.min(remainingBytes, maxBytesPerFile)) continue;
      if ((await sha256Of(source)) !== file.sha256) continue;
      await linkOrCopy(source, target.targetOf(file.path));
      target.expect(file.path);
      inTree.add(file.path);
      carried.push(file);
      remainingBytes -= bytes;
    }
    if (carried.length > 0) versions.push(carried);
  }
  return versions;
}

/** The length of a file in bytes; undefined for anything else, such as a link or a pipe that somebody created. */
async function lengthOf(path: string): Promise<number | undefined> {
  const state = await lstat(path).catch(() => undefined);
  return state?.isFile() === true ? state.size : undefined;
}
