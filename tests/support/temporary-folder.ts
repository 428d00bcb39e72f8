import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, onTestFinished } from 'vitest';

/** Creates a folder for the tests of a file or of a `describe`, and removes it after them. */
export function temporaryFolder(): string {
  return createFolder(afterAll);
}

/** Creates a folder for one test, in the test or in `beforeEach`, and removes it after the test. */
export function folderOfTest(): string {
  return createFolder(onTestFinished);
}

function createFolder(runLater: (remove: () => void) => void): string {
  const folder = mkdtempSync(join(tmpdir(), 'coastwatch-'));
  runLater(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}
