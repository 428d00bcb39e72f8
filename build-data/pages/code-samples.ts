import type { ExampleRequest } from './example-requests.ts';
import { html, type Html, type Insertion } from './html.ts';

/** The root of the site in an example: a script of the page puts the address in at which the page is read. */
function wholeAddress(siteUrl: string, path: string): Html {
  return html`<span class="site-address">${siteUrl}</span>${path}`;
}

/** The lines of a program. A template of several lines would be laid out anew by formatters, as HTML is. */
const program = (...lines: readonly (string | readonly Insertion[])[]): Html =>
  html`${lines.map((line, index) => (index === 0 ? line : ['\n', line]))}`;

const languages: readonly {
  readonly name: string;
  /** Paths of requests hold no quotation marks, backslashes or spaces, so they stand in each language as they are. */
  readonly code: (siteUrl: string, request: ExampleRequest) => Html;
}[] = [
  { name: 'curl', code: (siteUrl, { path }) => program(["curl '", wholeAddress(siteUrl, path), "'"]) },
  {
    name: 'JavaScript',
    code: (siteUrl, { call }) =>
      program(
        ["import { CoastwatchClient } from '", wholeAddress(siteUrl, 'client/coastwatch-client.js'), "';"],
        '',
        ["const client = new CoastwatchClient('", wholeAddress(siteUrl, ''), "');"],
        `console.log(await client.${call});`,
      ),
  },
  {
    name: 'Python',
    code: (siteUrl, { path }) =>
      program(
        'import json',
        'from urllib.request import urlopen',
        '',
        ["with urlopen('", wholeAddress(siteUrl, path), "') as response:"],
        '    print(json.load(response))',
      ),
  },
  {
    name: 'R',
    code: (siteUrl, { path }) =>
      program('library(jsonlite)', '', ["answer <- fromJSON('", wholeAddress(siteUrl, path), "')"], 'print(answer)'),
  },
];

/** A request in several languages, the first of them open; one at a time, also where no script runs. */
export function codeSamples(siteUrl: string, request: ExampleRequest): Html {
  const samples = languages.map(({ name, code }, index) => {
    const text = html`<code>${code(siteUrl, request)}</code>`;
    return html`<details name="${request.id}-code" ${index === 0 ? html` open` : undefined}>
      <summary>${name}</summary>
      <div class="sample">
        <pre tabindex="0" role="group" aria-label="${name}">${text}</pre>
      </div>
    </details>`;
  });
  return html`<div class="samples">${samples}</div>`;
}
