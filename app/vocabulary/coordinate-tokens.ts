/** A piece of written coordinates. A small number may carry an exponent, as programs write it. A `unit` is `°`, `'`, `"`, or `?` for one lost on the way. */
export interface Token {
  readonly kind: 'number' | 'unit' | 'letter' | 'axis' | 'separator';
  readonly text: string;
}

const words: Readonly<Record<string, Token>> = {
  ...Object.fromEntries(
    ['n', 's', 'e', 'w'].map((letter): [string, Token] => [letter, { kind: 'letter', text: letter.toUpperCase() }]),
  ),
  ...Object.fromEntries(
    ['north', 'south', 'east', 'west'].map((word): [string, Token] => [
      word,
      { kind: 'letter', text: word.charAt(0).toUpperCase() },
    ]),
  ),
  ...Object.fromEntries(['lat', 'latitude'].map((word): [string, Token] => [word, { kind: 'axis', text: 'latitude' }])),
  ...Object.fromEntries(
    ['lon', 'lng', 'long', 'longitude'].map((word): [string, Token] => [word, { kind: 'axis', text: 'longitude' }]),
  ),
  ...Object.fromEntries(['deg', 'degrees'].map((word): [string, Token] => [word, { kind: 'unit', text: '°' }])),
  ...Object.fromEntries(['min', 'minutes'].map((word): [string, Token] => [word, { kind: 'unit', text: "'" }])),
  ...Object.fromEntries(['sec', 'seconds'].map((word): [string, Token] => [word, { kind: 'unit', text: '"' }])),
};

/** Each alternative begins with another sign and none can match nothing, so reading takes time in step with the length. */
const pieces = {
  point: /\s+|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e-\d{1,2}(?![\d.]))?|[a-z]+|[°'"?]|[,;/|:=]/giy,
  comma: /\s+|[+-]?\d+(?:,\d+)?|[a-z]+|[°'"?]|[,;/|:=]/giy,
} as const;

/**
 * The pieces of a text, numbers with a decimal point or a decimal comma; undefined as soon as something stands in it
 * that has no place in coordinates.
 */
export function tokensOf(text: string, decimal: 'point' | 'comma'): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const pattern = new RegExp(pieces[decimal]);
  while (pattern.lastIndex < text.length) {
    const piece = pattern.exec(text)?.[0];
    if (piece === undefined) return undefined;
    if (piece.trim() === '' || piece === ':' || piece === '=') continue;
    const token = tokenOf(piece);
    if (!token) return undefined;
    tokens.push(token);
  }
  return tokens;
}

function tokenOf(piece: string): Token | undefined {
  if (/\d/.test(piece)) return { kind: 'number', text: piece.replace(',', '.') };
  if (/^[a-z]/i.test(piece)) {
    const word = piece.toLowerCase();
    return Object.hasOwn(words, word) ? words[word] : undefined;
  }
  return { kind: /^[°'"?]$/.test(piece) ? 'unit' : 'separator', text: piece };
}

/**
 * The many signs that people and programs write for a minus, a degree, a minute and a second, each as one; without
 * brackets, and without separators at either end.
 */
export function withPlainSigns(text: string): string {
  return text
    .replace(/[−–—‐‑]/g, '-')
    .replace(/[º˚]/g, '°')
    .replace(/[′’‘´`ʹ]/g, "'")
    .replace(/[″”“ʺ]/g, '"')
    .replaceAll("''", '"')
    .replaceAll('\uFFFD', '?')
    .replace(/[()[\]{}]/g, ' ')
    .replace(/^[\s,;]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '');
}
