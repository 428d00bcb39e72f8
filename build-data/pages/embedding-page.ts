import { rawData } from '../../core/datasets/datasets.ts';
import { anyOrigin, embedDirectory, embedModulePath } from '../../core/http/embedding.ts';
import { historicalNotice } from '../../core/datasets/notices.ts';
import { documentPagePaths } from '../../core/storage/format/layout.ts';
import { recordsOf } from '../site/words.ts';
import { firstRecord } from './code-samples.ts';
import { codeBlock, heading, html, type Html, type Insertion, table } from './html.ts';
import { type PageContent, rootFrom, type SiteFacts, termsSection } from './page-frame.ts';

const root = rootFrom(documentPagePaths.embedding);

export function embeddingPage(facts: SiteFacts, metadata: unknown): PageContent {
  const { siteUrl, publication } = facts;
  const title = `Map of ${recordsOf(publication.site)}`;
  const { latitude, longitude } = firstRecord(facts.tables.find(({ dataset }) => dataset === rawData));
  const centre = `${latitude.toFixed(2)},${longitude.toFixed(2)}`;
  const url = (path: string): Html => html`<span class="site-address">${siteUrl}</span>${path}`;
  const { embedOrigins = [anyOrigin] } = facts;
  const species = publication.site.species.find(({ isOther, isUnidentified }) => !isOther && !isUnidentified);
  const example = species && `species=${encodeURIComponent(species.value)}&from=2019-01-01`;
  return {
    name: 'embedding',
    title: 'Embed the map',
    description: `How to show the map of ${recordsOf(publication.site)} on another website: an iframe or an element that loads when it is needed.`,
    contents: [
      ['iframe', 'As an iframe'],
      ['element', 'As an element'],
      ['parameters', 'Parameters'],
      ['policy', 'Content security policy'],
      ['terms', 'Terms of use'],
    ],
    metadata,
    lead: 'Show the map of a beach, a species or the whole coast on your own website, always with the newest data.',
    body: html`<p>
        The embedded map shows the records, the circle, their number, the notice “${historicalNotice}” and the credits,
        and links to the same view in the explorer. It sets no cookies and loads nothing from other sites. In the
        explorer, <strong>Share</strong> has the code for the view that you see.
        ${
          embedOrigins.includes(anyOrigin)
            ? 'Any site may embed it.'
            : `Sites that may embed it: ${embedOrigins.join(', ')}.`
        }
      </p>
      ${heading('iframe', 'As an iframe')}
      <p>Works on every site and needs no script. The page is at <code>${embedDirectory}</code>:</p>
      ${sample('Code of an iframe', [
        ['<iframe src="', url(`${embedDirectory}?c=${centre}&z=11&r=5000`), '"'],
        `  title="${title}" width="100%" height="400" frameborder="0" loading="lazy"`,
        '  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
      ])}
      ${heading('element', 'As an element')}
      <p>
        <code>&lt;coastwatch-map&gt;</code> loads the map when readers are about to see it, and shows a link if the map
        does not load. The style rule reserves the space until the script has run, so that nothing on your page moves:
      </p>
      ${sample('Code of the element', [
        ['<script type="module" src="', url(embedModulePath), '"></script>'],
        `<coastwatch-map centre="${centre}" zoom="11" radius="5000" height="400"`,
        [`  title="${title}"><a href="`, url(''), `">${title}</a></coastwatch-map>`],
      ])}
      ${sample('Style rule of the element', ['coastwatch-map { display: block; min-height: 400px; }'])}
      ${heading('parameters', 'Parameters')}
      <p>
        The page accepts the parameters of the explorer’s addresses: copy what follows the question mark. The circle of
        a search always fits in the map, so the same address suits frames of any size. The element has an attribute for
        each common one, and follows their changes:
      </p>
      ${table(
        ['Attribute', 'Meaning', 'Parameter'],
        [
          [code('place'), 'Identifier of a place; its circle is shown', code('place')],
          [code('centre'), 'Latitude and longitude of the middle of the map', code('c')],
          [code('zoom'), 'From 3 (continent) to 18 (street)', code('z')],
          [
            code('radius'),
            'Radius of the circle in metres, around the place or the centre',
            html`${code('around')} or ${code('r')}`,
          ],
          [code('query'), `Any other parameters${example === undefined ? '' : `, such as ${example}`}`, ''],
          [code('height'), 'In pixels; 400 by default, at least 120', ''],
          [code('title'), 'Accessible name of the map', ''],
        ],
        { label: 'Attributes of the element' },
      )}
      <p>
        On a phone, readers scroll past the map with one finger, and move it with two; the wheel zooms while Ctrl or ⌘
        is pressed.
      </p>
      ${heading('policy', 'Content security policy')}
      <p>
        If your site has a content security policy, allow this site in <code>frame-src</code>, and for the element in
        <code>script-src</code>. Neither needs <code>unsafe-inline</code>:
      </p>
      ${sample('Content security policy', [['Content-Security-Policy: frame-src ', url(''), '; script-src ', url('')]])}
      ${termsSection(root, publication)}`,
  };
}

function code(text: string): Html {
  return html`<code>${text}</code>`;
}

function sample(label: string, lines: readonly Insertion[]): Html {
  return codeBlock(
    label,
    lines.map((line, index) => (index === 0 ? line : ['\n', line])),
  );
}
