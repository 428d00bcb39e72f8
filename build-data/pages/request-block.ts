import { documentPagePaths } from '../../core/storage/layout.ts';
import { codeSamples, withSiteAddress } from './code-samples.ts';
import type { ShownRequest } from './example-requests.ts';
import { html, type Html } from './html.ts';
import { rootFrom } from './page-frame.ts';
import { shownAnswer } from './shown-answers.ts';
import type { SiteFacts } from './site-facts.ts';

const root = rootFrom(documentPagePaths.interface);

/** A request to send, in several languages, and what it is answered; a script of the page adds what sends it. */
export function requestBlock(example: ShownRequest, facts: SiteFacts): Html {
  const { id, title, path } = example;
  const answer = shownAnswer(id, facts);
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
