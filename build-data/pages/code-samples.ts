import { documentPagePaths } from '../../core/storage/format/layout.ts';
import { exampleResponse, type ShownRequest } from './example-requests.ts';
import { html, type Html, type Insertion } from './html.ts';
import { rootFrom } from './page-frame.ts';
import type { SiteFacts } from './site-facts.ts';

const root = rootFrom(documentPagePaths.interface);

/** A request in several languages, and its response. A script of the page adds a button that sends it. */
export function requestBlock(example: ShownRequest, facts: SiteFacts): Html {
  const { id, title, path } = example;
  const answer = exampleResponse(id, facts);
  return html`<div class="request" data-path="${path}" data-title="${title}">
    <div class="request-actions">
      <a href="${root}${path}"><code>${path}</code></a>
    </div>
    ${codeSamples(facts.siteUrl, example)}
    ${
      answer === undefined
        ? undefined
        : html`<details class="shown-answer">
            <summary>Answer</summary>
            <pre tabindex="0" role="group" aria-label="Answer: ${title}">${withSiteAddress(facts.siteUrl, answer)}</pre>
          </details>`
    }
  </div>`;
}

/** An address in an example. A script replaces the root of the site by the address at which the page is read. */
function wholeAddress(siteUrl: string, path: string): Html {
  return html`<span class="site-address">${siteUrl}</span>${path}`;
}

/** A text in which the script replaces every occurrence of the root of the site. */
function withSiteAddress(siteUrl: string, text: string): Html {
  return html`${text.split(siteUrl).map((part, index) => (index === 0 ? part : wholeAddress(siteUrl, part)))}`;
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
    code: (siteUrl, path) => program(["curl '", wholeAddress(siteUrl, path), "' --fail-with-body"]),
  },
  {
    name: 'JavaScript',
    code: (siteUrl, path) =>
      program(
        ["const response = await fetch('", wholeAddress(siteUrl, path), "');"],
        'const answer = await response.json();',
        'if (response.ok) console.log(answer);',
        'else console.error(response.status, answer.ClientMessage, answer.DeveloperMessage);',
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
        ["    with urlopen('", wholeAddress(siteUrl, path), "') as response:"],
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
        ["response <- curl_fetch_memory('", wholeAddress(siteUrl, path), "')"],
        'answer <- fromJSON(rawToChar(response$content))',
        'if (response$status_code < 400) print(answer) else',
        '  cat(response$status_code, answer$ClientMessage, answer$DeveloperMessage)',
      ),
  },
];

/** The same request with the typed client. */
function clientProgram(siteUrl: string, call: string): Html {
  return program(
    ["import { CoastwatchClient } from '", wholeAddress(siteUrl, 'client/coastwatch-client.js'), "';"],
    '',
    ["const client = new CoastwatchClient('", wholeAddress(siteUrl, ''), "');"],
    `console.log(await client.${call});`,
  );
}

/** An example of what only the client offers: iterating over all records. */
export function clientExample({ siteUrl }: Pick<SiteFacts, 'siteUrl'>): Html {
  const code = program(
    ["import { CoastwatchClient } from '", wholeAddress(siteUrl, 'client/coastwatch-client.js'), "';"],
    '',
    ["const client = new CoastwatchClient('", wholeAddress(siteUrl, ''), "');"],
    "for await (const record of client.rawData.records({ sortOrder: 'asc' })) {",
    '  console.log(record.RawDataId, record.SightingDateTime);',
    '}',
  );
  return html`<div class="sample">
    <pre tabindex="0" role="group" aria-label="All records with the client"><code>${code}</code></pre>
  </div>`;
}

/** A request in several languages. The first one is open; only one is open at a time, even without scripts. */
export function codeSamples(siteUrl: string, { id, path, call }: ShownRequest): Html {
  const programs: (readonly [name: string, code: Html])[] = languages.map(({ name, code }) => [
    name,
    code(siteUrl, path),
  ]);
  if (call !== undefined) programs.push(['Client', clientProgram(siteUrl, call)]);
  const samples = programs.map(
    ([name, code], index) =>
      html`<details name="${id}-code" ${index === 0 ? html` open` : undefined}>
        <summary>${name}</summary>
        <div class="sample">
          <pre tabindex="0" role="group" aria-label="${name}"><code>${code}</code></pre>
        </div>
      </details>`,
  );
  return html`<div class="samples">${samples}</div>`;
}
