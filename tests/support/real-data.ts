import { describe } from 'vitest';

import { realDataDirectory } from './repository.ts';
import { isFullSize } from './test-size.ts';

export { realDataDirectory };

/**
 * Describes tests that need the real data. They run only in the soak, so that `npm test` does the same on every machine;
 * elsewhere and without the data they are skipped, without it with a warning.
 */
export function describeWithRealData(name: string, tests: (dataDirectory: string) => void): void {
  if (realDataDirectory === undefined || !isFullSize) {
    if (realDataDirectory === undefined) console.warn(`REAL DATA ABSENT: skipped "${name}"`);
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
