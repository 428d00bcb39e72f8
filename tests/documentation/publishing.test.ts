import { describe, expect, it } from 'vitest';
import { usage } from '../../build-data/options.ts';
import { defaultSampleOptions } from '../../build-data/sample/sample-inputs.ts';
import { issueKinds } from '../../build-data/validate/issues.ts';
import { exitCodes } from '../../core/http/exit-codes.ts';
import { usage as hostUsage } from '../../hosts/node/command/options.ts';
import { read, findRow, section, tableRows } from './markdown.ts';

const publishing = read('docs/publishing.md');

describe('docs/publishing.md', () => {
  it('lists exactly the existing issues, the warnings in the words of the code', () => {
    const findings = section(publishing, '## Findings');
    const issues = Object.entries(issueKinds);
    expect(tableRows(findings).slice(1)).toEqual(
      issues
        .filter(([, { severity }]) => severity === 'warning')
        .map(([code, { title, whatToDo }]) => [`\`${code}\``, title, whatToDo]),
    );
    const lists = findings.slice(findings.indexOf('\n- **'));
    expect(Array.from(lists.matchAll(/`(\w+)`/g), ([, code]) => code)).toEqual(
      issues.filter(([, { severity }]) => severity === 'fault').map(([code]) => code),
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
