import { datasets } from '../../core/datasets/index.ts';
import {
  completeArrayPath,
  documentPagePaths,
  interfaceDocumentPath,
  recordPath,
  staticPagePath,
  staticPageSize,
} from '../../core/storage/layout.ts';
import { clientExample } from './code-samples.ts';
import { dataOf, headers, problemRows, promise } from './api-page-parts.ts';
import { rulesOfRequests } from './api-page-rules.ts';
import { exampleRequests } from './example-requests.ts';
import { heading, subheading } from './headings.ts';
import { html, type Html } from './html.ts';
import { addressOf, rootFrom, type PageContent } from './page-frame.ts';
import { table } from './page-tables.ts';
import { requestBlock } from './request-block.ts';
import { termsSection } from './terms-section.ts';
import { mistakenRequest } from './shown-answers.ts';
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
      'The JSON interface to shark records and coastal places of Western Australia: every request with an example to send, parameters, errors, paging, distance and caching.',
    contents: [
      ['first-request', 'First request'],
      ['terms', 'Terms of use'],
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
      ['client', 'JavaScript client'],
      ['static-files', 'Static files'],
      ['limits', 'Limits'],
      ['more', 'Feeds and files'],
    ],
    metadata,
    lead: 'Two datasets as JSON over plain GET requests: no key, no sign-up, and scripts of any origin may call it.',
    body: html` ${dataOf(facts)} ${heading('first-request', 'First request')}
      <p>
        Copy a line and run it, or open the address in a browser.
        <span class="with-script">Or press Send: the answer comes from this site.</span>
      </p>
      ${first === undefined ? undefined : html`<div id="${first.id}">${requestBlock(first, facts)}</div>`}
      <p>
        To write requests of your own and see their answers, use the <a href="${root}api.html">request page</a>; it
        needs scripts.
      </p>
      ${isAddressUnknown(facts) ? html`<p class="notice-box address-note">This site was built without its public address, so examples name <code>${facts.siteUrl}</code>. Put the address of the site in its place.</p>` : undefined}
      ${termsSection(root, facts.publication)} ${promise} ${heading('requests', 'Requests')}
      <p>
        Every path stands below the root of the site. Names of datasets and parameters match without regard to case;
        <code>webapi/v1</code> is lower case. A slash may follow the dataset and the identifier.
      </p>
      ${facts.target === 'static' ? html`<p class="notice-box">This site also works on hosts that only send files. Requests with parameters are then answered only in a browser in which this site’s service worker runs; the paths under <a href="#static-files">static files</a> work everywhere.</p>` : undefined}
      ${examples.slice(1).map(
        (example) =>
          html`<section aria-labelledby="${example.id}">
            ${subheading(example.id, example.title)}
            <p>${example.meaning}</p>
            ${requestBlock(example, facts)}
          </section>`,
      )}
      ${rulesOfRequests()} ${heading('errors', 'Errors')}
      <p>
        Every error is JSON with five keys: <code>DeveloperMessage</code> says what is wrong with the request,
        <code>ClientMessage</code> what to tell a person; <code>StackTrace</code> and <code>ErrorLink</code> are always
        null, <code>ErrorNumber</code> is always <code>"0"</code>. Decide by the status: the wording may change. Several
        faults of one request are named together. The examples read both messages: with
        <code>--fail-with-body</code> curl prints them and exits with 22, Python’s <code>urlopen</code> raises an
        <code>HTTPError</code> whose body is the error, and in R the package <code>curl</code> returns the body of any
        status.
      </p>
      <div id="${mistakenRequest.id}">${requestBlock(mistakenRequest, facts)}</div>
      ${table(['Status', 'When, and its name in the OpenAPI document', 'For a person'], problemRows())}
      ${heading('headers', 'Headers')}
      ${table(
        ['Header', 'Meaning'],
        headers.map(([name, meaning]) => [html`<code>${name}</code>`, meaning]),
      )}
      ${heading('caching', 'Caching')}
      <p>
        Keep an answer with its <code>ETag</code>, and send that back in <code>If-None-Match</code> for the same
        address: status 304 without a body means that it still holds. Each answer comes from one version of the data,
        named in <code>X-Data-Version</code>; the same records give the same version. Every new version changes every
        tag. A host may take up to five seconds to notice a new version.
      </p>
      ${heading('client', 'JavaScript client')}
      <p>
        <a href="${root}client/coastwatch-client.js">coastwatch-client.js</a> is a small module without dependencies,
        with <a href="${root}client/coastwatch-client.d.ts">types for TypeScript</a>. It goes through pages, asks again
        when the service is not available, throws errors that say their reason, and notices when new data comes in
        between two pages.
      </p>
      <p>
        Browsers and Deno import it from this site. For Node, save the two files beside your program, import
        <code>./coastwatch-client.js</code>, and let your <code>package.json</code> say <code>"type": "module"</code>.
      </p>
      ${clientExample(facts)} ${heading('static-files', 'Static files')} ${staticFiles()} ${heading('limits', 'Limits')}
      <p>
        There is no key, no quota and no largest page; a host may limit the length of an address or the requests a
        minute. Range requests are not supported: an answer comes whole. Numbers are doubles, identifiers integers up to
        9,007,199,254,740,991. Allowed methods are GET, HEAD, which answers without the body, and OPTIONS.
      </p>
      ${heading('more', 'Feeds and files')}
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

function staticFiles(): Html {
  const rows = datasets.flatMap(({ name }) => [
    [link(completeArrayPath(name)), 'the complete dataset, descending'],
    [html`<code>${recordPath(name, '{id}')}</code>`, 'one record'],
    [
      link(staticPagePath(name, 'desc', 1)),
      `page 1 of ${staticPageSize} records, descending; its links lead to the other pages`,
    ],
    [link(staticPagePath(name, 'asc', 1)), 'the same, ascending'],
  ]);
  return html`<p>
      If you only fetch files, you need no parameters: these paths work on every host and take none. The links of a page
      may be relative to its own address, so resolve them: <code>new URL(link, response.url)</code> in JavaScript,
      <code>urljoin(url, link)</code> from <code>urllib.parse</code> in Python.
    </p>
    ${table(['Path', 'Content'], rows)}`;
}

function link(path: string): Html {
  return html`<a href="${root}${path}"><code>${path}</code></a>`;
}
