import { html } from './html.ts';
import { addressOf, body, fillFrame, type PageContent, type PageName } from './page-frame.ts';
import { siteName, type SiteFacts } from './site-facts.ts';

const waysOn: readonly (readonly [name: PageName, words: string, meaning: string])[] = [
  ['interface', 'API', 'requests, parameters and errors, for programs'],
  ['dictionary', 'Data dictionary', 'what each field means, and the terms of use'],
  ['downloads', 'Downloads', 'each dataset as a file, and feeds of the newest records'],
  ['changes', 'Changes', 'what each version of the data changed'],
];

function missingPage(root: string): Omit<PageContent, 'name'> {
  return {
    title: 'Page not found',
    description: 'There is no page at this address.',
    contents: [],
    lead: 'There is no page at this address. It may have been moved, or the address may be incomplete.',
    body: html`<p>Continue with:</p>
      <ul>
        <li><a href="${root}">Map</a>: shark records and coastal places of Western Australia</li>
        ${waysOn.map(
          ([name, words, meaning]) => html`<li><a href="${root}${addressOf(name)}">${words}</a>: ${meaning}</li>`,
        )}
      </ul>`,
  };
}

/**
 * The page for unknown addresses. It is shown at any address, so its links begin with the base path of the site, and it
 * has no scripts, which could be requested from the wrong place. Throws OutputError as `fillTemplate` does.
 */
export function fillMissingPage(template: string, facts: SiteFacts): string {
  const root = new URL(facts.siteUrl).pathname;
  const content = missingPage(root);
  const head = html`<title>${content.title} – ${siteName}</title>
    <meta name="robots" content="noindex" />
    <meta name="description" content="${content.description}" />`;
  const withoutScripts = template.replaceAll(/\s*<(?:script\b[^>]*><\/script|link rel="modulepreload"[^>]*)>/g, '');
  return fillFrame(withoutScripts, root, head, body(content, root, facts));
}
