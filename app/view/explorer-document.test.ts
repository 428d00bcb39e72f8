import { describe, expect, it } from 'vitest';

import { readView, writeView } from './view-url.ts';
import { noFilters, type ViewState } from './view-state.ts';
import { kinds } from '../../core/datasets/kinds.ts';
import { read } from '../../tests/documentation/markdown.ts';

const document = read('docs/explorer.md');
const rows = Array.from(
  document.matchAll(/^\| (`[a-z]+`(?:, `[a-z]+`)*) \|([^|]*)\|/gm),
  ([, names = '', values = '']) => ({
    names: Array.from(names.matchAll(/`([a-z]+)`/g), ([, name = '']) => name),
    values: Array.from(values.matchAll(/`([A-Za-z]+)`/g), ([, value = '']) => value),
  }),
);
const described = rows.flatMap(({ names }) => names);

const position = { longitude: 115.7, latitude: -32 };
const everything: ViewState = {
  map: { centre: { longitude: 115.75, latitude: -31.99 }, zoom: 11 },
  search: { mode: 'nearest', centre: position, radiusInMetres: 700 },
  council: null,
  filters: {
    ...noFilters,
    kinds: ['Tagged'],
    species: ['white'],
    sources: ['-'],
    featureTypes: ['bay'],
    from: '2020-01-01',
    to: '2020-01-02',
    size: { from: 2, to: 4 },
    offshore: 'none',
    months: [1],
    remark: 'surfer',
    tag: '1520',
  },
  tab: 'places',
  sort: 'oldest',
  selection: { kind: 'location', position },
  selectionRadiusInMetres: 2000,
  units: 'nautical',
  hasCharts: true,
  play: { start: 2016 * 12, end: 2017 * 12 },
  comparison: { kind: 'place', id: 2 },
};

describe('docs/explorer.md', () => {
  it('describes every parameter that the URL of a view can contain', () => {
    const views: ViewState[] = [
      everything,
      { ...everything, selection: { kind: 'record', id: 1 } },
      { ...everything, search: null, council: 'Town of Cottesloe' },
      { ...everything, selection: { kind: 'place', id: 1 } },
      { ...everything, selection: { kind: 'area', name: 'Town of Cottesloe' } },
    ];
    const written = new Set(views.flatMap((view) => [...new URLSearchParams(writeView(view)).keys()]));
    expect([...written].sort()).toEqual([...described].sort());
  });

  it('lists only accepted values, and all kinds', () => {
    for (const { names, values } of rows) {
      for (const name of names) {
        // Without a centre, there is no search, and no order by distance. Only a selected place is compared.
        const needed = /^(?:find|sort)$/.test(name) ? 'at=-31.99,115.75&' : name === 'compare' ? 'place=1&' : '';
        for (const value of values) expect(readView(`?${needed}${name}=${value}`).notes).toEqual([]);
      }
    }
    expect(rows.find(({ names }) => names.includes('type'))?.values).toEqual([...kinds]);
  });

  it('contains an example that is parsed and written unchanged', () => {
    const example = /^(\?c=.*)$/m.exec(document)?.[1] ?? '';
    const { view, notes } = readView(example);
    expect(notes).toEqual([]);
    expect(writeView(view)).toBe(example);
  });
});
