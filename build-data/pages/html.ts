import { escapeMarkup } from '../documents/escape-markup.ts';

/** HTML that this project wrote, with whatever else stands in it escaped. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Insertion = string | number | Html | undefined | readonly Insertion[];

/**
 * A template of HTML: what is put into it is text, and escaped, unless it is HTML made by this function. Lists are put in
 * piece by piece; undefined is nothing. The one way in which pages of the build are written.
 */
export function html(parts: TemplateStringsArray, ...insertions: readonly Insertion[]): Html {
  let text = parts[0] ?? '';
  for (const [index, insertion] of insertions.entries()) text += textOf(insertion) + (parts[index + 1] ?? '');
  return new Html(text);
}

function textOf(insertion: Insertion): string {
  if (insertion === undefined) return '';
  if (insertion instanceof Html) return insertion.text;
  if (typeof insertion === 'object') return insertion.map(textOf).join('');
  return escapeMarkup(String(insertion), 'html');
}

/** JSON as the text of a script element: nothing in it ends the element, or begins a comment. */
export function scriptJson(value: unknown): Html {
  return new Html(
    JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029'),
  );
}
