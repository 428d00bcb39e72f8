import { describe, it } from 'vitest';

import { describeExplorer } from './explorer-scenario.ts';
import { firefoxPath, hasWebKit, startFirefox, startWebKit } from './tested-browser.ts';

const browsers = [
  { name: 'Firefox', isInstalled: firefoxPath !== undefined, start: startFirefox, packages: 'firefox-esr' },
  { name: 'WebKit', isInstalled: hasWebKit, start: startWebKit, packages: 'webkit2gtk-driver xvfb' },
];

for (const { name, isInstalled, start, packages } of browsers) {
  if (isInstalled) {
    describeExplorer(name, start);
    continue;
  }
  console.warn(`SKIPPED: ${name} is not installed. On Debian: apt-get install ${packages}`);
  describe.skip(`the explorer in ${name}`, () => it(`needs ${name}`));
}
