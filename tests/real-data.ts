import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe } from 'vitest';

const usualDirectory = fileURLToPath(new URL('../../shared/data', import.meta.url));
const directory = process.env['COASTWATCH_REAL_DATA'] ?? usualDirectory;

/** The folder with the real data files; undefined where they are absent, as in a fresh clone. */
export const realDataDirectory: string | undefined = existsSync(directory) ? directory : undefined;

/** Describes tests that need the real data; where it is absent they are skipped, and say so loudly. */
export function describeWithRealData(name: string, tests: (dataDirectory: string) => void): void {
  if (realDataDirectory === undefined) {
    console.warn(`REAL DATA ABSENT: skipped "${name}"`);
    describe.skip(name, () => {
      tests('');
    });
    return;
  }
  const dataDirectory = realDataDirectory;
  describe(name, () => {
    tests(dataDirectory);
  });
}
