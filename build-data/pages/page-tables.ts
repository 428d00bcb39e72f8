import { html, type Html, type Insertion } from './html.ts';

/** A table that scrolls by itself where the page is too narrow, also by keys; its first column heads each row. */
export function table(
  heads: readonly string[],
  rows: readonly (readonly Insertion[])[],
  { label = `Table: ${heads.join(', ')}`, numbers = [] as readonly number[] } = {},
): Html {
  const kind = (index: number): Html | undefined => (numbers.includes(index) ? html` class="number"` : undefined);
  return html`<div class="table" tabindex="0" role="group" aria-label="${label}">
    <table>
      <thead>
        <tr>
          ${heads.map((head, index) => html`<th scope="col" ${kind(index)}>${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, index) => (index === 0 ? html`<th scope="row" ${kind(index)}>${cell}</th>` : html`<td${kind(index)}>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
