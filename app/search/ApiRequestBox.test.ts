import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseQuery, readQueryString } from '../../core/query/parameters.ts';
import type { Sort } from '../view/view-state.ts';
import { apiRequestOf, type RequestFacts, requestNotes } from './ApiRequestBox.tsx';

const site = 'https://example.org/coast/';
const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;

describe('the request of a search', () => {
  it('has the order of the list if the API supports it, and reports an unsupported order', () => {
    expect(apiRequestOf({ tab: 'records', sort: 'oldest' }, search, site).url).toContain('sortOrder=asc');
    expect(apiRequestOf({ tab: 'records', sort: 'nearest' }, search, site)).toMatchObject({ isOrderLost: true });
  });

  it('is parsed by the API into exactly the numbers of the view', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -90, max: 90, noNaN: true }),
        fc.double({ min: -180, max: 180, noNaN: true }),
        fc.double({ min: 50, max: 1_000_000, noNaN: true }),
        (latitude, longitude, radiusInMetres) => {
          const { url } = apiRequestOf(
            { tab: 'records', sort: 'newest' },
            { mode: 'radius', centre: { latitude, longitude }, radiusInMetres },
            site,
          );
          expect(parseQuery(readQueryString(new URL(url).search))).toMatchObject({
            query: {
              kind: 'inRadius',
              centre: { latitude: latitude + 0, longitude: longitude + 0 },
              rangeInMetres: radiusInMetres,
            },
          });
        },
      ),
    );
  });
});

function notesOf(facts: Partial<RequestFacts>, sort: Sort = 'newest'): string {
  const all = { tab: 'records', search, isFiltered: false, ...facts } as const;
  const request = apiRequestOf({ tab: all.tab, sort }, all.search, 'https://example.org/');
  return requestNotes({ ...all, request }).join(' ');
}

it('the notes say what the API returns if there are filters', () => {
  expect(notesOf({ isFiltered: true })).toContain('it returns everything within the radius.');
  expect(notesOf({ search: { ...search, mode: 'nearest' }, isFiltered: true })).toBe(
    'It returns one object: the nearest record. The API has no such filters: it returns the nearest of all, whether it ' +
      'matches the filters or not.',
  );
});
