import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { kinds } from '../vocabulary/kinds.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';
import type { RangeFilter } from '../vocabulary/ranges.ts';
import { keyOfText } from '../vocabulary/text.ts';
import {
  hasCircle,
  initialView,
  possibleSort,
  roundedRadius,
  roundedSearch,
  type ViewState,
  wholeCoast,
} from './view-state.ts';
import { readView, writeView } from './view-url.ts';

const rounded = (smallest: number, largest: number): fc.Arbitrary<number> =>
  fc.integer({ min: smallest * 1e5, max: largest * 1e5 }).map((steps) => steps / 1e5 + 0);
const position = fc.record({ longitude: rounded(-180, 180), latitude: rounded(-90, 90) });
const degrees = (max: number): fc.Arbitrary<number> => fc.double({ min: -max, max, noNaN: true });
const search = fc
  .record({
    mode: fc.constantFrom('radius' as const, 'nearest' as const),
    centre: fc.record({ longitude: degrees(180), latitude: degrees(90) }),
    radiusInMetres: fc.double({ min: radiusLimitsInMetres.smallest, max: radiusLimitsInMetres.largest, noNaN: true }),
  })
  .map(roundedSearch);
const key = fc
  .oneof(
    fc.constantFrom('white', 'unknown sp.', 'caught, or not', 'a & b', '', '-', ',', 'a,', '\\'),
    fc.string({ maxLength: 12 }),
  )
  .map(keyOfText);
const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2040-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const metres = fc.nat(10_000).map((each) => each / 100);
const ranges: fc.Arbitrary<RangeFilter | null> = fc.oneof(
  fc.constantFrom(null, 'none' as const),
  metres.map((from) => ({ from, to: null })),
  metres.map((to) => ({ from: null, to })),
  fc.tuple(metres, metres).map(([a, b]) => ({ from: Math.min(a, b), to: Math.max(a, b) })),
);
const keys = fc.uniqueArray(key, { maxLength: 3 });

const view: fc.Arbitrary<ViewState> = fc
  .record({
    map: fc.record({ centre: position, zoom: fc.integer({ min: 300, max: 1800 }).map((steps) => steps / 100) }),
    search: fc.option(search),
    council: fc.option(fc.constantFrom('Town of Cottesloe', 'A & B, c=d')),
    filters: fc.record({
      kinds: fc.uniqueArray(fc.constantFrom(...kinds)),
      species: keys,
      sources: keys,
      featureTypes: keys,
      from: fc.option(day),
      to: fc.option(day),
      size: ranges,
      offshore: ranges,
    }),
    tab: fc.constantFrom('records' as const, 'places' as const),
    sort: fc.constantFrom('newest' as const, 'oldest' as const, 'nearest' as const, 'largest' as const),
    selectionRadiusInMetres: fc
      .double({ min: radiusLimitsInMetres.smallest, max: radiusLimitsInMetres.largest, noNaN: true })
      .map(roundedRadius),
    selection: fc.option(
      fc.oneof(
        fc.record({ kind: fc.constantFrom('record' as const, 'place' as const), id: fc.maxSafeNat() }),
        fc.record({ kind: fc.constant('location' as const), position }),
        fc.record({ kind: fc.constant('area' as const), name: fc.constantFrom('Town of Cottesloe', 'A & B, c=d') }),
      ),
    ),
    units: fc.constantFrom('metric' as const, 'nautical' as const),
    hasCharts: fc.boolean(),
  })
  .map((any) => ({
    ...any,
    council: any.search ? null : any.council,
    sort: possibleSort(any),
    selectionRadiusInMetres: hasCircle(any.selection)
      ? any.selectionRadiusInMetres
      : initialView.selectionRadiusInMetres,
  }))
  .map((any) => {
    const { from, to } = any.filters;
    return from !== null && to !== null && from > to
      ? { ...any, filters: { ...any.filters, from: to, to: from } }
      : any;
  });

describe('the URL of a view', () => {
  it('restores any view', () => {
    fc.assert(
      fc.property(view, (before) => {
        const { view: after, notes } = readView(writeView(before));
        expect(notes).toEqual([]);
        expect(after).toEqual(before);
      }),
      { numRuns: 500 },
    );
  });

  it('is empty for the whole coast', () => {
    expect(writeView(initialView)).toBe('');
    expect(readView('')).toEqual({ view: initialView, notes: [] });
  });

  it('is readable', () => {
    const { view: read, notes } = readView(
      '?c=-31.99,115.75&z=11&r=5000&type=Detected&species=white&from=2020-01-01&to=2021-07-31&record=63755',
    );
    expect(notes).toEqual([]);
    expect(read).toEqual({
      ...initialView,
      map: { centre: { longitude: 115.75, latitude: -31.99 }, zoom: 11 },
      search: { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 },
      filters: {
        ...initialView.filters,
        kinds: ['Detected'],
        species: ['white'],
        from: '2020-01-01',
        to: '2021-07-31',
      },
      selection: { kind: 'record', id: 63755 },
    });
    expect(writeView(read)).toBe(
      '?c=-31.99,115.75&z=11&r=5000&type=Detected&species=white&from=2020-01-01&to=2021-07-31&record=63755',
    );
  });

  it('centres the map on the search, at a zoom that shows it, if no other parameter sets them', () => {
    expect(readView('?at=-31.99,115.75').view.map).toEqual({
      centre: { longitude: 115.75, latitude: -31.99 },
      zoom: 11,
    });
  });

  it('accepts kinds and modes in upper and lower case', () => {
    const { view: read, notes } = readView('?type=detected,SIGHTED&at=-31.99,115.75&find=NEAREST');
    expect(notes).toEqual([]);
    expect(read.filters.kinds).toEqual(['Detected', 'Sighted']);
    expect(read.search?.mode).toBe('nearest');
  });

  it.each([
    ['r=5000', ['r=5000']],
    ['find=nearest', ['find=nearest']],
    ['z=9&c=north&r=5000&find=radius', ['c=north', 'r=5000', 'find=radius']],
  ])('has no search without a centre: notes %s', (query, named) => {
    const { view: read, notes } = readView(`?${query}`);
    expect(read.search).toBeNull();
    expect(notes.map((note) => note.split(' ')[0])).toEqual(named);
    expect(notes.at(-1)).toContain('in the address was ignored: a search needs a centre, c or at.');
  });

  it('limits the list to a council area if the search has no centre', () => {
    expect(readView('?r=5000&council=Town+of+Cottesloe').view.council).toBe('Town of Cottesloe');
  });

  it('swaps dates in the wrong order, and notes it', () => {
    const { view: read, notes } = readView('?from=2021-01-01&to=2020-01-01');
    expect(read.filters).toMatchObject({ from: '2020-01-01', to: '2021-01-01' });
    expect(notes).toEqual(['from=2021-01-01 in the address is later than to=2020-01-01: the two were swapped.']);
  });

  it.each(['size', 'offshore'] as const)('swaps the ends of the %s in the wrong order, and notes it', (name) => {
    const { view: read, notes } = readView(`?${name}=4-2`);
    expect(read.filters[name]).toEqual({ from: 2, to: 4 });
    expect(notes).toEqual([`${name}=4-2 in the address has the larger number first: the two were swapped.`]);
  });

  it.each([
    ['c=95,115', 'c=95,115'],
    ['c=north', 'c=north'],
    ['z=99', 'z=99'],
    ['r=-5', 'r=-5'],
    ['r=0x10', 'r=0x10'],
    ['around=20', 'around=20'],
    ['around=1000001', 'around=1000001'],
    ['around=wide', 'around=wide'],
    ['around=2000', 'around=2000'],
    ['type=Swimming', 'type=Swimming'],
    ['from=2021-02-30', 'from=2021-02-30'],
    ['record=1.5', 'record=1.5'],
    ['tab=sharks', 'tab=sharks'],
    ['units=furlongs', 'units=furlongs'],
    ['sort=size', 'sort=size'],
    ['sort=nearest', 'sort=nearest'],
  ])('notes %s and ignores it', (query, named) => {
    const { view: read, notes } = readView(`?${query}`);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(named);
    expect(read).toEqual(initialView);
  });

  it.each([
    ['kind=Sighted', 'kind in the address was ignored: the explorer has no such parameter.'],
    ['kind=a&q=b&kind=c', 'kind and q in the address were ignored: the explorer has no such parameters.'],
    ['Z=9', 'Z in the address was ignored: the explorer has no such parameter. Names are in lower case: z.'],
    ['a=1&b=1&d=1&e=1&f=1&g=1&h=1', 'a, b, d, e, f and 2 more in the address were ignored'],
    ['__proto__=1', '__proto__ in the address was ignored'],
    ['%E2%80%AEevil=1', 'evil in the address was ignored'],
  ])('notes the unknown parameters of %s', (query, note) => {
    const { view: read, notes } = readView(`?${query}`);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toContain(note);
    expect(read).toEqual(initialView);
  });

  it('does not note parameters that other sites add to count visits', () => {
    const query = '?utm_source=a&utm_campaign=b&fbclid=c&gclid=d&msclkid=e&mc_cid=f&igshid=g&_gl=h';
    expect(readView(query)).toEqual({ view: initialView, notes: [] });
  });

  it('shows the places of a search nearest first, unless another order was chosen', () => {
    const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
    const view = { ...initialView, search, map: { centre: search.centre, zoom: 11 } };
    const places = '?c=-31.99,115.75&z=11&r=5000&tab=places';
    expect(readView(places).view.sort).toBe('nearest');
    expect(writeView({ ...view, tab: 'places', sort: 'nearest' })).toBe(places);
    expect(writeView({ ...view, tab: 'places', sort: 'newest' })).toBe(`${places}&sort=newest`);
    expect(readView(`${places}&sort=newest`).view.sort).toBe('newest');
    expect(readView('?tab=places').view.sort).toBe('newest');
    const withoutSearch = readView('?tab=places&sort=nearest');
    expect(withoutSearch.view.sort).toBe('newest');
    expect(withoutSearch.notes).toEqual([
      'sort=nearest in the address was ignored: it needs a search, a selected place or point, or a map that is zoomed in.',
    ]);
    expect(readView('?c=-31.99,115.75&z=9&sort=nearest')).toMatchObject({ view: { sort: 'nearest' }, notes: [] });
    expect(writeView({ ...view, sort: 'nearest' })).toBe('?c=-31.99,115.75&z=11&r=5000&sort=nearest');
  });

  it('contains the radius around a selected place or point, unless it is the default', () => {
    const { view: read, notes } = readView('?place=7&around=2000');
    expect(notes).toEqual([]);
    expect(read).toEqual({ ...initialView, selection: { kind: 'place', id: 7 }, selectionRadiusInMetres: 2000 });
    expect(writeView(read)).toBe('?place=7&around=2000');
    expect(writeView({ ...read, selectionRadiusInMetres: 1000 })).toBe('?place=7');
    expect(readView('?spot=-32,115.7&around=2000').view.selectionRadiusInMetres).toBe(2000);
    expect(readView('?record=7&around=2000').notes).toHaveLength(1);
  });

  it('preserves filter values that look like separators', () => {
    for (const species of [['-'], ['-', ''], ['a,'], [',a', 'b,'], ['a,,b', ','], ['\\', '\\,', 'a\\-b'], ['a,b']]) {
      const query = writeView({ ...initialView, filters: { ...initialView.filters, species } });
      expect(readView(query).view.filters.species).toEqual(species);
    }
  });

  it('parses filter values in URLs of earlier versions', () => {
    expect(readView('?species=white,-,a,,b').view.filters.species).toEqual(['white', '', 'a,b']);
    expect(readView('?source=a%5Cb,White').view.filters.sources).toEqual(['a\\b', 'white']);
  });

  it('notes an invalid value without characters that would reverse the text of the note', () => {
    const { notes } = readView(`?units=${encodeURIComponent('\u202eteef')}`);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(/^units=teef in the address was ignored/);
  });

  it('never throws, whatever the query string is', () => {
    fc.assert(
      fc.property(fc.string(), (query) => {
        const { view: read } = readView(query);
        expect(readView(writeView(read)).notes).toEqual([]);
      }),
    );
    const names = ['c', 'z', 'r', 'at', 'find', 'type', 'species', 'from', 'to', 'record', 'place', 'spot', 'sort'];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.string())), (pairs) => {
        const { view: read } = readView(`?${new URLSearchParams(pairs)}`);
        expect(Number.isFinite(read.map.zoom)).toBe(true);
      }),
    );
    expect(wholeCoast.zoom).toBeGreaterThan(0);
  });
});
