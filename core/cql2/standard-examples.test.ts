import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { Expression } from './expression.ts';
import { parseFilterJson } from './parse-json.ts';
import { parseFilterText } from './parse-text.ts';
import { refusalOf } from './testing/refusal.ts';
import { writeFilterText } from './testing/write-text.ts';
import { fromRoot } from '../../tests/support/repository.ts';

/** The example filters that belong to the standard, where they are available. */
const directory = fromRoot('../shared/cql2');

const supported =
  'and or not = <> < > <= >= like in between isNull casei accenti + - * / ^ % div ' +
  's_intersects s_within t_after t_before t_during t_intersects';

/** The operators and functions in an example that filters do not have. */
function unsupportedIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'op' in value && !supported.split(' ').includes(String(value.op)) ? [String(value.op)] : [];
  return [...own, ...Object.values(value).flatMap(unsupportedIn)];
}

/** Fractions of a second that are zero, which some examples have in one encoding only, are removed. */
const withoutZeroFractions = (expression: Expression): unknown =>
  JSON.parse(JSON.stringify(expression).replace(/\.0+Z/g, 'Z'));

it('every example of the standard is the same expression in both encodings, or is refused by name', ({ skip }) => {
  if (!existsSync(directory)) return skip('EXAMPLES OF THE STANDARD ABSENT');
  const read = (path: string): string => readFileSync(join(directory, path), 'utf8');
  const texts = readdirSync(join(directory, 'text'));
  const documents = readdirSync(join(directory, 'json')).filter((name) => name.endsWith('.json'));
  expect(texts.length + documents.length).toBeGreaterThan(200);
  for (const name of documents) {
    const json = read(`json/${name}`);
    // Variants in text, such as example36-alt01.txt, have the number of the example.
    const sameFilter = texts.filter((text) => text.replace(/(?:-alt\d+)?\.txt$/, '.json') === name);
    expect(sameFilter, name).not.toEqual([]);
    const unsupported = unsupportedIn(JSON.parse(json));
    if (unsupported.length > 0) {
      const refusals = [
        refusalOf(() => parseFilterJson(json)),
        ...sameFilter.map((text) => refusalOf(() => parseFilterText(read(`text/${text}`)))),
      ];
      for (const refusal of refusals)
        expect(refusal?.toLowerCase(), name).toContain(`${unsupported[0]} is not supported`.toLowerCase());
      continue;
    }
    const expression = parseFilterJson(json);
    expect(expression, name).toEqual(JSON.parse(json.replace(/-0\.0\b/g, '0')));
    expect(parseFilterText(writeFilterText(expression)), name).toEqual(expression);
    for (const text of sameFilter) {
      expect(withoutZeroFractions(parseFilterText(read(`text/${text}`))), text).toEqual(
        withoutZeroFractions(expression),
      );
    }
  }
});
