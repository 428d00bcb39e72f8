// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Result, Engine, Query } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { fakeResult, fakePlace, fakeRecord, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { type LocationSearch as Search, noFilters, type ViewState } from '../view/view-state.ts';
import { LocationSearch } from './LocationSearch.tsx';

const search: Search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 10_000 };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function queryReturning(result: (query: Query) => Partial<Result>): Partial<Engine> {
  return { query: (query) => Promise.resolve(fakeResult(query, result(query))) };
}

async function show(view: Partial<ViewState> = { search }, engine: Partial<Engine> = {}): Promise<Session> {
  const session = await fakeSession(engine, view);
  await act(async () => {
    render(
      <SessionContext value={session}>
        <LocationSearch />
      </SessionContext>,
    );
    // The script of the search is already loaded: see beforeAll.
    await new Promise((resolve) => realTimeout(resolve));
  });
  return session;
}

/** Not affected by the fake timers of a test. */
const realTimeout = setTimeout;
beforeAll(() => import('./ActiveSearch.tsx'));

/** Runs an action and waits for its result. */
async function after(action: () => void): Promise<void> {
  await act(async () => {
    action();
    await Promise.resolve();
    await Promise.resolve();
  });
}

describe('without a search', () => {
  it('explains how to start, and searches around the middle of the map', async () => {
    const session = await show({ search: null, map: { centre: search.centre, zoom: 9 } });
    expect(screen.getByText('Choose a place, use Near me, or tap the map to zoom in.')).toBeDefined();
    await after(() => {
      session.view.getState().moveMap({ centre: search.centre, zoom: 10 });
    });
    expect(screen.getByText(/^Tap the map, choose a place, or use Near me to search around a point\.$/)).toBeDefined();
    await after(() => fireEvent.click(screen.getByRole('button', { name: 'Search around the middle of the map' })));
    expect(session.view.getState().search).toEqual({ mode: 'radius', centre: search.centre, radiusInMetres: 5000 });
  });
});

describe('without a search, at the scale of the state', () => {
  it('does not offer to search around the middle of the map, which is in the desert, and says how to', async () => {
    const session = await show({ search: null });
    expect(screen.queryByRole('button', { name: 'Search around the middle of the map' })).toBeNull();
    expect(screen.getByText(/Zoom in to search around the middle of the map\.$/)).toBeDefined();
    await after(() => {
      session.view.getState().moveMap({ centre: search.centre, zoom: 9 });
    });
    expect(screen.getByRole('button', { name: 'Search around the middle of the map' })).toBeDefined();
  });
});

describe('the focus', () => {
  it('moves to the result count when the start button or the search disappears', async () => {
    const count = document.createElement('p');
    count.id = 'results-count';
    count.tabIndex = -1;
    document.body.append(count);
    await show({ search: null, map: { centre: search.centre, zoom: 9 } });
    for (const name of ['Search around the middle of the map', 'Clear the search']) {
      const button = screen.getByRole('button', { name });
      button.focus();
      await after(() => fireEvent.click(button));
      expect(document.activeElement).toBe(count);
      await act(() => new Promise((resolve) => realTimeout(resolve)));
    }
    count.remove();
  });
});

describe('a search within a radius', () => {
  it('shows the radius and the centre, but not the number of records, which the list shows', async () => {
    await show(
      { search },
      queryReturning(() => ({ found: 9812 })),
    );
    expect(screen.getByText('Within 10 km')).toBeDefined();
    expect(screen.queryByText(/9,812/)).toBeNull();
    expect(screen.getByText('around 31.9900° S, 115.7500° E')).toBeDefined();
  });

  it('changes the radius with the slider, one stop at a time', async () => {
    const session = await show();
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Radius' });
    expect(slider.getAttribute('aria-valuetext')).toBe('10 km');
    await after(() => fireEvent.change(slider, { target: { value: String(Number(slider.value) + 1) } }));
    expect(session.view.getState().search?.radiusInMetres).toBe(10_500);
    expect(screen.getByText('Within 10.5 km')).toBeDefined();
  });

  it('changes the radius with a button, in the units of the view, and zooms the map to fit the circle', async () => {
    const session = await show({ search, map: { centre: search.centre, zoom: 18 } });
    await after(() => fireEvent.click(screen.getByRole('radio', { name: 'nmi, nautical miles' })));
    await after(() => fireEvent.click(screen.getByRole('button', { name: '5 nmi' })));
    expect(session.view.getState().search?.radiusInMetres).toBe(9260);
    expect(session.view.getState().map.zoom).toBeLessThan(14);
    expect(screen.getByRole('button', { name: '5 nmi' }).getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByText('Within 5 nmi')).toBeDefined();
  });

  it('applies a typed radius when the field loses the focus, or reports that it is invalid', async () => {
    const session = await show();
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Radius in kilometres' });
    fireEvent.change(field, { target: { value: '2,5' } });
    expect(session.view.getState().search?.radiusInMetres).toBe(10_000);
    await after(() => fireEvent.blur(field));
    expect(session.view.getState().search?.radiusInMetres).toBe(2500);
    expect(field.value).toBe('2.5');
    fireEvent.change(field, { target: { value: 'far' } });
    await after(() => fireEvent.blur(field));
    expect(screen.getByRole('alert').textContent).toBe('The radius must be between 0.05 and 1,000 km.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(session.view.getState().search?.radiusInMetres).toBe(2500);
  });

  it('is cleared with a button', async () => {
    const session = await show();
    await after(() => fireEvent.click(screen.getByRole('button', { name: 'Clear the search' })));
    expect(session.view.getState().search).toBeNull();
  });
});

describe('the centre', () => {
  async function typeCentre(text: string): Promise<Session> {
    const session = await show();
    await after(() => fireEvent.click(screen.getByRole('button', { name: 'Change the centre' })));
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Centre of the search' });
    expect(field.value).toBe('-31.99, 115.75');
    fireEvent.change(field, { target: { value: text } });
    await after(() => fireEvent.submit(field));
    return session;
  }

  it('is changed by coordinates in any format, and then the focus returns to the button', async () => {
    const session = await typeCentre('geo:-33.6,115.1;u=35');
    const { search: changed, map } = session.view.getState();
    expect(changed).toEqual({ ...search, centre: { longitude: 115.1, latitude: -33.6 } });
    expect(map.centre).toEqual(changed?.centre);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change the centre' }));
  });

  it('is not changed by invalid coordinates, and the problem is shown', async () => {
    const session = await typeCentre('95, 200');
    expect(session.view.getState().search).toBe(search);
    const field = screen.getByRole('textbox', { name: 'Centre of the search' });
    const message = document.getElementById(field.getAttribute('aria-describedby') ?? '');
    expect(message?.textContent).toBe('A latitude is between 90° S and 90° N; 95° is out of range.');
  });

  it('must be given as coordinates, not as a name', async () => {
    await typeCentre('Cottesloe');
    expect(screen.getByText(/^Enter coordinates/)).toBeDefined();
  });
});

describe('a search that fails', () => {
  it('is reported', async () => {
    await show({ search }, { load: () => Promise.reject(new Error('No connection.')) });
    expect(screen.getByText('Not searched: the records could not be loaded.')).toBeDefined();
    expect(screen.queryByText('Searching …')).toBeNull();
  });
});

describe('a nearest search', () => {
  const nearest = queryReturning(() => ({ nearestRecord: fakeRecord, nearestPlace: fakePlace }));

  it('shows the nearest record and place, with distance and bearing, as links that select them', async () => {
    const session = await show({ search: { ...search, mode: 'nearest' } }, nearest);
    const record = screen.getByRole('link', {
      name: /^1\.2 km\s+north-west\s*: White shark\s*, detected, 31 Jul 2021$/,
    });
    expect(record.textContent).toBe('1.2 km NWnorth-west: White shark, detected, 31 Jul 2021');
    expect(record.getAttribute('href')).toContain('record=63755');
    await after(() => fireEvent.click(screen.getByRole('link', { name: /^Cottesloe\s*, 300 m/ })));
    expect(session.view.getState().selection).toEqual({ kind: 'place', id: 7 });
  });

  it('shows no bearing at the centre itself, and isolates the text direction of published names', async () => {
    const atCentre = { ...fakeRecord, species: '\u202ekrahs', distanceInMetres: 0.2 };
    await show(
      { search: { ...search, mode: 'nearest' } },
      queryReturning(() => ({ nearestRecord: atCentre })),
    );
    const [link] = screen.getAllByRole('link');
    expect(link?.textContent).toBe('0 m: \u202ekrahs, detected, 31 Jul 2021');
    expect(link?.querySelector('bdi')?.textContent).toBe('\u202ekrahs');
  });

  it('reports whether filters apply, and that there is no result', async () => {
    await show({ search: { ...search, mode: 'nearest' }, filters: { ...noFilters, species: ['white'] } });
    expect(screen.getByText(/^Nearest record that matches the filters: none/)).toBeDefined();
  });

  it('brings the circle into view when it becomes a search by radius', async () => {
    const far = { centre: { longitude: 118, latitude: -35 }, zoom: 11 };
    const session = await show({ search: { ...search, mode: 'nearest' }, map: far }, nearest);
    session.showArea({ west: 117.8, east: 118.2, south: -35.2, north: -34.8 });
    await after(() => fireEvent.click(screen.getByRole('radio', { name: 'Within a radius' })));
    expect(session.view.getState().map.centre).toEqual(search.centre);
  });

  it('has no radius control, but keeps the radius for the next radius search', async () => {
    const session = await show({ search: { ...search, mode: 'nearest' } }, nearest);
    expect(screen.queryByRole('slider')).toBeNull();
    await after(() => fireEvent.click(screen.getByRole('radio', { name: 'Within a radius' })));
    expect(session.view.getState().search).toEqual(search);
    expect(screen.getByRole('slider')).toBeDefined();
  });
});

describe('the API request', () => {
  const url =
    'https://example.org/coast/webapi/v1/RawData?latitude=-31.99&longitude=115.75&rangeInM=10000&pageNumber=1';
  const open = (): Promise<void> => after(() => fireEvent.click(screen.getByRole('button', { name: 'API request' })));
  const text = (): string | null => screen.getByRole('region', { name: 'Request' }).textContent;

  it('is shown as a URL, a command and a statement', async () => {
    await show();
    await open();
    expect(text()).toBe(url);
    await after(() => fireEvent.click(screen.getByRole('radio', { name: 'curl' })));
    expect(text()).toBe(`curl '${url}'`);
    await after(() => fireEvent.click(screen.getByRole('radio', { name: 'fetch' })));
    expect(text()).toBe(`const response = await fetch("${url}");\nconst answer = await response.json();`);
  });

  it('reports how many records it returns without filters', async () => {
    vi.useFakeTimers();
    const filters = { ...noFilters, species: ['white'] };
    await show(
      { search, filters },
      queryReturning((query) => ({ found: query.filters.species.length > 0 ? 118 : 9812 })),
    );
    await open();
    expect(screen.getByText(/it returns everything within the radius, before filters/)).toBeDefined();
    await after(() => vi.advanceTimersByTime(1000));
    expect(screen.getByText('Within 10 km')).toBeDefined();
    expect(screen.getByText(/it returns 9,812 records within the radius, before filters/)).toBeDefined();
  });

  it('reports that it cannot sort by distance', async () => {
    await show({ search, sort: 'nearest' });
    await open();
    expect(screen.getByText(/the response is sorted newest first/)).toBeDefined();
  });
});
