import {
  apiDocumentPath,
  apiRoot,
  documentPagePaths,
  featureFilesRoot,
  ogcRoot,
  pagePath,
} from '../../core/storage/format/layout.ts';
import { apiReference } from './api-reference.ts';
import { type JsonObject, mediaType } from '../documents/open-api/components.ts';
import { formatCount, formatRecorded } from '../format-text.ts';
import { clientExample, exampleRequests, invalidRequest, requestBlock } from './code-samples.ts';
import { codeBlock, heading, html, type Html, subheading } from './html.ts';
import { isSiteUrlUnknown, type PageContent, rootFrom, type SiteFacts, termsSection } from './page-frame.ts';

import { contentOf } from '../site/words.ts';

const root = rootFrom(documentPagePaths.api);

/** The API documentation for developers: a first request that works within a minute, then the complete reference. */
export function apiPage(facts: SiteFacts, openApi: JsonObject, metadata: unknown): PageContent {
  const examples = exampleRequests(facts.tables);
  const [first] = examples;
  const reference = apiReference();
  return {
    name: 'api',
    title: 'API',
    description: `The JSON API for ${contentOf(facts.publication.site)}: every request with an example to send, parameters, errors, paging, distance and caching.`,
    contents: [
      ['first-request', 'First request'],
      ['try', 'Try the API'],
      ['terms', 'Terms of use'],
      ['requests', 'Requests'],
      ['client', 'JavaScript client'],
      ...reference.map(({ id, title }) => [id, title] as const),
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
      ${isSiteUrlUnknown(facts) ? html`<p class="notice-box address-note">This site was built without its public URL, so the examples contain <code>${facts.siteUrl}</code>. Replace that with the URL of the site.</p>` : undefined}
      ${heading('try', 'Try the API')}
      <p class="with-script">Choose a request and fill in its parameters. Each request is sent to this site.</p>
      <noscript><p>The form for your own requests needs JavaScript.</p></noscript>
      ${requestForm(openApi)} ${termsSection(root, facts.publication)} ${heading('requests', 'Requests')}
      ${facts.target === 'static' ? html`<p class="notice-box">This site also works on hosts that only serve files. There, requests with parameters work only in a browser that runs this site’s service worker; the paths under <a href="#static-files">static files</a> work everywhere.</p>` : undefined}
      ${examples.slice(1).map(
        (example) =>
          html`<section aria-labelledby="${example.id}">
            ${subheading(example.id, example.title)}
            <p>${example.meaning}</p>
            ${requestBlock(example, facts)}
          </section>`,
      )}
      <section aria-labelledby="${invalidRequest.id}">
        ${subheading(invalidRequest.id, invalidRequest.title)}
        <p>
          The response is an <a href="#errors">error</a>. The examples print both of its messages: with
          <code>--fail-with-body</code> curl prints them and exits with 22, Python’s <code>urlopen</code> raises an
          <code>HTTPError</code> whose body is the error, and in R the package <code>curl</code> returns the body of any
          status.
        </p>
        ${requestBlock(invalidRequest, facts)}
      </section>
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
      ${clientExample(facts)} ${reference.map(({ body }) => body)} ${heading('more', 'Feeds and files')}
      <ul>
        <li>
          <a href="${root}${apiDocumentPath('openapi.json')}">OpenAPI 3.1 document</a> and
          <a href="${root}${apiDocumentPath('index.json')}">service document</a>: for code generators and other
          programs.
        </li>
        <li>${featuresLink(facts)} for QGIS, GDAL, R, Python and other programs.</li>
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

/** A static site has features as files, without filters. */
function featuresLink({ target }: SiteFacts): Html {
  return target === 'compute'
    ? html`<a href="${root}${ogcRoot}?f=html">OGC API Features</a>: filters by area, time and values, and counts,`
    : html`<a href="${root}${featureFilesRoot}/index.json">Features as files</a>: all records and places as GeoJSON,`;
}

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

interface ApiDescription {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

interface PathItem {
  readonly parameters?: readonly Parameter[];
  readonly get: {
    readonly summary: string;
    readonly parameters: readonly (Parameter | { readonly $ref: string })[];
    readonly responses: { readonly '200': { readonly content: JsonObject } };
  };
}

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly example?: string | number;
  readonly schema: { readonly enum?: readonly string[]; readonly default?: string | number };
}

/**
 * A form for every request of the OpenAPI document whose response is JSON. A script of the page shows the fields of the
 * chosen request, writes its address and the command for curl, and adds the buttons that send and copy it.
 */
function requestForm(openApi: JsonObject): Html {
  const { paths, components } = openApi as unknown as ApiDescription;
  const requests = Object.entries(paths)
    .filter(([, { get }]) => mediaType in get.responses['200'].content)
    .map(([path, { get, parameters = [] }]) => ({
      path: apiRoot + path,
      summary: get.summary,
      fields: [...parameters, ...get.parameters]
        .map((each) => ('$ref' in each ? components.parameters[each.$ref.replace(/^.*\//, '')] : each))
        .filter((each) => each !== undefined)
        .filter((each) => each.in !== 'header'),
    }));
  return html`<form class="request request-form with-script" data-title="your own request" data-path="">
    <label>
      Request
      <select class="field" name="request">
        ${requests.map(({ path, summary }) => html`<option value="${path}">${summary}</option>`)}
      </select>
    </label>
    ${requests.map(
      ({ path, fields }) =>
        html`<fieldset data-request="${path}" hidden disabled>
          <legend><code>${path}</code></legend>
          ${fields.map(field)}
        </fieldset>`,
    )}
    <div class="request-actions">
      <a href="${root}${apiRoot}/"><code></code></a>
    </div>
    ${codeBlock('curl', undefined)}
  </form>`;
}

/** Plain text fields, so that a request with errors can be sent too. */
function field({ name, in: location, example, schema }: Parameter): Html {
  const hint = schema.default ?? example ?? '';
  return html`<label>
    <code>${name}</code>
    ${
      schema.enum
        ? html`<select class="field" name="${name}">
            ${location === 'query' ? html`<option></option>` : undefined}
            ${schema.enum.map((value) => html`<option>${value}</option>`)}
          </select>`
        : html`<input
            class="field"
            name="${name}"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            ${location === 'path' ? html`value="${hint}"` : html`placeholder="${hint}"`}
          />`
    }
  </label>`;
}
