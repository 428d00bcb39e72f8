import { describe, it } from 'vitest';

import { describeExplorer } from './explorer-scenario.ts';
import { hasWebKit, startWebKit } from './tested-browser.ts';

if (hasWebKit) describeExplorer('WebKit', startWebKit);
else {
  console.warn('SKIPPED: WebKitGTK or Xvfb is not installed. On Debian: apt-get install webkit2gtk-driver xvfb');
  describe.skip('the explorer in WebKit', () => it('needs WebKitGTK and Xvfb'));
}
