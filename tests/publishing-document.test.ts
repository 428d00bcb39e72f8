import { describe, expect, it } from 'vitest';

import { usage } from '../build-data/options.ts';
import { defaultSampleOptions } from '../build-data/sample/sample-inputs.ts';
import { findingKinds } from '../build-data/validate/finding-kinds.ts';
import { read, rowOf, section, tableRows } from './documents.ts';

const publishing = read('docs/publishing.md');

describe('The publishing document', () => {
  it('lists every finding in the words of the code, and no other', () => {
    const listed = tableRows(section(publishing, '## Findings')).slice(1);
    const demanded = Object.entries(findingKinds).map(([code, { severity, title, whatToDo }]) => [
      `\`${code}\``,
      severity,
      title,
      whatToDo,
    ]);
    expect(listed).toEqual(demanded);
  });

  const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/g))].sort();
  const optionsListed = (heading: string): string[] =>
    optionsIn(
      tableRows(section(publishing, heading))
        .map(([first]) => first)
        .join('\n'),
    );

  it('lists the options of the build, and no other', () => {
    expect(optionsListed('## The command')).toEqual([...optionsIn(usage), '--help'].sort());
    const { rawDataRecords, seed } = defaultSampleOptions;
    expect(rowOf(publishing, '`--records N`')?.[1]).toBe(`\`${rawDataRecords}\``);
    expect(rowOf(publishing, '`--seed N`')?.[1]).toBe(`\`${seed}\``);
  });

  it('lists the options of the Node host, and no other', () => {
    const [, hostUsage = ''] = /'(Usage: npm run serve [^']*)'/.exec(read('hosts/node/main.ts')) ?? [];
    expect(optionsIn(hostUsage)).toContain('--dir');
    expect(optionsListed('## Serving with the Node host')).toEqual(optionsIn(hostUsage));
  });
});
