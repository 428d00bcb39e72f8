import { describe, expect, it } from 'vitest';

import type { Facets } from '../engine/questions.ts';
import { noFilters } from '../view/view-state.ts';
import { leaveOutUnknown } from './leave-out-unknown.ts';

const valuesOf = (...keys: string[]) => keys.map((key) => ({ key, count: 0 }));
const facets: Facets = {
  kinds: valuesOf('Sighted'),
  species: valuesOf('white', 'tiger', ''),
  sources: valuesOf('public report'),
  featureTypes: valuesOf('beach'),
};

describe('values of an address that nothing has', () => {
  it('are left out and noted, each', () => {
    const filters = {
      ...noFilters,
      species: ['nosuch', 'white'],
      sources: ['a, b'],
      featureTypes: ['volcano'],
      from: '2020-01-01',
    };
    expect(leaveOutUnknown(filters, facets)).toEqual({
      change: { species: ['white'], sources: [], featureTypes: [] },
      notes: [
        'species=nosuch in the address was left out: no record of this data has it.',
        'source=a,, b in the address was left out: no record of this data has it.',
        'feature=volcano in the address was left out: no place of this data has it.',
      ],
    });
  });

  it('are not those that occur, whether or not they are found now, nor a kind of the vocabulary', () => {
    const filters = { ...noFilters, kinds: ['Tagged' as const], species: ['tiger', ''], featureTypes: ['beach'] };
    expect(leaveOutUnknown(filters, facets)).toEqual({ change: {}, notes: [] });
  });
});
