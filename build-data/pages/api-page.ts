import {
  allowedMethods,
  type Problem,
  type ProblemCode,
  problems,
  retryAfterInSeconds,
} from '../../core/api/problems.ts';
import { datasets } from '../../core/datasets/datasets.ts';
import {
  pagePath,
  completeArrayPath,
  documentPagePaths,
  apiDocumentPath,
  recordPath,
  pointFilePath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/format/layout.ts';
import { formatCount, formatRecorded } from '../format-text.ts';
import { requestRules } from './api-page-rules.ts';
import { clientExample, exampleRequests, invalidRequest, requestBlock } from './code-samples.ts';
import { heading, html, type Html, type Insertion, subheading, table } from './html.ts';
import { isSiteUrlUnknown, type PageContent, rootFrom, type SiteFacts, termsSection } from './page-frame.ts';

const root = rootFrom(documentPagePaths.api);

/** The API documentation for developers: a first request that works within a minute, then the complete reference. */
export function apiPage(facts: SiteFacts, metadata: unknown): PageContent {
  const examples = exampleRequests(facts.tables);
  const [first] = examples;
  return {
    name: 'api',
    title: 'API',
    description:
      'The JSON API for shark records and coastal places of Western Australia: every request with an example to send, parameters, errors, paging, distance and caching.',
    contents: [
      ['first-request', 'First request'],
      ['terms', 'Terms of use'],
      ['promise', 'Compatibility'],
      ['requests', 'Requests'],
      ['parameters', 'Parameters'],
      ['order', 'Order'],
      ['paging', 'Paging'],
      ['distance', 'Distance'],
      ['records', 'Records'],
      ['errors', 'Errors'],
      ['headers', 'Headers'],
      ['caching', 'Caching'],
      ['client', 'JavaScript client'],
      ['static-files', 'Static files'],
      ['limits', 'Limits'],
      ['more', 'Feeds and files'],
    ],
    metadata,
    lead: 'Two datasets as JSON over plain GET requests: no key, no sign-up, and scripts of any origin may send them.',
    body: html` ${dataFigures(facts)} ${heading('first-request', 'First request')}
      <p>
        Copy an example and run it, or open its URL in a browser.
        <span class="with-script">Or press Send to see the response of this site.</span>
      </p>
      ${first === undefined ? undefined : html`<div id="${first.id}">${requestBlock(first, facts)}</div>`}
      <p>
        To write your own requests and see their responses, use the <a href="${root}api.html">request page</a>, which
        needs scripts.
      </p>
      ${isSiteUrlUnknown(facts) ? html`<p class="notice-box address-note">This site was built without its public URL, so the examples contain <code>${facts.siteUrl}</code>. Replace that with the URL of the site.</p>` : undefined}
      ${termsSection(root, facts.publication)} ${compatibility} ${heading('requests', 'Requests')}
      <p>
        Every path is relative to the root of the site. Names of datasets and parameters match without regard to case;
        <code>webapi/v1</code> is lower case. A slash may follow the dataset and the identifier.
      </p>
      ${facts.target === 'static' ? html`<p class="notice-box">This site also works on hosts that only serve files. There, requests with parameters work only in a browser that runs this site’s service worker; the paths under <a href="#static-files">static files</a> work everywhere.</p>` : undefined}
      ${examples.slice(1).map(
        (example) =>
          html`<section aria-labelledby="${example.id}">
            ${subheading(example.id, example.title)}
            <p>${example.meaning}</p>
            ${requestBlock(example, facts)}
          </section>`,
      )}
      ${requestRules()} ${heading('errors', 'Errors')}
      <p>
        Every error is JSON with five keys: <code>DeveloperMessage</code> says what went wrong,
        <code>ClientMessage</code> is the text to show to a person; <code>StackTrace</code> and
        <code>ErrorLink</code> are always null, <code>ErrorNumber</code> is always <code>"0"</code>. Rely on the status,
        because the wording may change. One message names all errors of the parameters. The examples print both
        messages: with <code>--fail-with-body</code> curl prints them and exits with 22, Python’s
        <code>urlopen</code> raises an <code>HTTPError</code> whose body is the error, and in R the package
        <code>curl</code> returns the body of any status.
      </p>
      <div id="${invalidRequest.id}">${requestBlock(invalidRequest, facts)}</div>
      ${table(['Status', 'Cause, and its name in the OpenAPI document', 'ClientMessage'], problemRows())}
      ${heading('headers', 'Headers')}
      ${table(
        ['Header', 'Meaning'],
        headers.map(([name, meaning]) => [html`<code>${name}</code>`, meaning]),
      )}
      ${heading('caching', 'Caching')}
      <p>
        Cache a response with its <code>ETag</code>, and send that tag in <code>If-None-Match</code> when you request
        the same URL again: status 304, without a body, means that the cached response is still valid. Each response
        comes from one version of the data, named in <code>X-Data-Version</code>; the same records always have the same
        version. Every new version changes every tag. A host may take up to five seconds to notice a new version.
      </p>
      ${heading('client', 'JavaScript client')}
      <p>
        <a href="${root}client/coastwatch-client.js">coastwatch-client.js</a> is a small module without dependencies,
        with <a href="${root}client/coastwatch-client.d.ts">types for TypeScript</a>. It iterates over pages, retries
        when the service is unavailable, throws errors that state their reason, and detects when the data changes
        between two pages.
      </p>
      <p>
        Browsers and Deno import it from this site. For Node, save the two files next to your program, import
        <code>./coastwatch-client.js</code>, and set <code>"type": "module"</code> in your <code>package.json</code>.
      </p>
      ${clientExample(facts)} ${heading('static-files', 'Static files')} ${staticFiles()} ${heading('limits', 'Limits')}
      <p>
        There is no key and, by default, neither a quota nor a maximum page size. A host may limit the page size, the
        length of a URL or the number of requests per minute. Range requests are not supported: responses are always
        complete. Numbers are doubles, identifiers integers up to 9,007,199,254,740,991. Allowed methods are GET, HEAD,
        which returns no body, and OPTIONS.
      </p>
      ${heading('more', 'Feeds and files')}
      <ul>
        <li>
          <a href="${root}${apiDocumentPath('openapi.json')}">OpenAPI 3.1 document</a> and
          <a href="${root}${apiDocumentPath('index.json')}">service document</a>: for code generators and other
          programs.
        </li>
        <li>
          <a href="${root}${pagePath('downloads')}">Downloads</a>: each complete dataset, for spreadsheets, maps and
          statistics.
        </li>
        <li>
          <a href="${root}${pagePath('dictionary')}">Data dictionary</a>: what each field means, and what its values
          are.
        </li>
        <li><a href="${root}${pagePath('downloads')}#feeds">Feeds</a>: the newest records.</li>
        <li>
          <a href="${root}${pagePath('changes')}">Changes</a>: what each version of the data added, changed and removed.
        </li>
      </ul>`,
  };
}

function staticFiles(): Html {
  const rows = datasets.flatMap(({ name }) => [
    [link(completeArrayPath(name)), 'the complete dataset, descending'],
    [html`<code>${recordPath(name, '{id}')}</code>`, 'one record'],
    [
      link(staticPagePath(name, 'desc', 1)),
      `page 1, descending, with up to ${formatCount(staticPageSize)} records; its links lead to the other pages`,
    ],
    [link(staticPagePath(name, 'asc', 1)), 'the same, ascending'],
    [
      link(pointFilePath(name, 'flatbush')),
      html`the spatial index: the bytes that <code>Flatbush.from</code> of the Flatbush library opens`,
    ],
    [link(pointFilePath(name, 'points.json')), 'the identifiers of the records at each point of the index'],
  ]);
  return html`<p>
      If you only fetch files, you need no parameters: these paths work on every host and take none. The links of a page
      may be relative to its own URL, so resolve them: <code>new URL(link, response.url)</code> in JavaScript,
      <code>urljoin(url, link)</code> from <code>urllib.parse</code> in Python.
    </p>
    ${table(['Path', 'Content'], rows)}`;
}

function link(path: string): Html {
  return html`<a href="${root}${path}"><code>${path}</code></a>`;
}

/** The size and version of the data. */
function dataFigures({ tables, dataVersion }: SiteFacts): Html {
  const counts = tables.map(
    ({ dataset, size }) =>
      html`<div>
        <dt>${formatCount(size)}</dt>
        <dd>${dataset.title}, <code>${dataset.name}</code></dd>
      </div>`,
  );
  const newest = tables.find(({ dataset }) => dataset.sortKey.comparison === 'text')?.last;
  return html`<dl class="figures">
    ${counts}
    <div>
      <dt>${newest === undefined || newest === null ? 'none' : formatRecorded(newest)}</dt>
      <dd>Newest record, as recorded</dd>
    </div>
    <div>
      <dt><code>${dataVersion}</code></dt>
      <dd>Data version</dd>
    </div>
  </dl>`;
}

const compatibility = html` ${heading('promise', 'Compatibility')}
  <p>A program for version 1, the <code>v1</code> in the path, will continue to work. These will not change:</p>
  <ul>
    <li>the paths, and the parameters with their defaults and permitted spellings;</li>
    <li>the keys of every record, page and error, their order, and the type of each value;</li>
    <li>the order of lists, including ties;</li>
    <li>the status of each problem, and what each header described here means.</li>
  </ul>
  <p>
    These may change at any time: the wording of messages, additional headers, new values in text fields, and the data
    itself. Any other change will be under a new path.
  </p>`;

const problemConditions: Readonly<Record<ProblemCode, string>> = {
  pageBeyondLast: 'The page number is greater than that of the last page.',
  noSuchRecord: 'No record has this identifier, or it is not a valid identifier.',
  badParameters: 'A parameter is malformed, out of range, or missing where another needs it.',
  nothingNear: 'The nearest record was requested, and there is none.',
  unknownPath: 'Unknown path.',
  methodNotAllowed: `A method other than ${allowedMethods}.`,
  malformedRequest: 'The request is not well-formed HTTP. Only some hosts report this.',
  requestTooLarge: 'The URL and the headers are longer than the host accepts.',
  dataUnavailable: `The stored data cannot be read. Try again after ${retryAfterInSeconds} seconds, as Retry-After says.`,
  serverBusy: `The host is sending as many responses as its operator allows. Try again after ${retryAfterInSeconds} seconds, as Retry-After says.`,
};

/** Every problem that the API can report. */
function problemRows(): readonly (readonly Insertion[])[] {
  return Object.entries(problems).map(([code, make]) => {
    // Every problem can be created from empty details.
    const { status, clientMessage } = (make as (...details: readonly unknown[]) => Problem)([], [], []);
    const when = html`${problemConditions[code as ProblemCode]} <code class="hint" id="error-${code}">${code}</code>`;
    return [status, when, clientMessage];
  });
}

/** The meaning of a header that is documented here must not change. */
const headers: readonly (readonly [name: string, meaning: string])[] = [
  ['Content-Type', 'application/json; charset=UTF-8. For .flatbush: application/octet-stream.'],
  ['Content-Length', 'The length of the body in bytes, if it is known in advance.'],
  [
    'X-Data-Version',
    'The version of the data from which the response was made. Every result of the API has it; a file that a host sent instead does not. Absent from OPTIONS, from 503, and from other errors if the data was not read.',
  ],
  ['ETag', 'The tag of this response, for If-None-Match.'],
  [
    'Cache-Control',
    'no-cache: caches may store the response, but must revalidate it before each use. no-store on errors.',
  ],
  [
    'Link',
    'next and prev: the next and previous pages. describedby, on every result: the data dictionary, which says how positions were derived.',
  ],
  ['Allow', 'On 405 and OPTIONS: the methods that are allowed.'],
  ['Retry-After', 'On 503: how many seconds to wait before trying again.'],
  ['Access-Control-Allow-Origin', '*: scripts of any origin may read the responses.'],
  ['Access-Control-Expose-Headers', 'The headers that such scripts may read: Link, ETag, X-Data-Version.'],
  ['X-Content-Type-Options', 'nosniff: browsers must not guess another content type.'],
];
