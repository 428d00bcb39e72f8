import { problemBody, problems } from '../../core/api/problems.ts';
import { parseQuery } from '../../core/query/parameters.ts';
import { apiRoot, documentPagePaths } from '../../core/storage/format/layout.ts';
import { exampleFirstPage } from '../documents/open-api/paths.ts';
import type { RecordTable } from '../write/record-table.ts';
import { codeBlock, html, type Html, type Insertion } from './html.ts';
import { rootFrom, type SiteFacts } from './page-frame.ts';

/** An example request with a meaningful response, made from the records of this site. */
interface ExampleRequest {
  /** The URL fragment of the example on the page. It must not change. */
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  /** Relative to the root of the site. */
  readonly path: string;
  /** The same request with the client: the expression after `client.`. */
  readonly call: string;
}

/** For examples on a site without records. */
const defaultExample = { identifier: 1, latitude: 0, longitude: 0 };

/** The first record of the list: the newest, or the one with the last name. */
export function firstRecord(table: RecordTable | undefined): typeof defaultExample {
  if (table === undefined || table.size === 0) return defaultExample;
  return { identifier: table.identifier(0), latitude: table.latitude(0, 0), longitude: table.longitude(0, 0) };
}

export function exampleRequests(tables: readonly RecordTable[]): readonly ExampleRequest[] {
  const tableNamed = (name: string): RecordTable | undefined => tables.find(({ dataset }) => dataset.name === name);
  const record = firstRecord(tableNamed('RawData'));
  const place = firstRecord(tableNamed('CoastalFeatures'));
  const records = `${apiRoot}/RawData`;
  const places = `${apiRoot}/CoastalFeatures`;
  const centre = `latitude=${record.latitude}&longitude=${record.longitude}`;
  const aroundRecord = `{ latitude: ${record.latitude}, longitude: ${record.longitude} }`;
  const aroundPlace = `{ latitude: ${place.latitude}, longitude: ${place.longitude} }`;
  return [
    {
      id: 'newest-records',
      title: 'The newest records, a page at a time',
      meaning:
        'A page object: the total number of records, links to the next and previous pages, and the records themselves.',
      path: `${records}?pageNumber=1&pageSize=5`,
      call: 'rawData.page({ pageSize: 5 })',
    },
    {
      id: 'oldest-records',
      title: 'The oldest records first',
      meaning: 'The same list, beginning at its other end.',
      path: `${records}?pageNumber=1&pageSize=5&sortOrder=asc`,
      call: "rawData.page({ pageSize: 5, sortOrder: 'asc' })",
    },
    {
      id: 'records-within',
      title: 'Records within a radius',
      meaning: 'All records within 5 km of a centre, in pages. Without pageNumber the response is one array.',
      path: `${records}?${centre}&rangeInM=5000&pageNumber=1&pageSize=5`,
      call: `rawData.page({ around: ${aroundRecord}, rangeInMetres: 5000, pageSize: 5 })`,
    },
    {
      id: 'nearest-record',
      title: 'The record nearest to a point',
      meaning: 'One object. If several records are equally near, it is the newest, or with sortOrder=asc the oldest.',
      path: `${records}?${centre}&searchStyle=Nearest`,
      call: `rawData.nearest(${aroundRecord})`,
    },
    {
      id: 'one-record',
      title: 'One record by its identifier',
      meaning: 'One object with every field of the dataset.',
      path: `${records}/${record.identifier}`,
      call: `rawData.get(${record.identifier})`,
    },
    {
      id: 'all-records',
      title: 'All records at once',
      meaning: 'One array of the whole dataset, newest first. Prefer pages, a search, or a download.',
      path: records,
      call: 'rawData.all()',
    },
    {
      id: 'places-by-name',
      title: 'Coastal places by name',
      meaning: 'Coastal features from A to Z, in pages.',
      path: `${places}?pageNumber=1&pageSize=5&sortOrder=asc`,
      call: "coastalFeatures.page({ pageSize: 5, sortOrder: 'asc' })",
    },
    {
      id: 'places-within',
      title: 'Places within a radius',
      meaning: 'A feature is found if either of its two points is within the radius, and appears once.',
      path: `${places}?latitude=${place.latitude}&longitude=${place.longitude}&rangeInM=5000`,
      call: `coastalFeatures.within(${aroundPlace}, { rangeInMetres: 5000 })`,
    },
    {
      id: 'nearest-place',
      title: 'The place nearest to a point',
      meaning: 'The nearer of a feature’s two points counts.',
      path: `${places}?${centre}&searchStyle=Nearest`,
      call: `coastalFeatures.nearest(${aroundRecord})`,
    },
    {
      id: 'one-place',
      title: 'One place by its identifier',
      meaning: 'One object with every field of the dataset.',
      path: `${places}/${place.identifier}`,
      call: `coastalFeatures.get(${place.identifier})`,
    },
    {
      id: 'all-places',
      title: 'All places at once',
      meaning: 'One array, in descending order of the names.',
      path: places,
      call: 'coastalFeatures.all()',
    },
  ];
}

/** A request that the page shows code for. A request that is refused has no client call. */
type ShownRequest = Pick<ExampleRequest, 'id' | 'title' | 'path'> & Partial<Pick<ExampleRequest, 'call'>>;

/** A request with two faults, to show an error. */
export const invalidRequest: ShownRequest = {
  id: 'mistaken-request',
  title: 'A request with two mistakes',
  path: `${apiRoot}/RawData?pageNumber=0&sortOrder=up`,
};

const examplePageSize = 5;

/**
 * The indented response to an example, for people who read the page without sending requests. "…" replaces all records
 * except the first. Undefined if the response shows nothing new, or if there is no record to show.
 */
export function exampleResponse(id: string, { tables, siteUrl }: SiteFacts): string | undefined {
  const nonEmptyTable = (name: string): SiteFacts['tables'][number] | undefined =>
    tables.find(({ dataset, size }) => dataset.name === name && size > 0);
  const [records, places] = [nonEmptyTable('RawData'), nonEmptyTable('CoastalFeatures')];
  switch (id) {
    case 'newest-records': {
      const text = records && formatJson(exampleFirstPage(records, siteUrl, examplePageSize));
      return records && records.size > 1 ? text?.replace(/\n {2}\]\n\}$/, ',\n    …\n  ]\n}') : text;
    }
    case 'nearest-record':
    case 'one-record':
      return records && formatJson(records.record(0));
    case 'one-place':
      return places && formatJson(places.record(0));
    case invalidRequest.id:
      return formatJson(JSON.parse(invalidRequestProblem()));
    default:
      return undefined;
  }
}

function invalidRequestProblem(): string {
  const parsed = parseQuery(
    new Map([
      ['pageNumber', '0'],
      ['sortOrder', 'up'],
    ]),
  );
  return problemBody(problems.badParameters('errors' in parsed ? parsed.errors : []));
}

function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

const root = rootFrom(documentPagePaths.api);

/** A request in several languages, and its response. A script of the page adds a button that sends the request. */
export function requestBlock(example: ShownRequest, facts: SiteFacts): Html {
  const { id, title, path } = example;
  const text = exampleResponse(id, facts);
  return html`<div class="request" data-path="${path}" data-title="${title}">
    <div class="request-actions">
      <a href="${root}${path}"><code>${path}</code></a>
    </div>
    ${codeSamples(facts.siteUrl, example)}
    ${
      text === undefined
        ? undefined
        : html`<details class="shown-answer">
            <summary>Response</summary>
            <pre tabindex="0" role="group" aria-label="Response: ${title}">${markSiteUrls(facts.siteUrl, text)}</pre>
          </details>`
    }
  </div>`;
}

function siteUrlHtml(siteUrl: string, path: string): Html {
  return html`<span class="site-address">${siteUrl}</span>${path}`;
}

/** A text in which that script replaces every occurrence of the site's URL. */
function markSiteUrls(siteUrl: string, text: string): Html {
  return html`${text.split(siteUrl).map((part, index) => (index === 0 ? part : siteUrlHtml(siteUrl, part)))}`;
}

/** The lines of a program. Formatters would reflow a multi-line template as HTML. */
const program = (...lines: readonly (string | readonly Insertion[])[]): Html =>
  html`${lines.map((line, index) => (index === 0 ? line : ['\n', line]))}`;

/** Each program prints the response, or the messages of an error. */
const languages: readonly {
  readonly name: string;
  /** Request paths have no quotation marks, backslashes or spaces, so they need no escaping in any language. */
  readonly code: (siteUrl: string, path: string) => Html;
}[] = [
  {
    name: 'curl',
    // Reports failure by the exit code, but still prints the body.
    code: (siteUrl, path) => program(["curl '", siteUrlHtml(siteUrl, path), "' --fail-with-body"]),
  },
  {
    name: 'JavaScript',
    code: (siteUrl, path) =>
      program(
        ["const response = await fetch('", siteUrlHtml(siteUrl, path), "');"],
        'const body = await response.json();',
        'if (response.ok) console.log(body);',
        'else console.error(response.status, body.ClientMessage, body.DeveloperMessage);',
      ),
  },
  {
    name: 'Python',
    code: (siteUrl, path) =>
      program(
        'import json',
        'from urllib.error import HTTPError',
        'from urllib.request import urlopen',
        '',
        'try:',
        ["    with urlopen('", siteUrlHtml(siteUrl, path), "') as response:"],
        '        print(json.load(response))',
        'except HTTPError as error:',
        '    body = json.load(error)',
        "    print(error.code, body['ClientMessage'], body['DeveloperMessage'])",
      ),
  },
  {
    name: 'R',
    // R's own functions do not return the body of an error.
    code: (siteUrl, path) =>
      program(
        'library(curl)',
        'library(jsonlite)',
        '',
        ["response <- curl_fetch_memory('", siteUrlHtml(siteUrl, path), "')"],
        'body <- fromJSON(rawToChar(response$content))',
        'if (response$status_code < 400) print(body) else',
        '  cat(response$status_code, body$ClientMessage, body$DeveloperMessage)',
      ),
  },
];

function clientProgram(siteUrl: string, ...lines: readonly string[]): Html {
  return program(
    ["import { CoastwatchClient } from '", siteUrlHtml(siteUrl, 'client/coastwatch-client.js'), "';"],
    '',
    ["const client = new CoastwatchClient('", siteUrlHtml(siteUrl, ''), "');"],
    ...lines,
  );
}

/** An example of what only the client offers: iterating over all records. */
export function clientExample({ siteUrl }: Pick<SiteFacts, 'siteUrl'>): Html {
  const code = clientProgram(
    siteUrl,
    "for await (const record of client.rawData.records({ sortOrder: 'asc' })) {",
    '  console.log(record.RawDataId, record.SightingDateTime);',
    '}',
  );
  return codeBlock('All records with the client', code);
}

/** A request in several languages. The first one is open; only one is open at a time, even without scripts. */
export function codeSamples(siteUrl: string, { id, path, call }: ShownRequest): Html {
  const programs: (readonly [name: string, code: Html])[] = languages.map(({ name, code }) => [
    name,
    code(siteUrl, path),
  ]);
  if (call !== undefined) programs.push(['Client', clientProgram(siteUrl, `console.log(await client.${call});`)]);
  const samples = programs.map(
    ([name, code], index) =>
      html`<details name="${id}-code" ${index === 0 ? html` open` : undefined}>
        <summary>${name}</summary>
        ${codeBlock(name, code)}
      </details>`,
  );
  return html`<div class="samples">${samples}</div>`;
}
