import { describe, it } from 'vitest';

import { describeExplorer } from './explorer-scenario.ts';
import { firefoxPath, startFirefox } from './tested-browser.ts';

if (firefoxPath !== undefined) describeExplorer('Firefox', startFirefox);
else {
  console.warn('SKIPPED: Firefox is not installed. On Debian: apt-get install firefox-esr');
  describe.skip('the explorer in Firefox', () => it('needs Firefox'));
}
