import { describe, expect, it } from 'vitest';
import { usage } from '../../build-data/options.ts';
import { defaultSampleOptions } from '../../build-data/sample/sample-inputs.ts';
import { issueKinds } from '../../build-data/validate/issues.ts';
import { exitCodes } from '../../core/http/exit-codes.ts';
import { usage as hostUsage } from '../../hosts/node/command/options.ts';
import { read, findRow, section, tableRows } from './markdown.ts';

const publishing = read('docs/publishing.md');

describe('docs/publishing.md', () => {
  it('lists exactly the existing warnings', () => {
    const [, codes = ''] = section(publishing, '## Findings').split('these codes of warnings:');
    expect(Array.from(codes.matchAll(/`(\w+)`/g), ([, code]) => code)).toEqual(
      Object.entries(issueKinds)
        .filter(([, { severity }]) => severity === 'warning')
        .map(([code]) => code),
    );
  });

  const optionsIn = (text: string): string[] => [...new Set(text.match(/--[a-z][a-z-]*/g))].sort();
  const optionsListed = (heading: string): string[] =>
    optionsIn(
      tableRows(section(publishing, heading))
        .map(([first]) => first)
        .join('\n'),
    );

  it('lists exactly the options of the build', () => {
    expect(optionsListed('## The command')).toEqual(optionsIn(usage));
    const { rawDataRecords, seed } = defaultSampleOptions;
    expect(findRow(publishing, '`--records N`')?.[1]).toBe(`\`${rawDataRecords}\``);
    expect(findRow(publishing, '`--seed N`')?.[1]).toBe(`\`${seed}\``);
  });

  it('lists the exit codes, as does the usage of the build', () => {
    const listed = tableRows(section(publishing, '## Exit codes')).slice(1);
    const codes = Object.values(exitCodes).map(String);
    expect(listed.map(([code]) => code)).toEqual(codes);
    for (const code of codes) expect(usage).toMatch(new RegExp(`\\b${code} [a-z]`));
  });

  it('lists exactly the options of the Node host', () => {
    expect(optionsIn(hostUsage)).toContain('--dir');
    expect(optionsListed('## Serving with the Node host')).toEqual(optionsIn(hostUsage));
  });
});
