const maxShownLength = 80;

/**
 * A value as one short line for people. Text is quoted, and control, direction and other invisible characters are
 * escaped, so that data can neither garble a terminal nor be invisible there.
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

/** The value's text in the file as one short line or, if that text is unknown, the value as `showValue` shows it. */
export function showAsGiven(value: unknown, textInFile: string | undefined): string {
  return textInFile === undefined ? showValue(value) : escapeText(shorten(textInFile));
}

/** Text for people, with every invisible character except the space escaped. Not shortened. */
export function escapeText(text: string): string {
  return text.replace(/[\p{C}\p{Z}]/gu, (character) => {
    if (character === ' ') return character;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === '\t') return '\\t';
    return `\\u{${Number(character.codePointAt(0)).toString(16)}}`;
  });
}

function shorten(text: string): string {
  return text.length <= maxShownLength ? text : `${text.slice(0, maxShownLength)}…`;
}

/* Numbers and times for people. */

const countFormat = new Intl.NumberFormat('en-AU');

export function formatCount(count: number): string {
  return countFormat.format(count);
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "31 Jul 2021", from the beginning of an ISO 8601 time. */
export function formatDay(time: string): string {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(time) ?? [];
  return `${Number(day)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

/** "31 Jul 2021, 00:13", from a time as recorded, without the seconds. */
export function formatRecorded(time: string): string {
  return `${formatDay(time)}, ${time.slice(11, 16)}`;
}

/** A size in the units that browsers use for downloads: `700 B`, `66 kB`, `9.8 MB`. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** A size for people: `700 bytes`, `65.6 kB`, `9.8 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
