import { html, type Html } from './html.ts';

/** A heading that is a link to itself: to copy the address of a part from. */
export function heading(id: string, words: string): Html {
  return html`<h2 id="${id}">${linkTo(id, words)}</h2>`;
}

/** Likewise, of a part of a part. */
export function subheading(id: string, words: string): Html {
  return html`<h3 id="${id}">${linkTo(id, words)}</h3>`;
}

function linkTo(id: string, words: string): Html {
  return html`<a class="anchor" href="#${id}">${words}</a>`;
}
