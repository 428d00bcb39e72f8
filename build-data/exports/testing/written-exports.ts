import { mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { defaultRules } from '../../../core/datasets/testing/default-rules.ts';
import { CompressedCopies } from '../../write/compressed-copies.ts';
import { chunkSizesFor } from '../../write/chunking.ts';
import type { RecordTable } from '../../write/record-table.ts';
import { MemoryTree } from '../../write/testing/memory-tree.ts';
import { writeDatasets } from '../../write/write-datasets.ts';
import { writeExports, type ExportOptions, type WrittenExports } from '../write-exports.ts';
import { publication } from '../../site/testing/default-site.ts';

export interface ExportFolder extends WrittenExports {
  readonly directory: string;
  /** The paths that were reported as written. */
  readonly expected: readonly string[];
  /** The path on disk for a path of the tree. */
  pathOf(path: string): string;
  read(path: string): Promise<Buffer>;
}

/** Writes the exports of some tables to an empty directory. */
export async function exportInto(
  directory: string,
  tables: readonly RecordTable[],
  options: Partial<ExportOptions> = {},
): Promise<ExportFolder> {
  const expected: string[] = [];
  const copies = new CompressedCopies(directory, { isWanted: true, earlierDirectory: options.previousDirectory });
  const target = {
    copies,
    targetOf: (path: string): string => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      return join(directory, path);
    },
    expect: (path: string): void => {
      expected.push(path);
    },
  };
  const { exports: written } = await writeExports(
    target,
    { tables, sample: false, rules: defaultRules, publication, ...options },
    (visitorsOf) => writeDatasets(tables, new MemoryTree(), chunkSizesFor, visitorsOf),
  );
  await copies.finish();
  return {
    ...written,
    directory,
    expected,
    pathOf: (path) => join(directory, path),
    read: (path) => readFile(join(directory, path)),
  };
}
