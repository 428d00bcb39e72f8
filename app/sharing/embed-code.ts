import { initialView, type ViewState } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';

const heightInPixels = 400;
/** The permissions that the embedded map needs; it asks for none of the reader's. */
const sandbox = 'allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox';

/** The HTML with which another page shows the map of a view. */
export interface EmbedCode {
  readonly iframe: string;
  /** The element `<coastwatch-map>` and the script that defines it. */
  readonly element: string;
}

/** `siteUrl` ends in a slash. `title` is the accessible name of the map on the other page. */
export function embedCodeOf(view: ViewState, siteUrl: string, title: string): EmbedCode {
  // The embedded map has no list, so these parameters would have no effect.
  const query = writeView({ ...view, tab: initialView.tab, sort: initialView.sort });
  const src = new URL(`embed/${query}`, siteUrl).href;
  const size = { width: '100%', height: String(heightInPixels) };
  const module = new URL('embed/coastwatch-map.js', siteUrl).href;
  const link = new URL(query, siteUrl).href;
  return {
    iframe: `<iframe ${attributes({ src, title, ...size, frameborder: '0', loading: 'lazy', sandbox })}></iframe>`,
    element:
      `<script type="module" src="${escape(module)}"></script>\n` +
      `<coastwatch-map ${attributes({ ...attributesOf(query), height: size.height, title })} ` +
      `style="display:block;min-height:${heightInPixels}px">\n  <a href="${escape(link)}">${escape(title)}</a>\n</coastwatch-map>`,
  };
}

/** The attributes of the element for a query string; `query` has the parameters without an attribute of their own. */
function attributesOf(query: string): Record<string, string> {
  const rest = new URLSearchParams(query);
  const take = (parameter: string): string => {
    const value = rest.get(parameter) ?? '';
    rest.delete(parameter);
    return value;
  };
  const [place, centre, zoom] = [take('place'), take('c'), take('z')];
  // With a place, the attribute is the radius around it, unless there is also a search.
  const hasSearch = rest.has('r') || rest.has('at');
  const radius = place !== '' && !hasSearch ? take('around') : place === '' ? take('r') : '';
  const named = { place, centre, zoom, radius, query: rest.toString().replaceAll('%2C', ',') };
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ''));
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escape(value)}"`)
    .join(' ');
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
