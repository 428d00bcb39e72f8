import { describe, expect, it } from 'vitest';

import { UsageError } from '../run-command.ts';
import { readConfigureOptions, usage } from './configure-hosts.ts';

const needed = ['--dir', 'site', '--out', 'hosts'];

describe('the options of the command', () => {
  it('have defaults, except for the two directories', () => {
    expect(readConfigureOptions(needed)).toEqual({
      siteDirectory: 'site',
      outputDirectory: 'hosts',
      hosts: undefined,
      basePath: '/',
      listen: '127.0.0.1:8080',
      proxyTo: undefined,
      fullInterfaceUrl: undefined,
      publicOrigin: undefined,
      accessLog: undefined,
      errorLog: undefined,
    });
  });

  it.each([
    [['--base-path', '/a/coast-2.0_~/'], { basePath: '/a/coast-2.0_~/' }],
    [['--listen', '[::1]:80'], { listen: '[::1]:80' }],
    [['--listen', 'coast.example.org:65535'], { listen: 'coast.example.org:65535' }],
    [['--proxy-to', 'http://127.0.0.1:8081/'], { proxyTo: 'http://127.0.0.1:8081' }],
    [['--full-interface', 'https://data.example.org/coast/'], { fullInterfaceUrl: 'https://data.example.org/coast/' }],
    [['--public-origin', 'https://data.example.org/'], { publicOrigin: 'https://data.example.org' }],
    [['--access-log', 'off', '--error-log', '/var/log/a b.log'], { accessLog: 'off', errorLog: '/var/log/a b.log' }],
    [['--host', 's3', '--host', 'nginx', '--host', 's3'], { hosts: ['nginx', 's3'] }],
  ])('are read: %j', (more, expected) => {
    expect(readConfigureOptions([...needed, ...more])).toMatchObject(expected);
  });

  it('include --help, and the usage lists them', () => {
    expect(readConfigureOptions(['--help'])).toBeUndefined();
    for (const option of ['--dir', '--out', '--host', '--base-path', '--listen', '--proxy-to', '--full-interface']) {
      expect(usage).toContain(`\n  ${option} `);
    }
  });

  it.each<[string, string[], string]>([
    ['no site', ['--out', 'hosts'], '--dir is missing'],
    ['no output directory', ['--dir', 'site'], '--out is missing'],
    ['an unknown option', [...needed, '--nginx'], '--nginx'],
    ['an argument that is not an option', [...needed, 'nginx'], 'nginx'],
    [
      'an unknown host',
      [...needed, '--host', 'apache'],
      '--host apache is unknown: choose from nginx, caddy, workerd,',
    ],
    ...[
      'coast',
      '/coast',
      'coast/',
      '/co ast/',
      '/a//b/',
      '/coast/$uri/',
      '/küste/',
      '/webapi/',
      '/../',
      '/a/./',
      '/"/',
      '/`/',
    ].map((path): [string, string[], string] => [
      `the path ${path}`,
      [...needed, '--base-path', path],
      `--base-path ${path} is not a path such as /coast/`,
    ]),
    ...['8080', '127.0.0.1', '127.0.0.1:0', '127.0.0.1:65536', ':8080', '::1:80', 'a b:80', '1:80;}'].map(
      (address): [string, string[], string] => [
        `listening at ${address}`,
        [...needed, '--listen', address],
        `--listen ${address} is not an address such as 127.0.0.1:8080`,
      ],
    ),
    ...['127.0.0.1:81', 'ftp://a.example', 'http://a.example/;}', 'http://$host', 'http://a.example:99999'].map(
      (address): [string, string[], string] => [
        `a proxy to ${address}`,
        [...needed, '--proxy-to', address],
        `--proxy-to ${address} is not a URL`,
      ],
    ),
    ['a proxy to a path', [...needed, '--proxy-to', 'http://a.example/coast/'], 'has a path: give only the origin'],
    ...['data.example.org', 'ftp://a.example', 'https://a.example/coast/', 'https://u:p@a.example'].map(
      (origin): [string, string[], string] => [
        `the public origin ${origin}`,
        [...needed, '--public-origin', origin],
        `--public-origin ${origin} is not an origin`,
      ],
    ),
    ...['access.log', '/var/log/', '/var/$host.log', '/var/"x".log', '', '/a\nb'].map(
      (path): [string, string[], string] => [
        `the log ${JSON.stringify(path)}`,
        [...needed, '--access-log', path],
        `--access-log ${path} is not usable`,
      ],
    ),
    ['an error log that is off', [...needed, '--error-log', 'off'], '--error-log off is not usable'],
    [
      'a full API that is not a URL',
      [...needed, '--full-interface', 'over there'],
      '--full-interface over there is not',
    ],
  ])('are refused with the reason: %s', (_, commandLine, message) => {
    expect(() => readConfigureOptions(commandLine)).toThrow(UsageError);
    expect(() => readConfigureOptions(commandLine)).toThrow(message);
  });
});
