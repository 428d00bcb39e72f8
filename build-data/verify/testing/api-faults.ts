import { interfaceDocumentPath } from '../../../core/storage/format/layout.ts';
import { becomePage, changeText, isApi, type SingleFault } from './faulty-host.ts';

/** Faults of a host in responses of the API. */
export const interfaceFaults: readonly SingleFault[] = [
  [
    'the API with another content type',
    ({ headers }, { path }) => void (isApi(path) && (headers['content-type'] = 'application/json')),
    /has Content-Type: application\/json; expected "application\/(?:json; charset=UTF-8|octet-stream)"/,
    /npm run configure/,
  ],
  [
    'answers closed to other sites',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status === 200 && delete headers['access-control-allow-origin']),
    /^(?:HEAD |OPTIONS )?\/webapi.* has no Access-Control-Allow-Origin header; expected "\*"$/,
    /npm run configure/,
  ],
  [
    'errors closed to other sites',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status >= 400 && delete headers['access-control-allow-origin']),
    /^(?:POST |DELETE )?\/webapi.* has no Access-Control-Allow-Origin header/,
    /npm run configure/,
  ],
  [
    'errors as pages',
    (answer, { path }) => void (isApi(path) && answer.status === 404 && becomePage(answer)),
    /is refused with an HTML page; expected JSON$/,
    /npm run configure/,
  ],
  [
    'errors of another form',
    (answer, { path }) => void (isApi(path) && answer.status === 404 && (answer.body = Buffer.from('{"error":1}'))),
    /is refused with error; expected DeveloperMessage,ClientMessage,StackTrace,ErrorNumber,ErrorLink$/,
    /npm run configure/,
  ],
  [
    'answers that are not compressed',
    ({ headers }, { path }) => void (isApi(path) && delete headers['content-encoding']),
    /^\/webapi\/v1\/\w+ has no Content-Encoding header; expected br or gzip$/,
    /compress application\/json/,
  ],
  [
    'answers kept for an hour',
    ({ headers, status }, { path }) =>
      void (isApi(path) && status === 200 && (headers['cache-control'] = 'max-age=3600')),
    /^(?:HEAD )?\/webapi.* has Cache-Control: max-age=3600; expected "no-cache"/,
    /npm run configure/,
  ],
  [
    'answers without protection from guessing their type',
    ({ headers }, { path }) => void (isApi(path) && delete headers['x-content-type-options']),
    /^.*\/webapi.* has no X-Content-Type-Options header; expected "nosniff"$/,
    /npm run configure/,
  ],
  [
    'other methods answered like GET',
    (answer, { method, path }) => void (isApi(path) && method === 'POST' && (answer.status = 200)),
    /^POST \/webapi\/v1\/\w+ returns status 200, not 405$/,
    /npm run configure/,
  ],
  [
    'no preflight',
    (answer, { method, path }) => void (isApi(path) && method === 'OPTIONS' && becomePage(answer, 404)),
    /^OPTIONS \/webapi\/v1\/\w+ returns status 404, not 204$/,
    /npm run configure/,
  ],
  [
    'no entity tags',
    ({ headers }, { path }) => void (isApi(path) && delete headers['etag']),
    /^\/webapi\/v1\/\w+\/\d+ has no ETag header$/,
    /send entity tags/,
  ],
  [
    'no 304',
    (answer, { path }) => void (isApi(path) && answer.status === 304 && Object.assign(answer, { status: 200 })),
    /^\/webapi\/v1\/\w+\/\d+ returns status 200, not 304$/,
    /has not changed/,
  ],
  [
    'links to the host behind',
    (answer, { path }) =>
      void (
        /pageNumber=1&pageSize=7/.test(path) &&
        answer.status === 200 &&
        (changeText(answer, (text) => text.replace(/http:\/\/127\.0\.0\.1:\d+/g, 'http://10.0.0.1:8080')),
        (answer.headers['link'] = String(answer.headers['link']).replace(/127\.0\.0\.1:\d+/g, '10.0.0.1:8080')))
      ),
    /pageSize=7 links to http:\/\/10\.0\.0\.1:8080\/webapi/,
    /pass the Host header on/,
  ],
  [
    'no static paths, as in an earlier build',
    (answer, { path }) => void (/^webapi\/v1\/RawData(?:\/\d+)?\.json$/.test(path) && becomePage(answer, 404)),
    /^(?:HEAD )?\/webapi\/v1\/RawData(?:\/\d+)?\.json returns status 404, not 200$/,
    /build it again|index\.json links to it/,
  ],
  [
    'a static page with links to the address of another site',
    (answer, { path }) =>
      void (
        path.endsWith('/pages/desc/1.json') &&
        changeText(answer, (text) => text.replace('"NextPageLink":null', '"NextPageLink":"http://localhost/2.json"'))
      ),
    /^\/webapi\/v1\/\w+\/pages\/desc\/1\.json is not the first 100 records with a link to no next page$/,
    /build it again/,
  ],
  [
    'static files that ignore the query',
    (answer, { path }) => void (/\.json\?pageNumber/.test(path) && (answer.status = 200)),
    /^\/webapi\/v1\/\w+\.json\?pageNumber=1 returns status 200, not 400$/,
    /npm run configure/,
  ],
  [
    'a Link header that a proxy drops',
    ({ headers }) => void delete headers['link'],
    /pageSize=7 has no Link header/,
    /pass it on/,
  ],
];

const [service, description] = [interfaceDocumentPath('index.json'), interfaceDocumentPath('openapi.json')];

/** Faults of a host in the documents of the API, and in the files that they link to. */
export const documentFaults: readonly SingleFault[] = [
  [
    'a service document of an earlier version',
    (answer, { path }) =>
      void (
        path === service &&
        changeText(answer, (text) => text.replace(/"dataVersion":"[0-9a-f]+"/, '"dataVersion":"0123456789abcdef"'))
      ),
    /^\/webapi\/v1\/index\.json is not the document of version [0-9a-f]{16}: it is of version 0123456789abcdef$/,
    /clear the cache/,
  ],
  [
    'a description of another interface',
    (answer, { path }) => void (path === description && changeText(answer, (text) => text.replace('3.1', '3.0'))),
    /^\/webapi\/v1\/openapi\.json is not the document of version [0-9a-f]{16}$/,
    /upload the tree again/,
  ],
  [
    'a description that is missing',
    (answer, { path }) => void (path === description && becomePage(answer, 404)),
    /^(?:HEAD )?\/webapi\/v1\/openapi\.json returns status 404, not 200$/,
    /npm run configure|upload the complete tree/,
  ],
  [
    'a dictionary that is missing',
    (answer, { path }) => void (path === 'docs/RawData-dictionary.csv' && becomePage(answer, 404)),
    /^HEAD \/docs\/RawData-dictionary\.csv returns status 404, not 200$/,
    /^\/webapi\/v1\/index\.json links to it: upload the complete tree/,
  ],
];
