const longestShown = 80;

/**
 * A value as one short line for a person: text in quotes, control, direction and other invisible characters escaped,
 * so that data can neither garble a terminal nor hide in it.
 */
export function showValue(value: unknown): string {
  if (typeof value === 'string') return `"${escapeText(shorten(value))}"`;
  if (typeof value === 'number') return String(value);
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return escapeText(String(value));
}

/** A value as one short line, preferably as its file writes it. */
export function showAsGiven(value: unknown, textInFile: string | undefined): string {
  return textInFile === undefined ? showValue(value) : escapeText(shorten(textInFile));
}

/** Text for a person with every invisible character but the space escaped; not shortened. */
export function escapeText(text: string): string {
  return text.replace(/[\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

function shorten(text: string): string {
  return text.length <= longestShown ? text : `${text.slice(0, longestShown)}…`;
}
