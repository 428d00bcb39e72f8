/**
 * Returns a function that tests whether a text matches a pattern of LIKE, in which `%` stands for any characters, `_` for
 * one, and a backslash makes the next character literal. Takes at most time proportional to the product of the lengths:
 * only the last `%` is ever tried again, because an earlier one could match nothing that a later one cannot.
 */
export function createLikeTest(pattern: string): (text: string) => boolean {
  const parts = parsePattern(pattern);
  return (text) => {
    const characters = Array.from(text);
    let [at, part] = [0, 0];
    // The part after the last `%`, and the first character that it has not been tried from.
    let [retryPart, retryAt] = [-1, 0];
    while (at < characters.length) {
      const expected = parts[part];
      if (expected === 'any') {
        retryPart = ++part;
        retryAt = at;
      } else if (expected !== undefined && (expected === 'one' || expected.literal === characters[at])) {
        at++;
        part++;
      } else if (retryPart >= 0) {
        part = retryPart;
        at = ++retryAt;
      } else return false;
    }
    return parts.slice(part).every((rest) => rest === 'any');
  };
}

type PatternPart = 'any' | 'one' | { readonly literal: string };

function parsePattern(pattern: string): PatternPart[] {
  const parts: PatternPart[] = [];
  let isEscaped = false;
  for (const character of pattern) {
    if (character === '\\' && !isEscaped) {
      isEscaped = true;
      continue;
    }
    parts.push(isEscaped ? { literal: character } : partOf(character));
    isEscaped = false;
  }
  // A backslash at the end has nothing to make literal but itself.
  if (isEscaped) parts.push({ literal: '\\' });
  return parts;
}

function partOf(character: string): PatternPart {
  if (character === '%') return 'any';
  return character === '_' ? 'one' : { literal: character };
}

/** The text without differences of case: `ß` equals `SS`, and a final sigma any other. */
export const withoutCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The text without accents and other marks that combine with letters. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
