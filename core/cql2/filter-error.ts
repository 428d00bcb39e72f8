/**
 * Says why a filter is refused. The message is a sentence without a full stop and names the position if it is known: a character of
 * the text, counted from 1 in UTF-16 code units, or a JSONPath such as `$.args[1]`.
 */
export class FilterError extends Error {
  constructor(message: string, position?: string) {
    super(`filter${position === undefined ? '' : `, ${position}`}: ${message}`);
    this.name = 'FilterError';
  }
}

const maximumExcerptLength = 40;

/** A part of a filter for a message, truncated to 40 characters. */
export function excerpt(text: string): string {
  const characters = Array.from(text.slice(0, maximumExcerptLength * 2 + 1));
  return characters.length <= maximumExcerptLength ? text : `${characters.slice(0, maximumExcerptLength).join('')}…`;
}
