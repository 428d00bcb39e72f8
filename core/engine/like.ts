/**
 * Returns a function that tests whether a text matches a pattern of LIKE, in which `%` stands for any characters, `_` for
 * one, and a backslash makes the next character literal. Takes at most time proportional to the product of the lengths:
 * only the last `%` is ever tried again, because an earlier one could match nothing that a later one cannot.
 */
export function createLikeTest(pattern: string): (text: string) => boolean {
  const parts = parsePattern(pattern);
  return (text) => {
    let [at, part] = [0, 0];
    // The part after the last `%`, and the first character that it has not been tried from.
    let [retryPart, retryAt] = [-1, 0];
    while (at < text.length) {
      const expected = parts[part];
      if (expected === 'any') {
        retryPart = ++part;
        retryAt = at;
      } else if (expected === 'one' || (expected !== undefined && expected.literal === text.codePointAt(at))) {
        at += lengthAt(text, at);
        part++;
      } else if (retryPart >= 0) {
        part = retryPart;
        at = retryAt += lengthAt(text, retryAt);
      } else return false;
    }
    while (parts[part] === 'any') part++;
    return part === parts.length;
  };
}

/** The number of code units of a character. */
const lengthAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

type PatternPart = 'any' | 'one' | { readonly literal: number | undefined };

function parsePattern(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (character === '\\' && !isEscaped) {
      isEscaped = true;
      continue;
    }
    parts.push(isEscaped ? literalOf(character) : partOf(character));
    isEscaped = false;
  }
  // A backslash at the end has nothing to make literal but itself.
  if (isEscaped) parts.push(literalOf('\\'));
  return parts;
}

function partOf(character: string): PatternPart {
  if (character === '%') return 'any';
  return character === '_' ? 'one' : literalOf(character);
}

const literalOf = (character: string): PatternPart => ({ literal: character.codePointAt(0) });

/** The text without differences of case: `ß` equals `SS`, and a final sigma any other. */
export const withoutCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The text without accents and other marks that combine with letters. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
