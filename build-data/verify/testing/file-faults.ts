import { manifestPath } from '../../../core/storage/format/layout.ts';
import { becomePage, changeText, isApi, isData, isPage, type SingleFault } from './faulty-host.ts';

const isDownload = (path: string): boolean => path.startsWith('downloads/');

/** Faults of a host in files of the site. */
export const fileFaults: readonly SingleFault[] = [
  [
    'scripts sent as plain text',
    ({ headers }, { path }) => void (path.startsWith('assets/') && (headers['content-type'] = 'text/plain')),
    /^\/assets\/page-1a2b3c4d\.js has Content-Type: text\/plain; expected text\/javascript$/,
    /set the type by the file extension/,
  ],
  [
    'the manifest without a content type',
    ({ headers }, { path }) => void (path.startsWith(manifestPath) && delete headers['content-type']),
    /^\/data\/manifest\.json has no Content-Type header; expected application\/json$/,
    /as application\/json/,
  ],
  [
    'data files that other sites may not read',
    ({ headers }, { path }) => void (isData(path) && delete headers['access-control-allow-origin']),
    /^\/data\/[0-9a-f]{32}\.\w+ has no Access-Control-Allow-Origin header/,
    /everything under data/,
  ],
  [
    'a manifest cached forever',
    ({ headers }, { path }) =>
      void (path.startsWith(manifestPath) && (headers['cache-control'] = 'max-age=31536000, immutable')),
    /^\/data\/manifest\.json has Cache-Control: max-age=31536000, immutable; expected "no-cache" .*$/,
    /readers keep old data/,
  ],
  [
    'a manifest cached for two minutes',
    ({ headers }, { path }) => void (path.startsWith(manifestPath) && (headers['cache-control'] = 'max-age=120')),
    /has Cache-Control: max-age=120; expected "no-cache"/,
    /readers keep old data/,
  ],
  [
    'hashed files revalidated each time',
    ({ headers }, { path }) => void (isData(path) && (headers['cache-control'] = 'no-cache')),
    /^\/data\/.* has Cache-Control: no-cache; expected "public, max-age=31536000, immutable"$/,
    /contain a hash/,
  ],
  [
    'a page cached forever',
    ({ headers }, { path }) => void (isPage(path) && (headers['cache-control'] = 'max-age=86400')),
    /^\/(?:index\.html|api\.html)? has Cache-Control: max-age=86400; expected "no-cache"$/,
    /no-cache with pages/,
  ],
  [
    'a worker cached forever',
    ({ headers }, { path }) => void (path === 'sw.js' && (headers['cache-control'] = 'max-age=86400')),
    /^\/sw\.js has Cache-Control: max-age=86400/,
    /updates of the page are delayed/,
  ],
  [
    'the explorer in place of a page that does not exist',
    (response, { path }) => void (path.startsWith('no-such-page') && becomePage(response, 200)),
    /^\/no-such-page-[-0-9a-f]+\/here returns status 200, not 404$/,
    /unknown addresses with 404\.html/,
  ],
  [
    'a missing worker',
    (response, { path }) => void (path === 'sw.js' && becomePage(response, 404)),
    /^\/sw\.js returns status 404, not 200$/,
    /upload sw\.js/,
  ],
  [
    'missing scripts',
    (response, { path }) => void (path.startsWith('assets/') && becomePage(response, 404)),
    /^\/assets\/page-1a2b3c4d\.js returns status 404, not 200$/,
    /upload the complete assets directory before index\.html/,
  ],
  [
    'a truncated script',
    (response, { path }) => void (path.startsWith('assets/') && (response.body = response.body.subarray(0, -5))),
    /^\/assets\/page-1a2b3c4d\.js is not from the same build as sw\.js: .* \(received \d+ bytes\)$/,
    /upload the complete explorer of one build/,
  ],
  [
    'a script with one changed character',
    (response, { path }) => void (path.startsWith('assets/') && (response.body[40] = 0x58)),
    /^\/assets\/page-1a2b3c4d\.js is not from the same build/,
    /let no proxy change files/,
  ],
  [
    'a page that a proxy has changed',
    (response, { path }) =>
      void (isPage(path) && changeText(response, (text) => text.replace('</title>', ' </title>'))),
    /^\/(?:index\.html|api\.html)? is not from the same build/,
    /To change pages, change app\//,
  ],
  [
    'a truncated worker',
    (response, { path }) => void (path === 'sw.js' && (response.body = response.body.subarray(0, -5))),
    /^\/sw\.js is incomplete or from an older version: its last line/,
    /^run npm run build:programs, then upload/,
  ],
  [
    'a worker with a changed script',
    (response, { path }) => void (path === 'sw.js' && changeText(response, (text) => text.replace('fetch', 'push'))),
    /^\/sw\.js has changed since it was built/,
    /sw\.js last/,
  ],
  [
    'a script whose connection is closed early',
    (_, { path }) => (path.startsWith('assets/') ? 'cut' : undefined),
    /assets\/page-1a2b3c4d\.js did not return a complete response/,
    /upload this file again/,
  ],
  [
    'pages redirected to addresses without the file extension',
    (response, { path }) =>
      void (path === 'api.html' && Object.assign(response, { status: 307, headers: { location: '/api' } })),
    /^\/api\.html redirects to \/api \(status 307\) instead of returning status 200$/,
    /respond at this address without a redirect/,
  ],
  ...[
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'Referrer-Policy',
    'Cross-Origin-Opener-Policy',
    'Permissions-Policy',
  ].map((name): SingleFault => [
    `pages without ${name}`,
    ({ headers }, { path }) => void (isPage(path) && delete headers[name.toLowerCase()]),
    new RegExp(`has no ${name} header`),
    /in deploy\//,
  ]),
  [
    'downloads that other sites may not read',
    ({ headers }, { path }) => void (isDownload(path) && delete headers['access-control-allow-origin']),
    /^(?:HEAD )?\/downloads\/\S+ has no Access-Control-Allow-Origin header/,
    /everything under downloads/,
  ],
  [
    'downloads without a hash in their names that are cached forever',
    ({ headers }, { path }) => void (isDownload(path) && (headers['cache-control'] = 'max-age=31536000, immutable')),
    /^(?:HEAD )?\/downloads\/[A-Za-z-]+\.[a-z]+ has Cache-Control: max-age=31536000, immutable; expected "no-cache" .*$/,
    /the others must be revalidated/,
  ],
  [
    'downloads with a generic content type',
    ({ headers }, { path }) =>
      void (
        /^downloads\/.*\.(?:fgb|parquet|geojson)$/.test(path) && (headers['content-type'] = 'application/octet-stream')
      ),
    /^HEAD \/downloads\/\S+ has Content-Type: application\/octet-stream; expected application\/\S+$/,
    /by the file extension/,
  ],
  [
    'downloads of another build',
    (response, { path }) =>
      void (/^downloads\/.*\.csv$/.test(path) && (response.body = Buffer.concat([response.body, Buffer.from('x')]))),
    /^\/downloads\/CoastalFeatures\.csv does not match its checksum in \/downloads\/checksums\.txt$/,
    /upload the complete downloads directory/,
  ],
  [
    'a missing download',
    (response, { path }) => void (/^downloads\/.*\.fgb$/.test(path) && becomePage(response, 404)),
    /^HEAD \/downloads\/\S+\.fgb returns status 404, not 200$/,
    /upload the complete downloads directory|upload the complete tree/,
  ],
  [
    'weak entity tags',
    ({ headers }, { path }) =>
      void (isDownload(path) && !path.endsWith('.txt') && (headers['etag'] = `W/${String(headers['etag'])}`)),
    /^(?:HEAD )?\/downloads\/\S+ has ETag: W\/"\S+"; expected a strong entity tag$/,
    /parts/,
  ],
  [
    'no support for range requests',
    (response, { path }) => void (isData(path) && response.status === 206 && (response.status = 200)),
    /^\/data\/\S+ with Range: bytes=\S+ returns status 200, not 206$/,
    /fetch parts of files/,
  ],
  [
    'other bytes than the requested range',
    (response, { path }) =>
      void (path.endsWith('.fgb') && response.status === 206 && (response.body = Buffer.alloc(response.body.length))),
    /^\/downloads\/\S+ with Range: bytes=\S+ is not that part of the file$/,
    /fetch parts of files/,
  ],
  [
    'a part of a file for a client that has another version',
    (response, { path, headers }) =>
      void (
        isData(path) &&
        headers['if-range'] === '"another"' &&
        Object.assign(response, { status: 206, body: response.body.subarray(4, 12) })
      ),
    /^\/data\/\S+ is sent in part although If-Range names another version$/,
    /fetch parts of files/,
  ],
  [
    'range headers that other sites may not read',
    ({ headers }, { path }) => void (isDownload(path) && delete headers['access-control-expose-headers']),
    /^(?:HEAD )?\/downloads\/\S+ has no Access-Control-Expose-Headers header/,
    /send this header with/,
  ],
  [
    'no response to preflight requests',
    (response, { method, path }) => void (method === 'OPTIONS' && !isApi(path) && (response.status = 405)),
    /^OPTIONS \/\S+ returns status 405, not 204$/,
    /without this response, other sites may not read parts/,
  ],
  [
    'a page in place of missing files',
    (response, { path }) => void (!isApi(path) && response.status === 404 && becomePage(response, 200)),
    /^(?:\/data\/0{32}\.bin returns status 200, but there is no such file|\/(?:no-such-page|feeds\/places\/9{9}\.atom).* returns status 200, not 404)$/,
    /turn off its fallback|404\.html|places that do not exist/,
  ],
];
