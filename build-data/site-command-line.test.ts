import { expect, it } from 'vitest';

import { completeCommandLine, defaultSiteDirectory } from './options.ts';

const place = ['--out', defaultSiteDirectory, '--target', 'compute'];

it('a site that nobody says more of is of sample data, for the Node host', () => {
  expect(completeCommandLine([])).toEqual({ isSampleByDefault: true, commandLine: ['--sample', ...place] });
});

it('what is given stays, in either spelling', () => {
  const files = ['--coastal-features', 'f.csv', '--raw-data=r.csv'];
  expect(completeCommandLine(files).commandLine).toEqual([...files, ...place]);
  const whole = ['--sample', '--out=site', '--target', 'static'];
  expect(completeCommandLine(whole)).toEqual({ isSampleByDefault: false, commandLine: whole });
});

it('one file of two is no wish for sample data', () => {
  expect(completeCommandLine(['--raw-data', 'r.csv']).commandLine).not.toContain('--sample');
});
