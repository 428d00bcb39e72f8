// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';

import type { Engine } from '../engine/engine.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import DocumentTitle from './DocumentTitle.tsx';
import { fakePlace, fakeRecord, fakeExplorer } from './testing/fake-explorer.ts';
import { ExplorerContext } from './use-explorer.ts';

const centre = { longitude: 117.88, latitude: -35.02 };
const engine: Partial<Engine> = {
  record: (id) => Promise.resolve(id === fakeRecord.id ? { ...fakeRecord, place: 'Albany ' } : null),
  place: (id) => Promise.resolve(id === fakePlace.id ? fakePlace : null),
  pointName: ({ longitude }) =>
    Promise.resolve(
      longitude === centre.longitude
        ? { name: 'Albany', isExact: true, distanceInMetres: 0 }
        : { name: 'Albany', isExact: false, distanceInMetres: 900 },
    ),
};
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)));

async function show(view: Partial<ViewState>) {
  const explorer = await fakeExplorer(engine, view);
  const page = render(
    <ExplorerContext value={explorer}>
      <DocumentTitle fallback="Coastwatch" />
    </ExplorerContext>,
  );
  await settle();
  return { explorer, page };
}

afterEach(cleanup);

const search = { mode: 'radius', centre, radiusInMetres: 10_000 } as const;
const elsewhere = { longitude: 117.9, latitude: -35.02 };
const filters = { ...noFilters, species: ['tiger'], from: '2020-01-01' };

describe('the title of the page', () => {
  it.each<[string, Partial<ViewState>]>([
    ['White shark, detected near Albany, 31 July 2021', { selection: { kind: 'record', id: fakeRecord.id } }],
    ['No such record', { selection: { kind: 'record', id: 1 } }],
    ['Cottesloe: shark records', { selection: { kind: 'place', id: fakePlace.id } }],
    ['No such place', { selection: { kind: 'place', id: 1 } }],
    ['Albany: shark records', { selection: { kind: 'location', position: centre } }],
    ['Near Albany: shark records', { selection: { kind: 'location', position: elsewhere } }],
    ['No such council area', { selection: { kind: 'area', name: 'Atlantis' } }],
    ['Records within 10 km of Albany', { search }],
    ['Records within 10 km, near Albany', { search: { ...search, centre: elsewhere } }],
    ['Records nearest to Albany', { search: { ...search, mode: 'nearest' } }],
    ['Records nearest to a point near Albany', { search: { ...search, mode: 'nearest', centre: elsewhere } }],
    ['Places within 10 km of Albany', { search, tab: 'places', filters }],
    ['Records in City of Albany', { council: 'City of Albany' }],
    ['Records in City of Albany: Tiger shark; from 1 Jan 2020', { council: 'City of Albany', filters }],
    ['Records on this map: Tiger shark; from 1 Jan 2020', { filters }],
  ])('is “%s”', async (title, view) => {
    await show(view);
    expect(document.title).toBe(`${title} – Coastwatch`);
  });

  it('follows the view, and is the general one for everything on the map', async () => {
    const { explorer, page } = await show({});
    expect(document.title).toBe('Coastwatch');
    act(() => {
      explorer.view.getState().setSearch(search);
    });
    await settle();
    expect(document.title).toBe('Records within 10 km of Albany – Coastwatch');
    page.unmount();
    expect(document.title).toBe('Coastwatch');
  });

  it('follows the view when the map changes with it, as when the user goes back', async () => {
    const { explorer } = await show({ search });
    act(() => {
      const map = { centre: elsewhere, zoom: 12 };
      explorer.view.setState({ map, search: null, selection: { kind: 'place', id: fakePlace.id } });
    });
    await settle();
    expect(document.title).toBe('Cottesloe: shark records – Coastwatch');
  });
});
