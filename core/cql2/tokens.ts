import { excerpt, FilterError } from './filter-error.ts';

/*
 * The tokens of the text encoding, from the grammar of CQL2 (OGC 21-065r2, annex B). One difference: a name in double
 * quotation marks can have any characters, with quotation marks doubled, where the grammar allows only identifiers.
 */

export interface Token {
  /** A name is in double quotation marks; a word is a keyword, or the name of a property or a function. */
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'symbol' | 'end';
  /** A text or name without its quotation marks; any other token as written. */
  readonly value: string;
  readonly position: string;
  readonly written: string;
}

const whitespace = /[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*/y;
const identifierStart =
  ':_A-Za-z\\xc0-\\xd6\\xd8-\\xf6\\xf8-\\u02ff\\u0370-\\u037d\\u037f-\\u1ffe\\u200c-\\u200d\\u2070-\\u218f' +
  '\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}';
const identifier = `[${identifierStart}][${identifierStart}.\\d\\u0300-\\u036f\\u203f\\u2040]*`;
const token = new RegExp(
  [
    `(?<word>${identifier})`,
    '(?<number>(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?)',
    // A backslash takes the next character with it, so that an escaped quotation mark does not end the text.
    "'(?<text>(?:[^'\\\\]|''|\\\\[^])*)'",
    '"(?<name>(?:[^"]|"")*)"',
    '(?<symbol><>|<=|>=|[-=<>+*/%^(),])',
  ].join('|'),
  'uy',
);
const wholeIdentifier = new RegExp(`^${identifier}$`, 'u');

/** Words that cannot be the name of a property, unless it is in double quotation marks. */
export const reservedWords: ReadonlySet<string> = new Set(
  'and or not is null like in between div true false'.split(' '),
);

const controlCharacters = new Map(Object.entries({ a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' }));

/** A backslash before any other character is literal, because patterns use it to escape their wildcards. */
function unescapeText(text: string): string {
  return text.replace(/''|\\([abtnvfr'\\])/g, (_, escaped: string | undefined) =>
    escaped === undefined ? "'" : (controlCharacters.get(escaped) ?? escaped),
  );
}

/** Writes a text as a literal. */
export function quoteText(text: string): string {
  return `'${text.replace(/\\(?=[abtnvfr'\\]|$)/g, '\\\\').replaceAll("'", "''")}'`;
}

/** Writes the name of a property, in double quotation marks where it needs them. */
export function quoteName(name: string): string {
  const isPlain = wholeIdentifier.test(name) && !reservedWords.has(name.toLowerCase());
  return isPlain ? name : `"${name.replaceAll('"', '""')}"`;
}

/** The token for a message. */
export function describeToken({ kind, written }: Token): string {
  if (kind === 'end') return 'the end of the filter';
  return kind === 'text' || kind === 'name' ? excerpt(written) : `'${excerpt(written)}'`;
}

/**
 * The tokens of a filter, and then its end again and again. They are read one by one, so that a hostile filter is refused
 * at its first error.
 *
 * @throws FilterError at the first character that begins no token
 */
export function* tokenize(filter: string): Generator<Token, never> {
  let index = afterWhitespace(filter, 0);
  while (index < filter.length) {
    const position = `character ${index + 1}`;
    token.lastIndex = index;
    const match = token.exec(filter);
    if (match === null) throw new FilterError(unreadable(filter.slice(index)), position);
    const [written] = match;
    index = afterWhitespace(filter, index + written.length);
    yield { ...kindAndValue(written, match.groups ?? {}), position, written };
  }
  const position = `character ${filter.length + 1}`;
  for (;;) yield { kind: 'end', value: '', position, written: '' };
}

function kindAndValue(
  written: string,
  { word, number, text, name }: Readonly<Record<string, string>>,
): Pick<Token, 'kind' | 'value'> {
  if (word !== undefined) return { kind: 'word', value: word };
  if (number !== undefined) return { kind: 'number', value: number };
  if (text !== undefined) return { kind: 'text', value: unescapeText(text) };
  if (name !== undefined) return { kind: 'name', value: name.replaceAll('""', '"') };
  return { kind: 'symbol', value: written };
}

function unreadable(rest: string): string {
  const [first] = Array.from(rest);
  return first === "'" || first === '"'
    ? `expected a closing ${first}, found the end of the filter`
    : `expected a value or an operator, found '${first}'`;
}

function afterWhitespace(filter: string, index: number): number {
  whitespace.lastIndex = index;
  whitespace.test(filter);
  return whitespace.lastIndex;
}
