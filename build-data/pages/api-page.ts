import { datasets } from '../../core/datasets/index.ts';
import {
  completeArrayPath,
  documentPagePaths,
  interfaceDocumentPath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/layout.ts';
import { codeSamples } from './code-samples.ts';
import { dataOf, headers, problemRows, promise } from './api-page-parts.ts';
import { exampleRequests, type ExampleRequest } from './example-requests.ts';
import { html, type Html } from './html.ts';
import { addressOf, rootFrom, type PageContent } from './page-frame.ts';
import { parameterTable, table } from './page-tables.ts';
import { isAddressUnknown, type SiteFacts } from './site-facts.ts';

const root = rootFrom(documentPagePaths.interface);

/** For whoever writes a program: a first right request within a minute, and then everything that holds. */
export function apiPage(facts: SiteFacts, metadata: unknown): PageContent {
  const examples = exampleRequests(facts.tables);
  const [first] = examples;
  return {
    name: 'interface',
    title: 'API',
    description:
      'The open JSON interface to shark records and coastal places of Western Australia: every request with an example to send, parameters, errors, paging, distance and caching.',
    contents: [
      ['first-request', 'First request'],
      ['promise', 'What stays'],
      ['requests', 'Requests'],
      ['parameters', 'Parameters'],
      ['order', 'Order'],
      ['paging', 'Paging'],
      ['distance', 'Distance'],
      ['records', 'Records'],
      ['errors', 'Errors'],
      ['headers', 'Headers'],
      ['caching', 'Caching'],
      ['static-files', 'Static files'],
      ['limits', 'Limits'],
      ['more', 'Feeds and files'],
    ],
    metadata,
    body: html` <h1>API</h1>
      <p class="lead">
        Two datasets as JSON over plain GET requests: no key, no sign-up, open to scripts of any origin.
      </p>
      ${dataOf(facts)}
      <h2 id="first-request">First request</h2>
      <p>Copy a line, or press Send: the answer comes from this site.</p>
      ${first === undefined ? undefined : request(first, facts)}
      ${isAddressUnknown(facts) ? html`<p class="notice-box address-note">This site was built without saying where it will stand, so examples name <code>${facts.siteUrl}</code>. Put the address of the site in its place.</p>` : undefined}
      ${promise}
      <h2 id="requests">Requests</h2>
      <p>
        Every path stands below the root of the site. Names of datasets and parameters match without regard to case;
        <code>webapi/v1</code> is lower case. A slash may follow the dataset and the identifier.
      </p>
      ${facts.target === 'static' ? html`<p class="notice-box">This site also holds ready answers as files. A host that knows nothing but files ignores parameters and sends the whole dataset: parameters then work only in a browser in which this site’s service worker runs. See <a href="#static-files">static files</a>.</p>` : undefined}
      ${examples.slice(1).map(
        (example) =>
          html`<section aria-labelledby="${example.id}">
            <h3 id="${example.id}">${example.title}</h3>
            <p>${example.meaning}</p>
            ${request(example, facts)}
          </section>`,
      )}
      <h2 id="parameters">Parameters</h2>
      ${parameterTable()}
      <ul>
        <li>
          <code>latitude</code> and <code>longitude</code> go together and make the request a search;
          <code>rangeInM</code> and <code>searchStyle</code> need both.
        </li>
        <li>
          Numbers are plain decimals: <code>10</code>, <code>10.0</code>, <code>+10</code> and <code>1e1</code> are the
          same. A plus sign stands for itself, not for a space.
        </li>
        <li>
          An empty value counts as absent, and so does <code>pageNumber=null</code>. The first of a repeated parameter
          counts. Unknown ones are ignored, so a misspelt name goes unnoticed.
        </li>
        <li>
          What has no effect is still checked: <code>pageSize</code> without <code>pageNumber</code>, and both with
          <code>searchStyle=Nearest</code>.
        </li>
      </ul>
      <h2 id="order">Order</h2>
      ${table(
        ['Dataset', 'Sorted by', 'Compared'],
        datasets.map(({ name, sortKey }) => [
          html`<code>${name}</code>`,
          html`<code>${sortKey.field}</code>`,
          sortKey.comparison === 'text'
            ? 'as text, character by character'
            : 'as English names; letter case does not matter, accents do',
        ]),
      )}
      <p>
        <code>sortOrder=desc</code>, the default, begins with the newest record, or with the last name of the alphabet.
        Records with equal keys stand in ascending order of their identifiers in both directions, so <code>asc</code> is
        not simply the reverse. Lists, pages and searches all have this order.
      </p>
      <h2 id="paging">Paging</h2>
      <p>With <code>pageNumber</code> the answer is an object of two parts.</p>
      ${table(
        ['Key', 'Meaning'],
        [
          [html`<code>MetaData.TotalItems</code>`, 'Records in the whole result.'],
          [html`<code>MetaData.CurrentPage</code>`, 'The page retrieved.'],
          [html`<code>MetaData.TotalPages</code>`, 'Pages of this size; 0 for an empty result.'],
          [
            html`<code>MetaData.NextPageLink</code>, <code>MetaData.PrevPageLink</code>`,
            'Whole addresses of the pages beside this one, or null. The Link header says the same.',
          ],
          [html`<code>PagedItems</code>`, 'The records of the page.'],
        ],
      )}
      <p>
        Follow <code>NextPageLink</code> until it is null. Page 1 of an empty result is an empty page; a page above the
        last is an <a href="#errors">error</a>. Pages are counted anew for each request: compare
        <code>X-Data-Version</code> between them to notice that new data has come in the meantime.
      </p>
      <h2 id="distance">Distance</h2>
      <p>
        A distance is the length of the shortest path on the WGS 84 ellipsoid, in metres. The result is exact, not an
        approximation on a sphere or a map: a record at exactly <code>rangeInM</code> is found, and searches work across
        the antimeridian and at the poles.
      </p>
      <p>
        <strong>A distance leads to a point of a coastal feature, never to an animal.</strong> Reports under 1,000 m
        offshore stand at the feature’s inshore point, others at its offshore point, and many events share one point.
        Whoever uses the search or the nearest record must take this into account: read
        <a href="${root}${addressOf('dictionary')}#positions">how positions were derived</a>, and pass it on wherever a
        person reads a position.
      </p>
      <p>
        Nothing within a radius is an empty array. <code>searchStyle=Nearest</code> without
        <code>rangeInM</code> considers the whole dataset; with nothing to find it answers 404.
      </p>
      <h2 id="records">Records</h2>
      <p>
        A record is a JSON object with every key of its dataset, always in the same order. Values are as the publisher
        gave them; the text <code>NULL</code> is a text. Dates and times are text, <code>YYYY-MM-DDThh:mm:ss</code>, as
        recorded and without a time zone: compare them as text, convert nothing. Each field is explained in the
        <a href="${root}${addressOf('dictionary')}">data dictionary</a>.
      </p>
      <h2 id="errors">Errors</h2>
      <p>
        Every error is JSON with five keys: <code>DeveloperMessage</code> says what is wrong with the request,
        <code>ClientMessage</code> what to tell a person; <code>StackTrace</code> and <code>ErrorLink</code> are always
        null, <code>ErrorNumber</code> is always <code>"0"</code>. Decide by the status: the wording may change. Several
        faults of one request are named together.
      </p>
      ${table(['Status', 'When', 'For a person', 'In the documents'], problemRows())}
      <h2 id="headers">Headers</h2>
      ${table(
        ['Header', 'Meaning'],
        headers.map(([name, meaning]) => [html`<code>${name}</code>`, meaning]),
      )}
      <h2 id="caching">Caching</h2>
      <p>
        Keep an answer with its <code>ETag</code>, and send that back in <code>If-None-Match</code> for the same
        address: status 304 without a body means that it still holds. Each answer comes from one version of the data,
        named in <code>X-Data-Version</code>; the same records give the same version. Every new version changes every
        tag.
      </p>
      <h2 id="static-files">Static files</h2>
      ${staticFiles(facts)}
      <h2 id="limits">Limits</h2>
      <p>
        There is no key, no quota and no largest page; a host may limit the length of an address or the requests a
        minute. Range requests are not supported: an answer comes whole. Numbers are doubles, identifiers integers up to
        9,007,199,254,740,991. Allowed methods are GET, HEAD and OPTIONS.
      </p>
      <h2 id="more">Feeds and files</h2>
      <ul>
        <li>
          <a href="${root}${interfaceDocumentPath('openapi.json')}">OpenAPI 3.1 document</a> and
          <a href="${root}${interfaceDocumentPath('index.json')}">service document</a>: for programs that make programs.
        </li>
        <li>
          <a href="${root}${addressOf('downloads')}">Downloads</a>: each dataset whole, for spreadsheets, maps and
          statistics.
        </li>
        <li>
          <a href="${root}${addressOf('dictionary')}">Data dictionary</a>: what each field means, and what its values
          are.
        </li>
        <li>
          <a href="${root}${addressOf('downloads')}#feeds">Feeds</a>: the newest records, for all and for each local
          area.
        </li>
        <li>
          <a href="${root}${addressOf('changes')}">Changes</a>: what each version of the data added, changed and
          removed.
        </li>
      </ul>`,
  };
}

function request(example: ExampleRequest, { siteUrl }: SiteFacts): Html {
  const { title, path } = example;
  return html`<div class="request" data-path="${path}" data-title="${title}">
    <div class="request-actions">
      <a href="${root}${path}"><code>${path}</code></a>
    </div>
    ${codeSamples(siteUrl, example)}
  </div>`;
}

function staticFiles({ target }: SiteFacts): Html {
  if (target === 'compute') {
    return html`<p>
      This site answers every request by code, and holds no ready answers as files. A site built for hosts that know
      only files has them: the whole of each dataset, each record, and pages of ${staticPageSize} records.
    </p>`;
  }
  const rows = datasets.flatMap(({ name }) => [
    [link(completeArrayPath(name)), 'the complete dataset, descending'],
    [html`<code>${recordPath(name, 0).replace('/0/', '/{id}/')}</code>`, 'one record'],
    [
      link(staticPagePath(name, 'desc', 1)),
      `page 1 of ${staticPageSize} records, descending; its links lead to the next file`,
    ],
    [link(staticPagePath(name, 'asc', 1)), 'the same, ascending'],
  ]);
  return html`<p>Whoever only fetches files needs no parameters: these are ready answers, in this spelling.</p>
    ${table(['Path', 'Content'], rows)}`;
}

function link(path: string): Html {
  return html`<a href="${root}${path}"><code>${path}</code></a>`;
}
