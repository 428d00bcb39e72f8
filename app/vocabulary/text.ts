import { keyOfText } from '../../core/datasets/text-key.ts';

/** The text with its first letter in upper case. */
export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "a shark", "an animal". */
export const withArticle = (noun: string): string => `${/^(?!eu|uni|us)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

export function joinWithAnd(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** The text with its percent-encoding decoded; the text itself if it is not validly encoded. */
export function decodeIfPossible(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What a value of an address was before a program damaged its link: percent-encoded it again, or included punctuation of
 * the text around it. A dash at the end is kept, because it belongs to values such as `3-`.
 */
export function repairedText(text: string): string {
  const decoded = decodeIfPossible(text.replace(/%(?:25)+(?=[\da-f]{2})/gi, '%'));
  return decoded.replace(/(?<![^\p{L}\p{N}-])[^\p{L}\p{N}-]+$/u, '').trim();
}

/** The value that a text of an address means: the one with the same key, or else one that it may be damaged from. */
export function valueMeant(text: string, values: readonly string[]): string | undefined {
  const repairedKey = (each: string): string => keyOfText(repairedText(each));
  const [key, repaired] = [keyOfText(text), repairedKey(text)];
  const same = values.find((value) => keyOfText(value) === key);
  return same ?? (repaired === '' ? undefined : values.find((value) => repairedKey(value) === repaired));
}

/** Characters that people and programs write as an apostrophe, or as the sign for minutes. */
export const apostrophes = /['‘’‛`´ʹʻʼʽˈˊˋ′‵՚＇ꞌ]/g;

const directionMarks = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Removes bidirectional formatting characters from a published text: for titles, labels, announcements and canvases,
 * where these characters could reverse the text around it. Elsewhere, `<bdi>` isolates the unchanged text.
 */
export function plainText(text: string): string {
  return text.replace(directionMarks, '');
}

/**
 * The value of a key, or undefined. Keys come from data and addresses, and may be the name of an inherited property,
 * such as `constructor` or `__proto__`.
 */
export function ownValue<Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}
