import { describe } from 'vitest';

import { realDataDirectory } from './repository.ts';

export { realDataDirectory };

/** Describes tests that need the real data. Without it they are skipped with a warning. */
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
