import { manifestPath } from '../../../core/storage/format/layout.ts';
import { becomePage, changeText, isApi, isData, isPage, type SingleFault } from './faulty-host.ts';

const isDownload = (path: string): boolean => path.startsWith('downloads/');

/** Faults of a host in how it sends the files of the site. */
export const fileFaults: readonly SingleFault[] = [
  [
    'scripts as text',
    ({ headers }, { path }) => void (path.startsWith('assets/') && (headers['content-type'] = 'text/plain')),
    /^\/assets\/page-1a2b3c4d\.js has Content-Type: text\/plain, where text\/javascript is needed$/,
    /set it by the ending/,
  ],
  [
    'the manifest without a content type',
    ({ headers }, { path }) => void (path.startsWith(manifestPath) && delete headers['content-type']),
    /^\/data\/manifest\.json has no Content-Type header, where application\/json is needed$/,
    /as application\/json/,
  ],
  [
    'data closed to other sites',
    ({ headers }, { path }) => void (isData(path) && delete headers['access-control-allow-origin']),
    /^\/data\/[0-9a-f]{32}\.\w+ has no Access-Control-Allow-Origin header/,
    /everything under data/,
  ],
  [
    'a manifest kept for good',
    ({ headers }, { path }) =>
      void (path.startsWith(manifestPath) && (headers['cache-control'] = 'max-age=31536000, immutable')),
    /^\/data\/manifest\.json has Cache-Control: max-age=31536000, immutable, where "no-cache" .* is needed$/,
    /readers stay with old data/,
  ],
  [
    'a manifest kept for two minutes',
    ({ headers }, { path }) => void (path.startsWith(manifestPath) && (headers['cache-control'] = 'max-age=120')),
    /has Cache-Control: max-age=120, where "no-cache"/,
    /readers stay with old data/,
  ],
  [
    'hashed files revalidated each time',
    ({ headers }, { path }) => void (isData(path) && (headers['cache-control'] = 'no-cache')),
    /^\/data\/.* has Cache-Control: no-cache, where "public, max-age=31536000, immutable" is needed$/,
    /carry a hash/,
  ],
  [
    'a page kept for good',
    ({ headers }, { path }) => void (isPage(path) && (headers['cache-control'] = 'max-age=86400')),
    /^\/(?:index\.html|api\.html)? has Cache-Control: max-age=86400, where "no-cache" is needed$/,
    /no-cache with pages/,
  ],
  [
    'a worker kept for good',
    ({ headers }, { path }) => void (path === 'sw.js' && (headers['cache-control'] = 'max-age=86400')),
    /^\/sw\.js has Cache-Control: max-age=86400/,
    /updates of the page are late/,
  ],
  [
    'the explorer for a page that is not there',
    (answer, { path }) => void (path.startsWith('no-such-page') && becomePage(answer, 200)),
    /^\/no-such-page-[-0-9a-f]+\/here is answered with status 200, not 404$/,
    /unknown addresses with 404\.html/,
  ],
  [
    'a worker that is missing',
    (answer, { path }) => void (path === 'sw.js' && becomePage(answer, 404)),
    /^\/sw\.js is answered with status 404, not 200$/,
    /upload sw\.js/,
  ],
  [
    'scripts that are missing',
    (answer, { path }) => void (path.startsWith('assets/') && becomePage(answer, 404)),
    /^\/assets\/page-1a2b3c4d\.js is answered with status 404, not 200$/,
    /upload the folder assets whole, before index\.html/,
  ],
  [
    'a script cut short',
    (answer, { path }) => void (path.startsWith('assets/') && (answer.body = answer.body.subarray(0, -5))),
    /^\/assets\/page-1a2b3c4d\.js is not the file of the build that sw\.js is of: .* \(\d+ bytes came\)$/,
    /upload the explorer of one build whole/,
  ],
  [
    'a script with a letter changed',
    (answer, { path }) => void (path.startsWith('assets/') && (answer.body[40] = 0x58)),
    /^\/assets\/page-1a2b3c4d\.js is not the file of the build/,
    /let nothing on the way change files/,
  ],
  [
    'a page that something on the way has changed',
    (answer, { path }) => void (isPage(path) && changeText(answer, (text) => text.replace('</title>', ' </title>'))),
    /^\/(?:index\.html|api\.html)? is not the file of the build/,
    /Pages are changed in app\//,
  ],
  [
    'a worker cut short',
    (answer, { path }) => void (path === 'sw.js' && (answer.body = answer.body.subarray(0, -5))),
    /^\/sw\.js is not whole, or of an earlier kind: its last line/,
    /^run npm run build:programs, then upload/,
  ],
  [
    'a worker with its script changed',
    (answer, { path }) => void (path === 'sw.js' && changeText(answer, (text) => text.replace('fetch', 'push'))),
    /^\/sw\.js is not as it was built/,
    /sw\.js last/,
  ],
  [
    'a script that breaks off',
    (_, { path }) => (path.startsWith('assets/') ? 'cut' : undefined),
    /assets\/page-1a2b3c4d\.js gives no whole answer/,
    /upload this file again/,
  ],
  [
    'pages sent on to addresses without their ending',
    (answer, { path }) =>
      void (path === 'api.html' && Object.assign(answer, { status: 307, headers: { location: '/api' } })),
    /^\/api\.html is sent on to \/api \(status 307\), not answered with status 200$/,
    /answer at this address itself/,
  ],
  [
    'pages without a policy',
    ({ headers }, { path }) => void (isPage(path) && delete headers['content-security-policy']),
    /^\/.* has no Content-Security-Policy header$/,
    /npm run configure/,
  ],
  [
    'the policy of an earlier page',
    ({ headers }, { path }) =>
      void (
        isPage(path) &&
        (headers['content-security-policy'] = String(headers['content-security-policy']).replace(
          /sha256-..../,
          'sha256-AAAA',
        ))
      ),
    /has a Content-Security-Policy without style-src 'sha256-/,
    /run npm run configure again/,
  ],
  [
    'a policy that lets all scripts run',
    ({ headers }, { path }) =>
      void (
        isPage(path) &&
        (headers['content-security-policy'] =
          `${String(headers['content-security-policy'])}; script-src-attr 'unsafe-inline'`)
      ),
    /has a Content-Security-Policy that allows script-src-attr 'unsafe-inline'$/,
    /npm run configure/,
  ],
  ...['X-Content-Type-Options', 'Referrer-Policy', 'Cross-Origin-Opener-Policy', 'Permissions-Policy'].map(
    (name): SingleFault => [
      `pages without ${name}`,
      ({ headers }, { path }) => void (isPage(path) && delete headers[name.toLowerCase()]),
      new RegExp(`has no ${name} header`),
      /npm run configure/,
    ],
  ),
  [
    'downloads closed to other sites',
    ({ headers }, { path }) => void (isDownload(path) && delete headers['access-control-allow-origin']),
    /^(?:HEAD )?\/downloads\/\S+ has no Access-Control-Allow-Origin header/,
    /everything under downloads/,
  ],
  [
    'downloads kept for good under names that stay',
    ({ headers }, { path }) => void (isDownload(path) && (headers['cache-control'] = 'max-age=31536000, immutable')),
    /^(?:HEAD )?\/downloads\/[A-Za-z-]+\.[a-z]+ has Cache-Control: max-age=31536000, immutable, where "no-cache" .* is needed$/,
    /the others must be revalidated/,
  ],
  [
    'downloads of an unknown type',
    ({ headers }, { path }) =>
      void (
        /^downloads\/.*\.(?:fgb|parquet|geojson)$/.test(path) && (headers['content-type'] = 'application/octet-stream')
      ),
    /^HEAD \/downloads\/\S+ has Content-Type: application\/octet-stream, where application\/\S+ is needed$/,
    /by the ending of the name/,
  ],
  [
    'downloads of another build',
    (answer, { path }) =>
      void (/^downloads\/.*\.csv$/.test(path) && (answer.body = Buffer.concat([answer.body, Buffer.from('x')]))),
    /^\/downloads\/CoastalFeatures\.csv is not the file of its checksum in \/downloads\/checksums\.txt$/,
    /upload the folder downloads whole/,
  ],
  [
    'a download that is missing',
    (answer, { path }) => void (/^downloads\/.*\.fgb$/.test(path) && becomePage(answer, 404)),
    /^HEAD \/downloads\/\S+\.fgb is answered with status 404, not 200$/,
    /upload the folder downloads whole|upload the tree whole/,
  ],
  [
    'weak entity tags',
    ({ headers }, { path }) =>
      void (isDownload(path) && !path.endsWith('.txt') && (headers['etag'] = `W/${String(headers['etag'])}`)),
    /^(?:HEAD )?\/downloads\/\S+ has ETag: W\/"\S+", where a strong entity tag is needed$/,
    /parts/,
  ],
  [
    'no parts of files',
    (answer, { path }) => void (isData(path) && answer.status === 206 && (answer.status = 200)),
    /^\/data\/\S+ with Range: bytes=\S+ is answered with status 200, not 206$/,
    /fetch parts of files/,
  ],
  [
    'the beginning of a file in place of its end',
    (answer, { path }) =>
      void (path.endsWith('.fgb') && answer.status === 206 && (answer.body = Buffer.alloc(answer.body.length))),
    /^\/downloads\/\S+ with Range: bytes=\S+ is not that part of the file$/,
    /fetch parts of files/,
  ],
  [
    'a part for a client that holds another version',
    (answer, { path, headers }) =>
      void (
        isData(path) &&
        headers['if-range'] === '"another"' &&
        Object.assign(answer, { status: 206, body: answer.body.subarray(4, 12) })
      ),
    /^\/data\/\S+ is sent in part although If-Range names another version$/,
    /fetch parts of files/,
  ],
  [
    'headers of parts that other sites may not see',
    ({ headers }, { path }) => void (isDownload(path) && delete headers['access-control-expose-headers']),
    /^(?:HEAD )?\/downloads\/\S+ has no Access-Control-Expose-Headers header/,
    /send this header with/,
  ],
  [
    'no answer to preflights',
    (answer, { method, path }) => void (method === 'OPTIONS' && !isApi(path) && (answer.status = 405)),
    /^OPTIONS \/\S+ is answered with status 405, not 204$/,
    /other sites may not read parts without it/,
  ],
  [
    'a page in place of what is not there',
    (answer, { path }) => void (!isApi(path) && answer.status === 404 && becomePage(answer, 200)),
    /^(?:\/data\/0{32}\.bin is answered, though there is no such file|\/no-such-page.* with status 200, not 404)$/,
    /turn that off|404\.html/,
  ],
];
