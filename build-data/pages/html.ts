import { escapeMarkup } from '../../core/feeds/escape-markup.ts';

/** Markup that can be inserted into a page as it is, because all values from outside this project are escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Insertion = string | number | Html | undefined | readonly Insertion[];

/**
 * A template tag for HTML, with which the build writes all pages. Inserted values are escaped, unless they are `Html`.
 * Lists are inserted item by item, and undefined inserts nothing.
 */
export function html(parts: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  return new Html(parts.map((part, index) => part + renderInsertion(insertions[index])).join(''));
}

function renderInsertion(insertion: Insertion): string {
  if (insertion === undefined) return '';
  if (insertion instanceof Html) return insertion.text;
  if (typeof insertion === 'object') return insertion.map(renderInsertion).join('');
  return escapeMarkup(String(insertion), 'html');
}

/** JSON for a script element: nothing in it can end the element or begin a comment. */
export function scriptJson(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  );
}

/** A heading that links to itself, so that its URL can be copied. */
export function heading(id: string, label: string): Html {
  return html`<h2 id="${id}">${linkTo(id, label)}</h2>`;
}

export function subheading(id: string, label: string): Html {
  return html`<h3 id="${id}">${linkTo(id, label)}</h3>`;
}

function linkTo(id: string, label: string): Html {
  return html`<a class="anchor" href="#${id}">${label}</a>`;
}

/** Code that can be scrolled on narrow screens, even with the keyboard. A script of the page adds a button to copy it. */
export function codeBlock(label: string, code: Insertion): Html {
  return html`<div class="sample">
    <pre tabindex="0" role="group" aria-label="${label}"><code>${code}</code></pre>
  </div>`;
}

/** A table that can be scrolled on narrow screens, even with the keyboard. Its first column has the row headers. */
export function table(
  columnNames: readonly string[],
  rows: readonly (readonly Insertion[])[],
  { label = `Table: ${columnNames.join(', ')}`, numbers = [] as readonly number[] } = {},
): Html {
  const cellClass = (index: number): Html | undefined => (numbers.includes(index) ? html` class="number"` : undefined);
  return html`<div class="table" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${columnNames.map((name, index) => html`<th scope="col" ${cellClass(index)}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => (index === 0 ? html`<th scope="row" ${cellClass(index)}>${cell}</th>` : html`<td${cellClass(index)}>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
