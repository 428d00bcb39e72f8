import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { Publication } from '../publication.ts';
import { heading } from './headings.ts';
import { html, type Html } from './html.ts';
import { addressOf } from './page-frame.ts';

/** The terms of use under a heading of their own, and what the publisher stated; `root` leads to the root of the site. */
export function termsSection(root: string, publication: Publication): Html {
  return html`${heading('terms', 'Terms of use')}
    <ol>
      ${termsOfUse.map((term) => html`<li>${term}</li>`)}
    </ol>
    <p>
      Read the <a href="${root}${addressOf('dictionary')}">data dictionary</a>, and
      <a href="${root}${addressOf('dictionary')}#positions">how positions were derived</a>.
    </p>
    ${statedRightsList(publication)}`;
}

/** What the publisher stated about the data, or that no licence was stated. */
function statedRightsList({ licenceUrl, publisher, attribution }: Publication): Html {
  const publisherName =
    publisher?.url === undefined ? publisher?.name : html`<a href="${publisher.url}">${publisher.name}</a>`;
  const licence =
    licenceUrl === undefined
      ? 'The publisher of this site has not stated a licence for the data.'
      : html`Licence of the data: <a href="${licenceUrl}" rel="license">${licenceUrl}</a>`;
  return html`<ul>
    ${publisherName === undefined ? undefined : html`<li>Published by ${publisherName}</li>`}
    <li>${licence}</li>
    ${attribution === undefined ? undefined : html`<li>Attribution: ${attribution}</li>`}
  </ul>`;
}
