import { keyOfText } from '../../core/datasets/text-key.ts';
import { apostrophes } from './text.ts';

/** The longest filter by remarks, in characters. */
export const longestRemarkFilter = 100;

/**
 * The filter that a typed text means: its words in lower case. Only letters, digits, hyphens and apostrophes are searched
 * for, so that no punctuation that a program adds to an address changes it.
 */
export function remarkFilterOf(text: string): string {
  const words = keyOfText(text.replace(apostrophes, "'").replace(/[^\p{L}\p{M}\p{N}'-]+/gu, ' '))
    .slice(0, longestRemarkFilter)
    .split(' ')
    .map((word) => word.replace(/^['-]+|['-]+$/g, ''));
  return words.filter((word, index) => word !== '' && (word === 'or' || words.indexOf(word) === index)).join(' ');
}

/** Matches where a word of a remark starts with a word of the filter: "bump" finds "bumped". */
const patternOf = (word: string): string => `(?<![\\p{L}\\p{M}\\p{N}])${word.replaceAll("'", apostrophes.source)}`;

/** The alternatives of a filter, which "or" separates, each as its words: "bit surfer or chase". */
const alternativesOf = (filter: string): readonly (readonly string[])[] =>
  ` ${filter} `
    .split(' or ')
    .map((words) => words.split(' ').filter((word) => word !== ''))
    .filter((words) => words.length > 0);

/**
 * Whether the words of a remark start with those of an alternative of a filter (`remarkFilterOf`), all of them, in any
 * order and case: "bump surfer or bite" finds "Surfer was bumped".
 */
export function createRemarkTest(filter: string): (remark: string) => boolean {
  const alternatives = alternativesOf(filter).map((words) => words.map((word) => new RegExp(patternOf(word), 'iu')));
  return (remark) =>
    alternatives.length === 0 || alternatives.some((patterns) => patterns.every((pattern) => pattern.test(remark)));
}

interface Part {
  readonly text: string;
  readonly isHit: boolean;
}

/** A text in parts: its hits, which are the words of the filter (`remarkFilterOf`), and the text between them. */
export function partsWithHits(text: string, filter: string): readonly Part[] {
  const words = alternativesOf(filter).flat();
  if (words.length === 0) return [{ text, isHit: false }];
  // Split at a group, so that every second part is a hit. Longer words first: of "sharks shark", "sharks" is one hit.
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const hits = new RegExp(`(${longestFirst.map(patternOf).join('|')})`, 'iu');
  return text
    .split(hits)
    .map((part, index) => ({ text: part, isHit: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const before = 24;

/** The remark from shortly before its first hit, if that is far from its start, so that a short line shows the hit. */
export function excerptOfRemark(remark: string, filter: string): string {
  const [first] = partsWithHits(remark, filter);
  if (!first || first.isHit || first.text === remark || first.text.length <= 2 * before) return remark;
  const start = remark.indexOf(' ', first.text.length - before);
  return start < 0 || start > first.text.length ? remark : `…${remark.slice(start)}`;
}
