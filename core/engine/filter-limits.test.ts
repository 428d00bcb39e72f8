import { describe, expect, it } from 'vitest';

import { parseFilterText } from '../cql2/parse-text.ts';
import { requireLimits } from './filter-limits.ts';

const check = (filter: string): void => {
  requireLimits(parseFilterText(filter));
};

describe('a filter that would take long for each record', () => {
  it('is refused if it names properties more than 50 times', () => {
    const names = (count: number): string => Array.from({ length: count }, () => 'SightingDateTime').join();
    expect(() => check(`SightingDateTime IN (${names(49)})`)).not.toThrow();
    const literals = Array.from({ length: 900 }, (_, index) => index).join();
    expect(() => check(`RawDataId IN (${literals})`)).not.toThrow();
    expect(() => check(`SightingDateTime IN (${names(50)})`)).toThrow('it names properties more than 50 times');
  });

  it('is refused if it folds a text more than twice', () => {
    expect(() => check("CASEI(ACCENTI(LocationDetail)) = 'a'")).not.toThrow();
    expect(() => check("CASEI(ACCENTI(CASEI(LocationDetail))) = 'a'")).toThrow('nested more than 2 deep');
  });
});
