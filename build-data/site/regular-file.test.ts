import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { folderOfTest } from '../../tests/support/temporary-folder.ts';
import { readRegularFile } from './regular-file.ts';

it('only files are read: a directory and a named pipe without a writer are refused', () => {
  const folder = folderOfTest();
  expect(() => readRegularFile(folder)).toThrow('is not a file');
  if (process.platform === 'win32') return;
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  expect(() => readRegularFile(join(folder, 'pipe'))).toThrow('pipe is not a file');
});
