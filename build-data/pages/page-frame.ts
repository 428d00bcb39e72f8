import type { SiteRules } from '../../core/datasets/site.ts';
import { historicalNotice, shortNotice } from '../../core/datasets/notices.ts';
import {
  catalogPath,
  dataPackagePath,
  documentPageLabels,
  documentPagePaths,
  pagePath,
  feedPath,
  socialCardPath,
} from '../../core/storage/format/layout.ts';
import type { BaseMap } from '../../core/http/base-maps.ts';
import { formatDay } from '../format-text.ts';
import type { Publication, Rights } from '../publication.ts';
import { OutputError } from '../write/output-error.ts';
import type { RecordTable } from '../write/record-table.ts';
import { styleOf } from '../site/colours.ts';
import type { SiteFile } from '../site/site-file.ts';
import { mainRecords, recordsOf } from '../site/words.ts';
import { withContentSecurityPolicy } from './content-security-policy.ts';
import { heading, html, type Html, scriptJson } from './html.ts';

export interface SiteFacts {
  /** The URL of the site's root, ending in a slash. */
  readonly siteUrl: string;
  readonly sample: boolean;
  readonly rules: SiteRules;
  readonly target: 'static' | 'compute';
  /** ISO 8601, UTC. */
  readonly builtAt: string;
  readonly dataVersion: string;
  /** When this version of the data was first built, ISO 8601, UTC. Building the same data again does not change it. */
  readonly modifiedAt: string;
  readonly publication: Publication;
  readonly tables: readonly RecordTable[];
  /** The sources of `frame-ancestors` for the page that other sites embed; undefined for any. */
  readonly embedOrigins?: readonly string[] | undefined;
}

/** Whether the site was built without its public URL, so that it has the default one on this machine. */
export function isSiteUrlUnknown({ siteUrl }: SiteFacts): boolean {
  return /^https?:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(siteUrl);
}

export type PageName = keyof typeof documentPagePaths;

/** The content of a documentation page, without the parts that all pages share. */
export interface PageContent {
  readonly name: PageName;
  readonly title: string;
  readonly description: string;
  /** A sentence below the title that says what the page is for. */
  readonly lead: string;
  /** The table of contents: headings by their ids; empty for a short page. */
  readonly contents: readonly (readonly [id: string, label: string])[];
  readonly body: Html;
  /** JSON-LD for search engines. */
  readonly metadata?: unknown;
}

export const headPlaceholder = '<!--coastwatch-head-->';
const bodyPlaceholder = '<!--coastwatch-body-->';

/** The relative path from a page to the root of the site, "../" or "../../", so that pages work under any base path. */
export function rootFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 1);
}

/** Fills the template with a page. Throws OutputError when the template lacks a placeholder. */
export function fillTemplate(template: string, content: PageContent, facts: SiteFacts): string {
  const root = rootFrom(documentPagePaths[content.name]);
  const page = fillFrame(template, root, head(content, root, facts), body(content, root, facts));
  return withColours(page, facts.publication.site);
}

/** Fills the template with a head and a body. `root` is the path from the page to the root of the site. */
export function fillFrame(template: string, root: string, headHtml: Html, bodyHtml: Html): string {
  for (const placeholder of [headPlaceholder, bodyPlaceholder]) {
    if (template.split(placeholder).length !== 2)
      throw new OutputError(
        `the page template must contain ${placeholder} exactly once: run npm run build:programs again.`,
      );
  }
  const [beforeHead = '', afterHead = ''] = template
    .replaceAll(/(href|src)="\.\//g, `$1="${root}`)
    .split(headPlaceholder);
  const [beforeBody = '', afterBody = ''] = afterHead.split(bodyPlaceholder);
  return beforeHead + headHtml.text + beforeBody + bodyHtml.text + afterBody;
}

function head(
  { name, title, description, metadata }: PageContent,
  root: string,
  { siteUrl, sample, publication }: SiteFacts,
): Html {
  const { site } = publication;
  const url = siteUrl + pagePath(name);
  return html`<title>${title} – ${site.title}${sample ? ' (sample)' : ''}</title>
    <meta name="description" content="${description}" />
    <link rel="canonical" href="${url}" />
    <link
      rel="alternate"
      type="application/atom+xml"
      title="Newest ${mainRecords(site)}"
      href="${root}${feedPath('atom')}"
    />
    <link
      rel="alternate"
      type="application/feed+json"
      title="Newest ${mainRecords(site)}"
      href="${root}${feedPath('json')}"
    />
    <link rel="describedby" type="application/ld+json" href="${root}${catalogPath}" />
    <link rel="describedby" type="application/json" href="${root}${dataPackagePath}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${site.title}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${description}" />
    <meta property="og:url" content="${url}" />
    ${cardImage(siteUrl, site)}
    ${
      metadata === undefined
        ? undefined
        : html`<script type="application/ld+json">
            ${scriptJson(metadata)}
          </script>`
    }`;
}

/** The preview image that social media show with a link to the site, if the site has one. */
export function cardImage(siteUrl: string, site: SiteFile): Html | undefined {
  const alternative = `${site.title}: ${recordsOf(site)} and places of the ${site.region.adjective} coast`;
  return site.card === undefined
    ? undefined
    : html`<meta property="og:image" content="${siteUrl}${socialCardPath}" />
        <meta property="og:image:alt" content="${alternative}" />
        <meta name="twitter:card" content="summary_large_image" />`;
}

/** The page with the colours of its site, which its policy allows. */
export function withColours(page: string, { colours = {} }: SiteFile, baseMaps: readonly BaseMap[] = []): string {
  const style = styleOf(colours);
  if (style === undefined) return page;
  return withContentSecurityPolicy(page.replace('</head>', `<style>${style}</style></head>`), baseMaps);
}

/** The body of a page. A page that is not part of the documentation has no name. */
export function body(content: Omit<PageContent, 'name'> & Partial<PageContent>, root: string, facts: SiteFacts): Html {
  const { name, title, lead, contents, body: text } = content;
  const { positions } = facts.publication.site;
  const entries = documentPageLabels.map(
    ([page, label]) =>
      html`<li>
        <a href="${root}${pagePath(page)}" ${page === name ? html` aria-current="page"` : undefined}>${label}</a>
      </li>`,
  );
  return html`<a class="skip-link" href="#text">Skip to content</a>
    <header>
      <div class="banner" data-root="${root}">
        <a class="banner-name" href="${root}">${facts.publication.site.title}</a>
        <nav aria-label="Pages">
          <ul>
            <li><a href="${root}">Map</a></li>
            ${entries}
          </ul>
        </nav>
      </div>
      <div class="notice">
        <p>
          ${facts.sample ? html`<strong>${shortNotice}</strong> ` : undefined}${historicalNotice} ${positions?.notice}
          <a href="${root}${pagePath('dictionary')}#positions"
            >${positions ? 'How positions were derived' : 'Positions'}</a
          >
        </p>
      </div>
    </header>
    <div class="columns">
      ${contents.length === 0 ? undefined : contentsList(contents)}
      <main id="text" tabindex="-1">
        <h1>${title}</h1>
        <p class="lead">${lead}</p>
        ${contents.length === 0 ? undefined : foldedContents(contents)} ${text}
      </main>
    </div>
    <footer class="foot">
      Data version <code>${facts.dataVersion}</code>, built
      <time datetime="${facts.builtAt}">${formatDay(facts.builtAt)}</time> · ${rights(facts.publication)}
      <a href="${root}${pagePath('dictionary')}#terms">Terms of use</a>
    </footer>`;
}

function rights({ publisher, attribution, licenceUrl }: Rights): Html {
  return html`${publisher === undefined ? undefined : `Published by ${publisher.name} · `}
  ${attribution === undefined ? undefined : `${attribution} · `}
  ${licenceUrl === undefined ? undefined : html`<a href="${licenceUrl}" rel="license">Licence of the data</a> ·`}`;
}

function contentsList(contents: PageContent['contents']): Html {
  return html`<nav class="contents" aria-labelledby="contents">
    <h2 id="contents">On this page</h2>
    ${contentsLinks(contents)}
  </nav>`;
}

/** The table of contents below the title on narrow screens, where the other one is hidden. */
function foldedContents(contents: PageContent['contents']): Html {
  return html`<nav class="folded-contents" aria-label="On this page">
    <details>
      <summary>On this page</summary>
      ${contentsLinks(contents)}
    </details>
  </nav>`;
}

function contentsLinks(contents: PageContent['contents']): Html {
  return html`<ul>
    ${contents.map(([id, label]) => html`<li><a href="#${id}">${label}</a></li>`)}
  </ul>`;
}

/**
 * A section with the terms of use and the rights that the publisher has stated. `root` is the path to the site's root.
 */
export function termsSection(root: string, publication: Publication): Html {
  return html`${heading('terms', 'Terms of use')}
    <ol>
      ${publication.site.terms.map((term) => html`<li>${term}</li>`)}
    </ol>
    <p>
      Read the <a href="${root}${pagePath('dictionary')}">data dictionary</a>, and
      <a href="${root}${pagePath('dictionary')}#positions">how positions were derived</a>.
    </p>
    ${statedRightsList(publication)}`;
}

/** The rights that the publisher has stated, or a note that no licence was stated. */
function statedRightsList({ licenceUrl, publisher, attribution }: Rights): Html {
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
