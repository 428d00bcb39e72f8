// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type { Facets, PlaceRow, RecordRow } from '../engine/engine.ts';
import { mapSizeIn, zoomForRadius } from '../view/search-around.ts';
import { initialView, noFilters, type Selection, type ViewState } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { readView } from '../view/view-url.ts';
import { replaceUnknownValues, showSearchFromUrl, showSelectionFromUrl } from './address-selection.ts';
import { fakeExplorer } from './testing/fake-explorer.ts';

const position = { longitude: 115.7, latitude: -32 };
const place = { kind: 'place', id: 7, inshore: position } as PlaceRow;
const record = { kind: 'record', id: 9, position } as RecordRow;

async function viewAfterOpening(
  selection: Selection | null,
  query: string,
  selectionRadiusInMetres = initialView.selectionRadiusInMetres,
): Promise<ViewState> {
  const explorer = await fakeExplorer(
    {
      place: (id) => Promise.resolve(id === 7 ? place : null),
      record: (id) => Promise.resolve(id === 9 ? record : null),
    },
    { selection, selectionRadiusInMetres },
  );
  await showSelectionFromUrl(explorer, query);
  return explorer.view.getState();
}

describe('a URL with a selection but without a map position', () => {
  it('shows the circle whose radius is in the URL', async () => {
    const view = await viewAfterOpening({ kind: 'place', id: 7 }, '?place=7&around=2000', 2000);
    expect(view).toMatchObject({ search: null, selectionRadiusInMetres: 2000 });
  });

  it('does not move the map for an unknown item, or if the URL has a map position', async () => {
    expect((await viewAfterOpening({ kind: 'record', id: 1 }, '?record=1')).map).toEqual(initialView.map);
    expect((await viewAfterOpening({ kind: 'record', id: 9 }, '?c=-26,117.5&z=5&record=9')).map).toEqual(
      initialView.map,
    );
    expect((await viewAfterOpening(null, '')).map).toEqual(initialView.map);
  });
});

describe('a URL with a tag', () => {
  const mapAfterOpening = async (query: string): Promise<ViewState['map']> => {
    const stops = [position, { longitude: 117.7, latitude: -35 }];
    const shark = { species: 'white', visits: 2, locations: 2, first: '', last: '', firstStop: 1, lastStop: 2, stops };
    const journey = () => Promise.resolve({ sharks: [shark] });
    const explorer = await fakeExplorer({ journey }, readView(query).view);
    await showSelectionFromUrl(explorer, query);
    return explorer.view.getState().map;
  };

  it('shows all stops, unless the URL has a map position, a zoom or a search', async () => {
    const { centre, zoom } = await mapAfterOpening('?tag=1520');
    expect(centre.longitude).toBeCloseTo(116.7, 0);
    expect(zoom).toBeGreaterThan(initialView.map.zoom);
    expect(await mapAfterOpening('?tag=1520&z=5')).toEqual({ centre, zoom: 5 });
    for (const query of ['?tag=1520&c=-26,117.5&z=7', '?tag=1520&at=-32,115.7&r=5000']) {
      expect(await mapAfterOpening(query)).toEqual(readView(query).view.map);
    }
  });
});

describe('a URL with a search', () => {
  const mapAfterOpening = (query: string): ViewState['map'] => {
    const store = createViewStore(readView(query).view);
    showSearchFromUrl(store.getState(), query);
    return store.getState().map;
  };

  it.each([50, 1000, 200_000])('fits the circle of %d m if it has no map position', (radius) => {
    for (const rest of ['', '&c=north', '&z=99']) {
      const { centre, zoom } = mapAfterOpening(`?at=-32,115.7&r=${radius}${rest}`);
      expect(centre).toEqual(position);
      expect(zoom).toBe(
        zoomForRadius(
          radius,
          position.latitude,
          mapSizeIn({ innerWidth: window.innerWidth, innerHeight: window.innerHeight }),
        ),
      );
    }
  });
});

const valuesOf = (...keys: string[]) => keys.map((key) => ({ key, count: 0, sharks: 0 }));
const facets: Facets = {
  kinds: valuesOf('Sighted'),
  species: valuesOf('white', 'tiger', ''),
  sources: valuesOf('public report'),
  featureTypes: valuesOf('beach'),
};

describe('filter values in a URL', () => {
  it('are removed, each with a note, if no record or place has them', () => {
    const filters = {
      ...noFilters,
      species: ['nosuch', 'white'],
      sources: ['a, b'],
      featureTypes: ['volcano'],
      from: '2020-01-01',
    };
    expect(replaceUnknownValues(filters, facets)).toEqual({
      change: { species: ['white'], sources: [], featureTypes: [] },
      notes: [
        'species=nosuch in the address was ignored: no record in this data has it.',
        'source=a,, b in the address was ignored: no record in this data has it.',
        'feature=volcano in the address was ignored: no place in this data has it.',
      ],
    });
  });

  it('are repaired without a note if a program has damaged the URL, and removed if only punctuation is left', () => {
    const known = { ...facets, species: valuesOf('white', 'unknown sp.', ''), sources: valuesOf('a, b', 'größe') };
    const filters = {
      ...noFilters,
      species: ['white', 'white)', 'unknown%20sp.),', '-.', ')'],
      sources: ['gr%c3%b6%c3%9fe'],
    };
    expect(replaceUnknownValues(filters, known)).toEqual({
      change: { species: ['white', 'unknown sp.', ''], sources: ['größe'] },
      notes: [],
    });
  });
});
