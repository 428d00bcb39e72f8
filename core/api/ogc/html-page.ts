import { rawData } from '../../datasets/datasets.ts';
import type { Site } from '../../datasets/site.ts';
import { historicalNotice, shortNotice } from '../../datasets/notices.ts';
import { escapeMarkup } from '../../feeds/escape-markup.ts';
import type { Cell, Link, OgcDocument, OgcRequest } from './document.ts';

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;margin:1rem}div{overflow:auto}table{border-collapse:collapse}' +
  'th,td{border:1px solid;padding:.25rem .5rem;text-align:left;vertical-align:top}';
/** The hash of the style, which a test compares. */
export const styleHash = 'sha256-D3DLVodMBH/muKWw7uw9+19ZPELIu01yywr6b5rCXxs=';

/** The content security policy of all pages: they have one style and nothing else. */
export const htmlPolicy =
  `default-src 'none'; style-src '${styleHash}'; base-uri 'none'; form-action 'none'; ` + "frame-ancestors 'none'";

const escape = (text: string): string => escapeMarkup(text, 'html');

/** A page with the table of a document and its links. It needs no scripts. */
export function htmlPage(document: OgcDocument, request: OgcRequest, site: Site, isSample: boolean): string {
  const { title, description, columns, rows, links } = document;
  const { root, siteUrl } = request;
  const anchors = [
    { href: `${root}?f=html`, title: 'Start' },
    { href: siteUrl + mapQueryOf(request), title: 'Map' },
    ...links.filter(({ rel }) => rel !== 'self').map((link) => ({ href: asHtml(link, root), title: link.title })),
  ];
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escape(title)} – ${escape(site.title)}</title><style>${style}</style></head><body><h1>${escape(title)}</h1>`,
    description === undefined ? '' : `<p>${escape(description)}</p>`,
    `<ul>${anchors.map((link) => `<li><a href="${escape(link.href)}">${escape(link.title)}</a></li>`).join('')}</ul>`,
    rows.length === 0 ? '' : tableOf(columns, rows, escape(root)),
    `<p>${escape(isSample ? `${shortNotice} ${historicalNotice}` : historicalNotice)}</p></body></html>\n`,
  ].join('');
}

/** A link within this API leads to the page, not to the JSON, which the alternate link is for. */
function asHtml({ href, rel }: Link, root: string): string {
  if (rel === 'alternate' || !href.startsWith(root)) return href;
  const url = new URL(href);
  url.searchParams.set('f', 'html');
  return url.href;
}

function tableOf(columns: readonly string[], rows: readonly (readonly Cell[])[], root: string): string {
  const row = (cells: readonly Cell[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cellText(cell, root)}</${tag}>`).join('')}</tr>`;
  return `<div><table>${row(columns, 'th')}${rows.map((cells) => row(cells, 'td')).join('')}</table></div>`;
}

/** A URL is a link; one of this API is shown as the last part of its path. */
function cellText(cell: Cell, root: string): string {
  const text = escape(String(cell ?? ''));
  if (!/^https?:\/\/\S+$/.test(text)) return text;
  const label = text.startsWith(root) ? text.replace(/\?.*$/, '').replace(/^.*\//, '') : text;
  return `<a href="${text}">${label}</a>`;
}

/** What the URL of the map can contain too: one feature, or the circle and the days of a search, if that is all of it. */
function mapQueryOf({ name, featureId, collection, url: { searchParams: search } }: OgcRequest): string {
  if (name === 'feature') return `?${collection.dataset === rawData ? 'record' : 'place'}=${featureId}`;
  const [longitude, latitude] = (search.get('near') ?? '').split(',');
  const within = search.get('within');
  const [from, to = from] = (search.get('datetime') ?? '').split('/').map((day) => /^\d{4}-\d\d-\d\d$/.exec(day)?.[0]);
  const names: string[] = [];
  search.forEach((_, key) => names.push(key));
  const isExpressed = names.every((key) => expressedParameters.includes(key));
  if (!isExpressed || (search.has('datetime') && !(from && to)) || (search.has('near') && within === null)) return '';
  const parts = {
    c: longitude && latitude && `${latitude},${longitude}`,
    r: latitude && within,
    from,
    to,
  };
  const query = new URLSearchParams(Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1])));
  return query.size === 0 ? '' : `?${query.toString()}`;
}

const expressedParameters = ['f', 'near', 'within', 'datetime', 'limit', 'offset', 'data-version'];
