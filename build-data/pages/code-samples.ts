import { html, type Html } from './html.ts';

/** The root of the site in an example: a script of the page puts the address in at which the page is read. */
function wholeAddress(siteUrl: string, path: string): Html {
  return html`<span class="site-address">${siteUrl}</span>${path}`;
}

const languages: readonly {
  readonly name: string;
  /** Paths of requests hold no quotation marks, backslashes or spaces, so they stand in each language as they are. */
  readonly code: (address: Html) => Html;
}[] = [
  { name: 'curl', code: (address) => html`curl '${address}'` },
  {
    name: 'JavaScript',
    code: (address) =>
      html`const response = await fetch('${address}'); const answer = await response.json(); if (!response.ok) throw new
      Error(answer.DeveloperMessage); console.log(answer);`,
  },
  {
    name: 'Python',
    code: (address) =>
      html`import json from urllib.request import urlopen with urlopen('${address}') as response: answer =
      json.load(response) print(answer)`,
  },
  {
    name: 'R',
    code: (address) => html`library(jsonlite) answer <- fromJSON('${address}') print(answer)`,
  },
];

/** A request in several languages, the first of them open; one at a time, also where no script runs. */
export function codeSamples(siteUrl: string, path: string, group: string): Html {
  const samples = languages.map(
    ({ name, code }, index) =>
      html`<details name="${group}-code" ${index === 0 ? html` open` : undefined}>
        <summary>${name}</summary>
        <div class="sample">
          <pre tabindex="0" role="group" aria-label="${name}"><code>${code(wholeAddress(siteUrl, path))}</code></pre>
        </div>
      </details>`,
  );
  return html`<div class="samples">${samples}</div>`;
}
