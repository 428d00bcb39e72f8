import { mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { chunkSizesFor } from '../../write/chunking.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { MemoryTree } from '../../write/testing/memory-tree.ts';
import { writeDatasets } from '../../write/write-datasets.ts';
import { writeExports, type ExportOptions, type WrittenExports } from '../write-exports.ts';

export interface ExportFolder extends WrittenExports {
  readonly directory: string;
  /** The paths that were reported as written. */
  readonly expected: readonly string[];
  /** The path on disk for a path of the tree. */
  pathOf(path: string): string;
  read(path: string): Promise<Buffer>;
  remove(): Promise<void>;
}

/** Writes the exports of some tables to a temporary directory. */
export async function exportInto(
  tables: readonly RecordTable[],
  options: Partial<ExportOptions> = {},
): Promise<ExportFolder> {
  const directory = await mkdtemp(join(tmpdir(), 'coastwatch-exports-'));
  const expected: string[] = [];
  const target = {
    targetOf: (path: string): string => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      return join(directory, path);
    },
    expect: (path: string): void => {
      expected.push(path);
    },
  };
  const { exports: written } = await writeExports(target, { sample: false, ...options }, (visitorsOf) =>
    writeDatasets(tables, new MemoryTree(), chunkSizesFor, visitorsOf),
  );
  return {
    ...written,
    directory,
    expected,
    pathOf: (path) => join(directory, path),
    read: (path) => readFile(join(directory, path)),
    remove: () => rm(directory, { recursive: true }),
  };
}
