import { expect, it } from 'vitest';

import { readVerifyOptions } from './options.ts';

it.each([
  'https://data.example.org/coast',
  'https://data.example.org/coast//',
  'https://data.example.org/coast/index.html',
  'HTTPS://data.example.org/coast/?c=-31.99,115.75#map',
])('accepts %s as the root of a site', (text) => {
  expect(readVerifyOptions([text])).toEqual({
    url: 'https://data.example.org/coast/',
    checksAll: false,
    publicOrigin: undefined,
  });
});

it('accepts the address of a host without a path, and all options', () => {
  expect(readVerifyOptions(['--all', 'http://127.0.0.1:8080', '--public-origin', 'https://data.example.org/'])).toEqual(
    {
      url: 'http://127.0.0.1:8080/',
      checksAll: true,
      publicOrigin: 'https://data.example.org',
    },
  );
  expect(readVerifyOptions(['--help'])).toBe('');
});

it.each([
  [[], 'The address of the site is missing: give the URL of its root.'],
  [['data.example.org'], 'data.example.org is not a URL such as https://data.example.org/coast/.'],
  [['ftp://data.example.org'], 'ftp://data.example.org is not a URL'],
  [['https://a.example', 'https://b.example'], 'Give only one address. Unexpected: https://b.example'],
  [['https://a.example', '--every'], '--every'],
  [['https://a.example', '--public-origin', 'https://b.example/x'], '--public-origin https://b.example/x is not an'],
])('reports what is wrong with the command line %j', (commandLine, message) => {
  expect(readVerifyOptions(commandLine)).toContain(message);
});
