import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { kinds } from '../../core/datasets/kinds.ts';
import { radiusLimitsInMetres } from '../vocabulary/radii.ts';
import type { RangeFilter } from '../vocabulary/ranges.ts';
import { seed, sizeOf } from '../../tests/support/test-size.ts';
import { replaceUnknownValues } from '../explorer/address-selection.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { repairedText, valueMeant } from '../vocabulary/text.ts';
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
      months: fc.subarray([1, 2, 3, 11, 12]),
      size: ranges,
      offshore: ranges,
      remark: fc.constantFrom('', 'surfer', 'bumped surfer', '50 20 3a', 'catch-and-release'),
      tag: fc.option(fc.constantFrom('1520', '007', '98765432109876543210')),
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
    play: fc.option(
      fc.record({
        start: fc.integer({ min: 2010 * 12, max: 2015 * 12 }),
        end: fc.integer({ min: 2015 * 12, max: 2021 * 12 }),
      }),
    ),
    comparison: fc.option(
      fc.oneof(
        fc.constant('choose' as const),
        fc.record({ kind: fc.constant('place' as const), id: fc.maxSafeNat() }),
        fc.record({ kind: fc.constant('location' as const), position }),
      ),
    ),
  })
  .map((any) => ({
    ...any,
    comparison: hasCircle(any.selection) ? any.comparison : null,
    council: any.search ? null : any.council,
    sort: possibleSort(any),
    selectionRadiusInMetres: hasCircle(any.selection)
      ? any.selectionRadiusInMetres
      : initialView.selectionRadiusInMetres,
  }))
  .map((any) => {
    const { from, to } = any.filters;
    if (from === null && to === null) return { ...any, play: null };
    return from !== null && to !== null && from > to
      ? { ...any, filters: { ...any.filters, from: to, to: from } }
      : any;
  });

/** What programs make part of a link that is followed by it. A browser then percent-encodes some of it. */
const endings = [...`).,;:!?>"']}*_…”’»。）`, '`'];
const asInBrowser = (query: string): string => new URL(query, 'https://example.org/').search;
const encodeAll = (query: string): string => `?${encodeURIComponent(query.slice(1))}`;
const encodings: Readonly<Record<string, (query: string) => string>> = {
  none: (query) => query,
  again: (query) => query.replaceAll('%', '%25'),
  'three times': (query) => query.replaceAll('%', '%2525'),
  'with +': (query) => query.replaceAll('%', '%25').replaceAll('+', '%2520'),
  whole: encodeAll,
  'whole, twice': (query) => encodeAll(encodeAll(query)),
  'whole, as a name': (query) => `${encodeAll(query)}=`,
  'except &': (query) => `?${query.slice(1).split('&').map(encodeURIComponent).join('&')}`,
  HTML: (query) => query.replaceAll('&', '&amp;'),
};
/** Without texts that mean something else when damaged, such as two that differ only at the end. */
const plainKeys = fc
  .uniqueArray(
    fc.oneof(
      key,
      fc.constantFrom(
        'unknown sp.',
        'reef (inner)',
        'caught, or not',
        '100 %',
        'a+b=c & d',
        'o’neill',
        'größe',
        '50%25 off',
      ),
    ),
    { maxLength: 3, selector: (each) => keyOfText(repairedText(each)) },
  )
  .map((all) =>
    all.filter(
      (each) =>
        each === '' || (/[\p{L}\p{N}]$/u.test(repairedText(each)) && !/\\|^,|,,|,$|%.*%|%[89a-f][\da-f]/i.test(each)),
    ),
  );
const damagedView = fc
  .record({ any: view, species: plainKeys, sources: plainKeys, featureTypes: plainKeys })
  .map(({ any, ...lists }): ViewState => ({ ...any, filters: { ...any.filters, ...lists } }));

/** The view as it is once the data is known, which contains the names and keys of `meant`. */
function readWithData(query: string, meant: ViewState): { view: ViewState; notes: readonly string[] } {
  const { view: read, notes } = readView(query);
  const facetsOf = (keys: readonly string[]) => keys.map((each) => ({ key: each, count: 1, sharks: 1 }));
  const { species, sources, featureTypes } = meant.filters;
  const replaced = replaceUnknownValues(read.filters, {
    ...{ kinds: [], species: facetsOf(species), sources: facetsOf(sources), featureTypes: facetsOf(featureTypes) },
  });
  const named = (name: string): string => valueMeant(name, ['Town of Cottesloe', 'A & B, c=d']) ?? name;
  const { selection, council } = read;
  return {
    view: {
      ...read,
      council: council === null ? null : named(council),
      selection: selection?.kind === 'area' ? { ...selection, name: named(selection.name) } : selection,
      filters: { ...read.filters, ...replaced.change },
    },
    notes: [...notes, ...replaced.notes],
  };
}

describe('a URL that another program has damaged', () => {
  it('opens the view that was meant, whatever the program added to its end or encoded again', () => {
    console.info(`damaged URLs: COASTWATCH_SEED=${seed}`);
    fc.assert(
      fc.property(
        damagedView,
        fc.constantFrom(...Object.keys(encodings)),
        fc.array(fc.constantFrom(...endings), { maxLength: 3 }),
        fc.constantFrom('', '&fbclid=a', '&utm_source=a&srsltid=b'),
        (before, encoding, ending, tracking) => {
          const query = writeView(before);
          fc.pre(query !== '');
          const encoded = encodings[encoding]?.(query) ?? '';
          expect(readWithData(asInBrowser(`${encoded}${ending.join('')}${tracking}`), before), encoded).toEqual({
            view: before,
            notes: [],
          });
        },
      ),
      { seed, numRuns: sizeOf(3000) },
    );
  });

  it('is not confused with a text that looks damaged: our own URL of it is read exactly', () => {
    const texts = ['unknown sp.', 'unknown sp', 'reef)', 'a%20b', 'a b', '%3D', '"', 'c%3Dd%26e', '&amp;'].map(
      keyOfText,
    );
    for (const text of texts) {
      for (const before of [
        { ...initialView, filters: { ...initialView.filters, species: [text], featureTypes: [...texts] } },
        { ...initialView, council: text },
        { ...initialView, selection: { kind: 'area' as const, name: text } },
      ]) {
        expect(readView(asInBrowser(writeView(before)))).toMatchObject({ view: before, notes: [] });
        expect(readWithData(asInBrowser(writeView(before)), before)).toEqual({ view: before, notes: [] });
      }
    }
  });

  it('with nonsense at the end of its encoding is read in bounded time, and notes what it cannot repair', () => {
    for (const query of [`?${'%25'.repeat(20_000)}3D`, `?z=${')'.repeat(50_000)}a`, '?z=%25%25%3', '?%3D%']) {
      expect(readView(query).view).toEqual(initialView);
    }
    expect(readView('?z=99)').notes).toEqual(['z=99) in the address was ignored: the zoom must be between 3 and 18.']);
  });
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
    ['compare=7', 'compare=7'],
    ['compare=-31.9,115.75', 'compare=-31.9,115.75'],
    ['compare=beach', 'compare=beach'],
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

  it('notes each of our names with one letter added, left out, replaced or swapped, if it has five letters', () => {
    const names = 'council species source feature offshore record place around compare units'.split(' ');
    for (const name of names) {
      for (let at = 0; at <= name.length; at++) {
        const [start, rest] = [name.slice(0, at), name.slice(at)];
        const swapped = `${start}${rest.charAt(1)}${rest.charAt(0)}${rest.slice(2)}`;
        for (const typed of [`${start}q${rest}`, `${start}${rest.slice(1)}`, `${start}q${rest.slice(1)}`, swapped]) {
          const expected = typed === name ? [] : [expect.stringMatching(new RegExp(`^${typed} in .* Use ${name}\\.$`))];
          expect(readView(`?${typed}=`).notes, typed).toEqual(expected);
        }
      }
    }
  });

  it('does not note parameters that other sites add to links, or any other name that resembles none of ours', () => {
    const seen =
      'utm_source utm_medium utm_campaign utm_term utm_content utm_id utm_source_platform fbclid mibextid sfnsn gclid ' +
      'gclsrc gad_source gad_campaignid gbraid wbraid dclid srsltid _ga _gl msclkid FORM cvid yclid _openstat ttclid ' +
      'twclid ref_src ref_url s t igsh igshid si li_fat_id trk trkInfo rcm epik ScCid rdt_cid mkt_tok _hsenc _hsmi ' +
      'hsCtaTracking __hstc __hssc hsa_cam mc_cid mc_eid _branch_match_id _branch_referrer _kx vero_id wickedid ' +
      'oly_enc_id oly_anon_id rb_clickid s_cid ml_subscriber ml_subscriber_hash irclickid cjevent zanpid spm scm share ' +
      'share_id ref referrer cmpid campaign cid sid usqp ved ei sa sca_esv amp amp_js_v outputType pk_campaign mtm_source ' +
      'ck_subscriber_id elqTrackId guccounter guce_referrer ncid smid smtyp xtor wt_mc partner fb_action_ids fb_ref ' +
      'ICID tduid ysclid site shop side page q kind lang locale view id __proto__ constructor';
    const others = seen.split(' ');
    for (const name of others) expect(readView(`?${name}=a`), name).toMatchObject({ view: initialView, notes: [] });
    expect(readView(`?${others.map((name) => `${name}=a`).join('&')}&place=7`)).toMatchObject({
      view: { selection: { kind: 'place', id: 7 } },
      notes: [],
    });
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
