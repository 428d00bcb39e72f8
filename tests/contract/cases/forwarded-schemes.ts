type Headers = Readonly<Record<string, string | string[]>>;

/** Headers that a proxy on the same machine may send, and the scheme that links must then have. */
export const forwardedSchemes: readonly (readonly [headers: Headers, scheme: 'http' | 'https'])[] = [
  [{}, 'http'],
  ...['https', 'HTTPS', 'https, http', 'https,http', ' Https ,http', ', https', 'https, https, http'].map(
    (value) => [{ 'X-Forwarded-Proto': value }, 'https'] as const,
  ),
  ...['http', 'HTTP', 'http, https', 'httpsx', 'https http', 'ftp', '"https"', ''].map(
    (value) => [{ 'X-Forwarded-Proto': value }, 'http'] as const,
  ),
  [{ 'X-Forwarded-Proto': ['https', 'http'] }, 'https'],
  [{ 'X-Forwarded-Proto': ['http', 'https'] }, 'http'],
  ...[
    'proto=https',
    'Proto=HTTPS',
    'proto="https"',
    'for=192.0.2.43;proto=https;by=203.0.113.60',
    'for="[2001:db8::1]:4711"; proto="Https"',
    'for=192.0.2.43;proto=https, for=198.51.100.17;proto=http',
    'for=192.0.2.43, for=198.51.100.17;proto=https',
    'for="_a, proto=http;\\";proto=http";proto=https',
    ', proto=https',
  ].map((value) => [{ Forwarded: value }, 'https'] as const),
  ...[
    'proto=http',
    'for=192.0.2.43;proto=http, for=198.51.100.17;proto=https',
    'for=192.0.2.43',
    'for="a;proto=https"',
    'for="a, proto=https',
    'x-proto=https',
    'proto=httpsx',
    'proto=ftp, proto=https',
    'https',
    '',
  ].map((value) => [{ Forwarded: value }, 'http'] as const),
  [{ Forwarded: ['for=192.0.2.43;proto=https', 'proto=http'] }, 'https'],
  [{ Forwarded: ['for=192.0.2.43;proto=http', 'proto=https'] }, 'http'],
  [{ 'X-Forwarded-Proto': 'https', Forwarded: 'proto=http' }, 'https'],
  [{ 'X-Forwarded-Proto': 'http', Forwarded: 'proto=https' }, 'http'],
];
