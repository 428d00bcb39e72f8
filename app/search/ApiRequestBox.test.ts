import { execFileSync } from 'node:child_process';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseQuery, readQueryString } from '../../core/query/parameters.ts';
import type { Query } from '../engine/engine.ts';
import { fakePlace, fakeRecord, fakeResult } from '../session/testing/fake-session.ts';
import { noFilters } from '../view/view-state.ts';
import { apiRequestOf, fetchStatement, type RequestFacts, requestNotes, shellQuoted } from './ApiRequestBox.tsx';

const site = 'https://example.org/coast/';
const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;

describe('the request of a search', () => {
  it('is for places from A to Z', () => {
    expect(apiRequestOf({ tab: 'places', sort: 'newest' }, search, site).url).toBe(
      'https://example.org/coast/webapi/v1/CoastalFeatures?latitude=-31.99&longitude=115.75&rangeInM=5000&sortOrder=asc&pageNumber=1',
    );
  });

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

describe('requests to copy', () => {
  it('are not changed by a shell', () => {
    const awkward = [`it's`, '$HOME `date` \\ "quoted" !! & * ?', "''", 'two\nlines', 'a&b=c%20d', ''];
    const printed = execFileSync('sh', ['-c', `printf '%s\\0' ${awkward.map(shellQuoted).join(' ')}`]).toString();
    expect(printed.split('\0').slice(0, -1)).toEqual(awkward);
  });

  it('are valid JavaScript', async () => {
    const url = `https://example.org/it's?"quoted"&\\`;
    const run = new Function('fetch', `return (async () => { ${fetchStatement(url)} return answer; })()`) as (
      fetch: (url: string) => Promise<{ json: () => unknown }>,
    ) => Promise<unknown>;
    expect(await run((requested) => Promise.resolve({ json: () => requested }))).toBe(url);
  });
});

const query: Query = {
  filters: noFilters,
  tab: 'records',
  sort: 'newest',
  search,
  council: null,
  area: { west: 105, south: -38, east: 130, north: -10 },
  rows: { start: 0, end: 0 },
};
const unfiltered = fakeResult(query, { found: 1, nearestRecord: fakeRecord, nearestPlace: fakePlace });

function notesOf(facts: Partial<RequestFacts>, sort: Query['sort'] = 'newest'): string {
  const all = { tab: 'records', search, isFiltered: false, unfiltered: undefined, ...facts } as const;
  const request = apiRequestOf({ tab: all.tab, sort }, all.search, 'https://example.org/');
  return requestNotes({ ...all, request }).join(' ');
}

it('the notes identify the nearest record without filters', () => {
  const nearest = { ...search, mode: 'nearest' } as const;
  expect(notesOf({ search: nearest, isFiltered: true, unfiltered })).toBe(
    'It returns one object: the nearest record. The API has no such filters: it returns the nearest of all, ' +
      'number 63755, whether it matches the filters or not.',
  );
  expect(notesOf({ search: nearest, tab: 'places', isFiltered: true, unfiltered })).toContain('number 7,');
  expect(notesOf({ search: nearest, isFiltered: true })).toContain('the nearest of all, whether');
});

it('the notes state the order of the response if the list is sorted by distance', () => {
  expect(notesOf({}, 'nearest')).toContain('the response is sorted newest first.');
  expect(notesOf({ tab: 'places' }, 'nearest')).toContain('the response is sorted from Z to A.');
});
