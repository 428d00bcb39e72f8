// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { queryOf } from '../embed/coastwatch-map.ts';
import { initialView, noFilters, type ViewState } from '../view/view-state.ts';
import { readView } from '../view/view-url.ts';
import { embedCodeOf } from './ShareDialog.tsx';

const siteUrl = 'https://data.example.org/coast/';
const centre = { longitude: 115.75, latitude: -31.99 };
const views: readonly (readonly [string, Partial<ViewState>])[] = [
  ['the whole coast', {}],
  ['a part of the coast', { map: { centre, zoom: 9.5 } }],
  [
    'a circle in the middle of the map',
    { map: { centre, zoom: 11 }, search: { mode: 'radius', centre, radiusInMetres: 8000 } },
  ],
  [
    'a circle elsewhere on the map',
    {
      search: { mode: 'radius', centre, radiusInMetres: 8000 },
      filters: { ...noFilters, species: ['white', 'o"r & <b>'] },
    },
  ],
  ['a place', { selection: { kind: 'place', id: 604 }, selectionRadiusInMetres: 2500 }],
  [
    'a place and a circle',
    {
      selection: { kind: 'place', id: 604 },
      search: { mode: 'radius', centre, radiusInMetres: 700 },
      selectionRadiusInMetres: 2500,
    },
  ],
  ['a record', { map: { centre, zoom: 12 }, selection: { kind: 'record', id: 7 } }],
];

function parse(code: string): Document {
  return new DOMParser().parseFromString(code, 'text/html');
}

describe.each(views)('the code for %s', (_, change) => {
  const view = { ...initialView, ...change };
  const title = 'Sharks near "A" & <B>';
  const { iframe, element } = embedCodeOf(view, siteUrl, title);

  it('has the view in the address of the iframe', () => {
    // Under another name, because a document would load an iframe.
    const frame = parse(iframe.replaceAll('iframe', 'x-frame')).querySelector('x-frame');
    const src = new URL(frame?.getAttribute('src') ?? '');
    expect(src.origin + src.pathname).toBe(`${siteUrl}embed/`);
    expect(readView(src.search)).toMatchObject({ view, notes: [] });
    expect(frame?.getAttribute('title')).toBe(title);
    expect(frame?.getAttribute('loading')).toBe('lazy');
  });

  it('has the view in the attributes of the element', () => {
    const page = parse(element);
    const map = page.querySelector('coastwatch-map');
    expect(readView(queryOf((name) => map?.getAttribute(name) ?? null))).toMatchObject({ view, notes: [] });
    expect(map?.getAttribute('title')).toBe(title);
    expect(page.querySelector('script')?.getAttribute('src')).toBe(`${siteUrl}embed/coastwatch-map.js`);
    expect(page.querySelector('coastwatch-map > a')?.textContent).toBe(title);
  });
});

it('the attributes of the element become parameters of the explorer', () => {
  const query = (attributes: Readonly<Record<string, string>>): string => queryOf((name) => attributes[name] ?? null);
  expect(query({})).toBe('');
  expect(query({ place: '604', radius: '2500' })).toBe('?place=604&around=2500');
  expect(query({ centre: '-31.99,115.75', zoom: '11', radius: '5000' })).toBe('?c=-31.99,115.75&z=11&r=5000');
  expect(query({ query: '?species=white&z=9', zoom: '11', place: ' ' })).toBe('?species=white&z=11');
});
