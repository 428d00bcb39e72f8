import { expect, it } from 'vitest';

import { readVerifyOptions } from './options.ts';

it.each([
  'https://data.example.org/coast',
  'https://data.example.org/coast/',
  'https://data.example.org/coast//',
  'https://data.example.org/coast/index.html',
  'HTTPS://data.example.org/coast/?c=-31.99,115.75#map',
])('takes %s for the root of a site', (text) => {
  expect(readVerifyOptions([text])).toEqual({
    url: 'https://data.example.org/coast/',
    isAll: false,
    publicOrigin: undefined,
  });
});

it('takes a host alone, and the wish for all files', () => {
  expect(readVerifyOptions(['--all', 'http://127.0.0.1:8080'])).toEqual({
    url: 'http://127.0.0.1:8080/',
    isAll: true,
    publicOrigin: undefined,
  });
  expect(readVerifyOptions(['http://127.0.0.1:8080', '--public-origin', 'https://data.example.org/'])).toMatchObject({
    publicOrigin: 'https://data.example.org',
  });
  expect(readVerifyOptions(['--help'])).toBe('');
});

it.each([
  [[], 'The address of the site is missing.'],
  [['data.example.org'], 'data.example.org is not an address such as https://data.example.org/coast/.'],
  [['ftp://data.example.org'], 'ftp://data.example.org is not an address'],
  [['https://'], 'https:// is not an address'],
  [['https://a.example', 'https://b.example'], 'One address at a time: https://b.example is too much.'],
  [['https://a.example', '--every'], '--every'],
  [['https://a.example', '--public-origin', 'https://b.example/x'], '--public-origin https://b.example/x is not an'],
])('says of %j what is wrong', (commandLine, message) => {
  expect(readVerifyOptions(commandLine)).toContain(message);
});
