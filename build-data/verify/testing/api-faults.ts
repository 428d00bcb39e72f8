import { apiDocumentPath } from '../../../core/storage/format/layout.ts';
import { becomePage, changeText, isApi, type SingleFault } from './faulty-host.ts';

/** Faults of a host in responses of the API. */
export const apiFaults: readonly SingleFault[] = [
  [
    'API responses with another content type',
    ({ headers }, { path }) => void (isApi(path) && (headers['content-type'] = 'application/json')),
    /has Content-Type: application\/json; expected "application\/(?:json; charset=UTF-8|octet-stream)"/,
    /in deploy\//,
  ],
  [
    'responses that other sites may not read',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status === 200 && delete headers['access-control-allow-origin']),
    /^(?:HEAD |OPTIONS )?\/webapi.* has no Access-Control-Allow-Origin header; expected "\*"$/,
    /in deploy\//,
  ],
  [
    'errors that other sites may not read',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status >= 400 && delete headers['access-control-allow-origin']),
    /^(?:POST |DELETE )?\/webapi.* has no Access-Control-Allow-Origin header/,
    /in deploy\//,
  ],
  [
    'HTML pages in place of JSON errors',
    (response, { path }) => void (isApi(path) && response.status === 404 && becomePage(response)),
    /is refused with an HTML page; expected JSON$/,
    /in deploy\//,
  ],
  [
    'errors with other keys',
    (response, { path }) =>
      void (isApi(path) && response.status === 404 && (response.body = Buffer.from('{"error":1}'))),
    /is refused with error; expected DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink$/,
    /in deploy\//,
  ],
  [
    'uncompressed responses',
    ({ headers }, { path }) => void (isApi(path) && delete headers['content-encoding']),
    /^\/webapi\/v1\/\w+ has no Content-Encoding header; expected br or gzip$/,
    /compress application\/json/,
  ],
  [
    'responses cached for an hour',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status === 200 && (headers['cache-control'] = 'max-age=3600')),
    /^(?:HEAD )?\/webapi.* has Cache-Control: max-age=3600; expected "no-cache"/,
    /in deploy\//,
  ],
  [
    'responses that allow content sniffing',
    ({ headers }, { path }) => void (isApi(path) && delete headers['x-content-type-options']),
    /^.*\/webapi.* has no X-Content-Type-Options header; expected "nosniff"$/,
    /in deploy\//,
  ],
  [
    'POST requests handled like GET requests',
    (response, { method, path }) => void (isApi(path) && method === 'POST' && (response.status = 200)),
    /^POST \/webapi\/v1\/\w+ returns status 200, not 405$/,
    /in deploy\//,
  ],
  [
    'no response to preflight requests',
    (response, { method, path }) => void (isApi(path) && method === 'OPTIONS' && becomePage(response, 404)),
    /^OPTIONS \/webapi\/v1\/\w+ returns status 404, not 204$/,
    /in deploy\//,
  ],
  [
    'no entity tags',
    ({ headers }, { path }) => void (isApi(path) && delete headers['etag']),
    /^\/webapi\/v1\/\w+\/\d+ has no ETag header$/,
    /send entity tags/,
  ],
  [
    'status 200 in place of 304',
    (response, { path }) => void (isApi(path) && response.status === 304 && Object.assign(response, { status: 200 })),
    /^\/webapi\/v1\/\w+\/\d+ returns status 200, not 304$/,
    /has not changed/,
  ],
  [
    'links to the host behind a proxy',
    (response, { path }) =>
      void (
        /pageNumber=1&pageSize=7/.test(path) &&
        response.status === 200 &&
        (changeText(response, (text) => text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://10.0.0.1:8080')),
        (response.headers['link'] = String(response.headers['link']).replace(/127\.0\.0\.1:\d+/g, '10.0.0.1:8080')))
      ),
    /pageSize=7 and 1 more link to http:\/\/10\.0\.0\.1:8080\/, but readers use/,
    /pass the Host header on/,
  ],
  [
    'no static paths, as in an earlier build',
    (response, { path }) => void (/^webapi\/v1\/RawData(?:\/\d+)?\.json$/.test(path) && becomePage(response, 404)),
    /^(?:HEAD )?\/webapi\/v1\/RawData(?:\/\d+)?\.json returns status 404, not 200$/,
    /build it again|index\.json links to it/,
  ],
  [
    'a static page with links to the address of another site',
    (response, { path }) =>
      void (
        path.endsWith('/pages/desc/1.json') &&
        changeText(response, (text) => text.replace('"NextPageLink":null', '"NextPageLink":"http://localhost/2.json"'))
      ),
    /^\/webapi\/v1\/\w+\/pages\/desc\/1\.json is not the first 100 records without a link to a next page$/,
    /build it again/,
  ],
  [
    'static files that ignore the query',
    (response, { path }) => void (/\.json\?pageNumber/.test(path) && (response.status = 200)),
    /^\/webapi\/v1\/\w+\.json\?pageNumber=1 returns status 200, not 400$/,
    /in deploy\//,
  ],
  [
    'a Link header that a proxy drops',
    ({ headers }) => void delete headers['link'],
    /pageSize=7 has no Link header/,
    /pass it on/,
  ],
];

const [service, description] = [apiDocumentPath('index.json'), apiDocumentPath('openapi.json')];

/** Faults of a host in the documents of the API, and in the files that they link to. */
export const documentFaults: readonly SingleFault[] = [
  [
    'a service document of an earlier version',
    (response, { path }) =>
      void (
        path === service &&
        changeText(response, (text) => text.replace(/"dataVersion":"[0-9a-f]+"/, '"dataVersion":"0123456789abcdef"'))
      ),
    /^\/webapi\/v1\/index\.json is not the document of version [0-9a-f]{16}: it is of version 0123456789abcdef$/,
    /clear the cache/,
  ],
  [
    'a different OpenAPI document',
    (response, { path }) => void (path === description && changeText(response, (text) => text.replace('3.1', '3.0'))),
    /^\/webapi\/v1\/openapi\.json is not the document of version [0-9a-f]{16}$/,
    /upload the tree again/,
  ],
  [
    'a missing OpenAPI document',
    (response, { path }) => void (path === description && becomePage(response, 404)),
    /^(?:HEAD )?\/webapi\/v1\/openapi\.json returns status 404, not 200$/,
    /in deploy\/|upload the complete tree/,
  ],
  [
    'a missing feed of a place',
    (response, { path }) => void (/^feeds\/places\/\d{1,8}\.json$/.test(path) && becomePage(response, 404)),
    /^\/feeds\/places\/\d+\.json returns status 404, not 200$/,
    /in deploy\//,
  ],
  [
    'a feed of another place',
    (response, { path }) =>
      void (
        path.startsWith('feeds/places/') &&
        changeText(response, (text) => `${text}<id>http://localhost/webapi/v1/RawData/999999</id>`)
      ),
    /^\/feeds\/places\/\d+\.(?:atom|json) lists record 999999, which is not within 1000 m of the place$/,
    /clear the caches/,
  ],
  [
    'a feed of a place without its entries',
    (response, { path }) =>
      void (
        path.startsWith('feeds/places/') &&
        changeText(response, (text) => text.replace(/<entry>[^]*<\/entry>/, '').replace(/"items":\[.*\]/, '"items":[]'))
      ),
    /^\/feeds\/places\/\d+\.(?:atom|json) has no entries, but \d+ records are near the place$/,
    /build again/,
  ],
  [
    'a missing data dictionary',
    (response, { path }) => void (path === 'docs/RawData-dictionary.csv' && becomePage(response, 404)),
    /^HEAD \/docs\/RawData-dictionary\.csv returns status 404, not 200$/,
    /^\/webapi\/v1\/index\.json links to it: upload the complete tree/,
  ],
];
