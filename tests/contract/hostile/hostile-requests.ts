import fc from 'fast-check';

import { parameters } from '../../../core/query/parameters.ts';
import { seed } from '../../support/test-size.ts';

/** A request from an attacker or a broken program. */
export interface HostileRequest {
  readonly method: string;
  /** As it is in the request line, one character per byte. */
  readonly target: string;
  /** In order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly version: string;
  readonly body: string;
}

const bytes = (least: number, most: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 33, max: 255 }), { minLength: least, maxLength: most })
    .map((codes) => String.fromCharCode(...codes));
/** Repeats a text. Most results are short, and some are very long: every doubling of the length is equally likely. */
const repeated = (text: string, most: number): fc.Arbitrary<string> =>
  fc
    .double({ min: 0, max: Math.log(most), noNaN: true })
    .map((logarithm) => text.repeat(Math.round(Math.exp(logarithm))));

/** Spellings of `..` and its slashes that one part of a server may decode and another may not. */
const parentSegments = fc.constantFrom(
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..\\', '..%5c', '%252e%252e%252f', '..;/', '.../', '%c0%ae%c0%ae/'],
  ...['..%00/', '..%0d%0a/', './/', '%u002e%u002e/', '..%ef%bc%8f', '/./..//', '%2e%2e\\', '..%c1%9c'],
);
const filesElsewhere = fc.constantFrom(
  ...['secret.txt', 'etc/passwd', 'proc/self/environ', 'windows/win.ini', '.env', '.git/config', 'package.json'],
  ...['secret.txt%00.json', 'secret.txt%20', 'secret.txt.', 'SECRET.TXT', 'secret.txt/', 'secret.txt~'],
);
const starts = fc.constantFrom(
  ...['/', '//', '/data/', '/data/rows/', '/assets/', '/webapi/', '/webapi/v1/', '/webapi/v1/RawData/', '/coast/', ''],
);
const pathTraversals = fc
  .tuple(starts, fc.array(parentSegments, { minLength: 1, maxLength: 12 }), filesElsewhere)
  .map(([start, spellings, file]) => start + spellings.join('') + file);

const datasets = fc.constantFrom('RawData', 'CoastalFeatures', 'rawdata', 'COASTALFEATURES', 'Rawdata%20', '%52awData');
const names = fc.constantFrom(
  ...parameters.map(({ name }) => name),
  ...['LATITUDE', '__proto__', 'constructor', 'toString', '%6catitude', 'latitude%00', 'latitude[]', '', '%zz', '<b>'],
);
const values = fc.oneof(
  fc.constantFrom(
    ...['1', '0', '-1', '-0', '1e999', '-1e-999', 'NaN', 'Infinity', '0x10', '1_000', '٣', '1,5', '9'.repeat(400)],
    ...['null', 'true', '[]', '{}', '-31.99', '115.75', '90.0000001', '180', '-180', 'asc', 'Nearest', 'InRadius'],
    ...[
      '%0d%0aX-Injected:%201',
      '%0aSet-Cookie:%20a=b',
      '%00',
      '%',
      '%z',
      '%c3%28',
      '%ff%fe',
      '+',
      '%2b1',
      '%F0%9F%A6%88',
    ],
    ...[
      '<script>alert(1)</script>',
      '%3Cimg%20src=x%20onerror=1%3E',
      '=cmd|calc',
      "'%20OR%201=1--",
      '${7*7}',
      '{{7*7}}',
    ],
  ),
  bytes(0, 40),
  repeated('1', 20_000),
  repeated('%41', 3_000),
);
const pair = fc.tuple(names, values).map(([name, value]) => `${name}=${value}`);
const query = fc.oneof(
  fc.array(pair, { maxLength: 9 }).map((pairs) => pairs.join('&')),
  repeated('&', 2_000),
  repeated('latitude=-32&', 1_500),
  repeated('pageSize=1000000000&pageNumber=1&', 300),
  bytes(0, 200),
);
const apiTargets = fc
  .tuple(
    datasets,
    fc.oneof(
      fc.constant(''),
      values.map((value) => `/${value}`),
    ),
    query,
  )
  .map(([dataset, identifier, parameters]) => `/webapi/v1/${dataset}${identifier}?${parameters}`);

/** Existing files, for hostile headers. */
const files = fc.constantFrom(
  ...['/', '/data/manifest.json', '/index.html', '/docs/', '/icon.svg', '/sw.js', '/robots.txt', '/data/'],
  ...['/index.html?x', '/data//manifest.json', '/data/manifest.json.br', '/data/manifest.json/'],
);

const unusualTargets = fc.oneof(
  bytes(1, 120),
  bytes(0, 60).map((path) => `/${path}`),
  fc.constantFrom(
    '*',
    '/',
    '//',
    '/?',
    '/#',
    '?',
    '/webapi',
    '/webapi/v1',
    '/webapi/v1//RawData',
    '/webapi/v2/RawData',
  ),
  fc.constantFrom(
    'http://127.0.0.1/webapi/v1/RawData',
    'http://[::1',
    'https://evil.example/secret.txt',
    'javascript:1',
  ),
  repeated('/a', 4_000),
  repeated('/..', 4_000),
);
const feedTargets = fc
  .tuple(fc.oneof(values, fc.nat({ max: 2000 }).map(String)), fc.constantFrom('.atom', '.json', '', '.xml', '/'))
  .map(([identifier, ending]) => `/feeds/places/${identifier}${ending}`);
const target = fc.oneof(
  { weight: 4, arbitrary: pathTraversals },
  { weight: 1, arbitrary: feedTargets },
  { weight: 5, arbitrary: apiTargets },
  { weight: 2, arbitrary: unusualTargets },
  { weight: 2, arbitrary: files },
);

const header: fc.Arbitrary<readonly [string, string]> = fc.oneof(
  fc.tuple(
    fc.constant('Host'),
    fc.constantFrom('evil.example', '"><script>', 'a b', '', '[::', 'x'.repeat(5000), 'a:99999'),
  ),
  fc.tuple(
    fc.constant('If-None-Match'),
    fc.oneof(fc.constantFrom('*', '"', 'W/', 'W/"x', '""', ','), repeated('W/"x", ', 900), bytes(0, 50)),
  ),
  fc.tuple(
    fc.constant('Accept-Encoding'),
    fc.constantFrom('br;q=NaN', '*', '*;q=0', 'identity;q=0', 'br;q=1e9', 'gzip, , ,br', ';', 'BR', 'x'.repeat(3000)),
  ),
  fc.tuple(
    fc.constant('Range'),
    fc.constantFrom(
      ...['bytes=0-0', 'bytes=-1', 'bytes=5-1', 'bytes=99999999999999999999-', 'bytes=0-,0-', 'lines=1-2', 'bytes='],
      `bytes=${Array.from({ length: 500 }, (_, part) => `${part}-${part}`).join(',')}`,
    ),
  ),
  fc.tuple(
    fc.constantFrom(
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Forwarded-Prefix',
      'Forwarded',
      'X-Original-URL',
      'Origin',
    ),
    fc.constantFrom('evil.example', 'javascript', '/../secret.txt', '"><script>', 'null', 'x'.repeat(2000)),
  ),
  fc.tuple(
    fc.constantFrom(
      'If-Modified-Since',
      'If-Range',
      'If-Match',
      'Expect',
      'Upgrade',
      'TE',
      'Accept',
      'Cookie',
      'Referer',
    ),
    fc.oneof(
      fc.constantFrom('h2c', 'websocket', '100-continue', 'Thu, 01 Jan 1970', '*/*;q=9', 'text/html'),
      bytes(0, 60),
    ),
  ),
);
/** Header values contain no line breaks, which would end the header. */
const headers = fc.oneof(
  { weight: 5, arbitrary: fc.array(header, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(header, { minLength: 60, maxLength: 120 }) },
);
const method = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'POST',
      'PUT',
      'DELETE',
      'PATCH',
      'TRACE',
      'PROPFIND',
      'get',
      'Get',
      'PURGE',
      'X'.repeat(300),
    ),
  },
  { weight: 1, arbitrary: bytes(1, 12) },
);
const version = fc.oneof(
  { weight: 20, arbitrary: fc.constant('HTTP/1.1') },
  { weight: 1, arbitrary: fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/9.9', 'HTTP/', 'http/1.1', 'HTTP/1.1 x') },
);
const body = fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: bytes(1, 2000) });

/** Requests to any URL or only to those of the API. The same seed produces the same requests. */
export function hostileRequests(count: number, to: 'anything' | 'API' = 'anything'): HostileRequest[] {
  const targets = to === 'anything' ? target : apiTargets;
  console.info(`hostile requests: COASTWATCH_SEED=${seed}`);
  return fc.sample(fc.record({ method, target: targets, headers, version, body }), { numRuns: count, seed });
}

/** The bytes to send over a connection, which the server closes after its response. */
export function toBytes({ method, target, headers, version, body }: HostileRequest): Buffer {
  const hasHost = headers.some(([name]) => name === 'Host');
  const lines = [
    `${method} ${target} ${version}`,
    'Connection: close',
    ...(hasHost ? [] : ['Host: 127.0.0.1']),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body === '' ? [] : [`Content-Length: ${body.length}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1');
}
