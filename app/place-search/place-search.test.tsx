// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, PlaceRow, SuggestionGroup, Suggestions } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import type { PlaceOrPoint } from '../view/view-state.ts';
import { fakePlace, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { nothingFound } from './suggestions.ts';

const places: readonly PlaceRow[] = [
  { ...fakePlace, id: 1, name: 'Cottesloe' },
  { ...fakePlace, id: 2, name: 'Cottesloe <b>Reef</b>', near: { sighting: 1, detection: 0 } },
  { ...fakePlace, id: 3, name: 'North Cottesloe' },
];

const suggestionsOf = (items: readonly PlaceRow[], isClear = true): Suggestions => ({
  groups: items.length > 0 ? [{ kind: 'places', items }] : [],
  isClear: isClear && items.length > 0,
});
const suggest = (items: readonly PlaceRow[], isClear = true): Pick<Engine, 'suggest'> => ({
  suggest: () => Promise.resolve(suggestionsOf(items, isClear)),
});

afterEach(cleanup);

async function show(
  engine: Partial<Engine> = {},
  onChoose?: (place: PlaceOrPoint) => void,
): Promise<{ session: Session; box: HTMLInputElement }> {
  const session = await fakeSession({ ...suggest(places), ...engine });
  render(
    <SessionContext value={session}>
      <PlaceSearch onChoose={onChoose} />
    </SessionContext>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox');
  // Loads the list of suggestions.
  await act(async () => {
    fireEvent.focus(box);
    await vi.dynamicImportSettled();
  });
  return { session, box };
}

async function type(box: HTMLElement, text: string): Promise<void> {
  await act(async () => {
    fireEvent.change(box, { target: { value: text } });
    await vi.dynamicImportSettled();
  });
}

function selectedPosition({ view }: Session): Position | null {
  const { selection } = view.getState();
  return selection?.kind === 'location' ? selection.position : null;
}

const press = (box: HTMLElement, key: string): boolean => fireEvent.keyDown(box, { key });
const options = (): readonly HTMLElement[] => screen.queryAllByRole('option');
const active = (box: HTMLElement): string | null | undefined =>
  document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the search for places', () => {
  it('suggests places with details that distinguish them, and never inserts names as HTML', async () => {
    const { box } = await show();
    expect(box.getAttribute('aria-expanded')).toBe('false');
    await type(box, 'cott');
    expect(options().map((option) => option.textContent)).toEqual([
      'CottesloeBeach, Perth Metro, 89 sightings and 80 visits nearby',
      'Cottesloe <b>Reef</b>Beach, Perth Metro, 1 sighting nearby',
      'North CottesloeBeach, Perth Metro, 89 sightings and 80 visits nearby',
    ]);
    expect(box.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listbox').querySelector('b')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('3 places');
    expect(within(options()[0] as HTMLElement).getByText('Cott').tagName).toBe('MARK');
  });

  it('keeps the name of the chosen place until the view shows something else', async () => {
    const { session, box } = await show();
    await type(box, 'cott');
    await act(async () => {
      press(box, 'Enter');
      await Promise.resolve();
    });
    expect(box.value).toBe('Cottesloe');
    const change = (step: (view: ReturnType<Session['view']['getState']>) => void): void => {
      act(() => {
        step(session.view.getState());
      });
    };
    change((view) => {
      view.setSelectionRadius(5000);
    });
    // Back and Forward restore an equal selection.
    change((view) => {
      view.select({ kind: 'place', id: 1 });
    });
    expect(box.value).toBe('Cottesloe');
    change((view) => {
      view.select({ kind: 'place', id: 2 });
    });
    expect(box.value).toBe('');
    await type(box, 'trig');
    change((view) => {
      view.select(null);
    });
    expect(box.value).toBe('trig');
  });

  it('suggests only places if one is to be chosen, and leaves the view unchanged', async () => {
    const white: SuggestionGroup = {
      kind: 'filters',
      items: [{ kind: 'filter', filter: 'species', label: 'White shark', keys: ['white'], records: 9 }],
    };
    const groups: readonly SuggestionGroup[] = [white, { kind: 'places', items: places }];
    const onChoose = vi.fn();
    const { session, box } = await show({ suggest: () => Promise.resolve({ groups, isClear: true }) }, onChoose);
    await type(box, 'white');
    expect(options()).toHaveLength(places.length);
    // The clear match was the species.
    press(box, 'Enter');
    expect(onChoose).not.toHaveBeenCalled();
    press(box, 'Enter');
    expect(onChoose).toHaveBeenCalledWith({ kind: 'place', id: 1 });
    expect(box.value).toBe('');
    expect(session.view.getState().selection).toBeNull();
  });

  it('offers the saved places while the box is empty', async () => {
    const position = { longitude: 115.75, latitude: -31.99 };
    const { session, box } = await show();
    const { savedPlacesOf } = await import('../saved/saved-places.ts');
    const store = savedPlacesOf(session.siteUrl);
    const seen = { known: [], seenAt: '2026-01-02T03:04:05.000Z', dataVersion: 'v1' };
    const click = () =>
      act(async () => {
        fireEvent.click(box);
        await vi.dynamicImportSettled();
      });
    await click();
    expect(options()).toEqual([]);
    fireEvent.blur(box);
    store.save({ placeId: 7, name: 'Trigg', position }, seen);
    store.save({ placeId: null, name: 'Near Trigg', position }, seen);
    await click();
    expect(options().map((option) => option.textContent)).toEqual(['Trigg', 'Near Trigg']);
    expect(screen.getByRole('status').textContent).toBe('2 saved places');
    press(box, 'ArrowDown');
    press(box, 'ArrowDown');
    expect(active(box)).toBe('Near Trigg');
    press(box, 'Enter');
    expect(selectedPosition(session)).toEqual(position);
    expect(box.value).toBe('Near Trigg');
    expect(options()).toEqual([]);
    store.remove(store.list());
  });

  it('isolates the text direction of published names, and removes direction marks from the text in the box', async () => {
    const turned = { ...fakePlace, name: '\u202eeolsettoC', town: '\u2067Perth' };
    const { box } = await show(suggest([turned]));
    await type(box, 'eol');
    const isolated = [...(options()[0]?.querySelectorAll('bdi') ?? [])].map(({ textContent }) => textContent);
    expect(isolated).toEqual(['\u202eeolsettoC', 'Beach', '\u2067Perth', '89 sightings and 80 visits nearby']);
    await act(async () => {
      press(box, 'Enter');
      await Promise.resolve();
    });
    expect(box).toHaveProperty('value', 'eolsettoC');
  });

  it('moves through the suggestions with the arrow keys, and wraps around at both ends', async () => {
    const { box } = await show();
    await type(box, 'cott');
    press(box, 'ArrowDown');
    expect(active(box)).toMatch(/^CottesloeBeach/);
    press(box, 'ArrowUp');
    expect(active(box)).toMatch(/^North Cottesloe/);
    press(box, 'ArrowDown');
    press(box, 'ArrowDown');
    expect(active(box)).toMatch(/^Cottesloe <b>/);
    expect(options().map((option) => option.getAttribute('aria-selected'))).toEqual(['false', 'true', 'false']);
  });

  it('chooses the first place on Enter, even if the places arrive later', async () => {
    let resolveLater: (suggestions: Suggestions) => void = () => undefined;
    const later = vi.fn(() => new Promise<Suggestions>((resolve) => (resolveLater = resolve)));
    const { session, box } = await show({ suggest: later });
    await type(box, 'cott');
    press(box, 'Enter');
    expect(session.view.getState().selection).toBeNull();
    await act(async () => {
      resolveLater(suggestionsOf(places));
      await Promise.resolve();
    });
    expect(session.view.getState().selection).toEqual({ kind: 'place', id: 1 });
  });

  it('closes on the first Escape, and clears the box on the second', async () => {
    const { box } = await show();
    await type(box, 'cott');
    press(box, 'Escape');
    expect(options()).toEqual([]);
    expect(box.value).toBe('cott');
    press(box, 'Escape');
    expect(box.value).toBe('');
  });

  it('suggests what to try if no place is found', async () => {
    const { box } = await show(suggest([]));
    await type(box, 'zzzz');
    expect(screen.getAllByText(nothingFound)).toHaveLength(2);
    expect(box.getAttribute('aria-expanded')).toBe('false');
  });

  it('shows the places for the latest text, whichever result arrives last', async () => {
    const resolvers = new Map<string, (suggestions: Suggestions) => void>();
    const later = (typed: string): Promise<Suggestions> => new Promise((resolve) => resolvers.set(typed, resolve));
    const { box } = await show({ suggest: later });
    await type(box, 'co');
    await type(box, 'cott');
    await act(async () => {
      resolvers.get('cott')?.(suggestionsOf(places.slice(2)));
      await Promise.resolve();
      resolvers.get('co')?.(suggestionsOf(places.slice(0, 1)));
      await Promise.resolve();
    });
    expect(options().map((option) => option.textContent)).toEqual([expect.stringMatching(/^North Cottesloe/)]);
  });
});

describe('a Plus Code', () => {
  const inPerth = { latitude: -31.9923125, longitude: 115.8635625 };
  const cottesloe = { ...fakePlace, name: 'Cottesloe', inshore: { latitude: -31.99, longitude: 115.75 } };
  const map = { centre: { latitude: -32, longitude: 115.9 }, zoom: 10 };

  it('is chosen on Enter even if the town is found later', async () => {
    let resolveLater: (suggestions: Suggestions) => void = () => undefined;
    const { session, box } = await show({
      suggest: () => new Promise<Suggestions>((resolve) => (resolveLater = resolve)),
    });
    await type(box, '2V57+3C Cottesloe');
    expect(options()).toEqual([]);
    expect(screen.queryByText(/was not found/)).toBeNull();
    press(box, 'Enter');
    await act(async () => {
      resolveLater(suggestionsOf([cottesloe]));
      await Promise.resolve();
    });
    expect(selectedPosition(session)).toEqual(inPerth);
  });

  it('is not chosen on the first Enter if the town is not clear', async () => {
    const { session, box } = await show(suggest([cottesloe], false));
    await type(box, '2V57+3C Cotesloe');
    press(box, 'Enter');
    expect(selectedPosition(session)).toBeNull();
    press(box, 'Enter');
    expect(selectedPosition(session)).toEqual(inPerth);
  });

  it('that is short, without a town, is the point nearest to the middle of the map, if the map is zoomed in', async () => {
    const { session, box } = await show(suggest([]));
    await act(async () => {
      session.view.getState().moveMap(map);
      await Promise.resolve();
    });
    await type(box, '2V57+3C');
    expect(options()[0]?.textContent).toMatch(/Plus Code 4PWQ2V57\+3C, the nearest to the middle of the map$/);
    press(box, 'Enter');
    expect(selectedPosition(session)).toEqual(inPerth);
  });
});

describe('a search without a clear match', () => {
  it('asks also if the places arrive after Enter', async () => {
    let resolveLater: (suggestions: Suggestions) => void = () => undefined;
    const later = new Promise<Suggestions>((resolve) => (resolveLater = resolve));
    const { session, box } = await show({ suggest: () => later });
    await type(box, 'cotesloe');
    press(box, 'Enter');
    await act(async () => {
      resolveLater(suggestionsOf(places, false));
      await Promise.resolve();
    });
    expect(session.view.getState().selection).toBeNull();
    expect(options()[0]?.getAttribute('aria-selected')).toBe('true');
  });

  it('suggests places for the name that was shared with a short link', async () => {
    const names = vi.fn(() => Promise.resolve(suggestionsOf(places)));
    const { session, box } = await show({ suggest: names });
    await type(box, 'Cottesloe https://maps.app.goo.gl/AbCdEf123');
    await within(screen.getByRole('status')).findByText(/without asking Google/);
    await waitFor(() => {
      expect(names).toHaveBeenLastCalledWith('Cottesloe', 8);
    });
    expect(options()).toHaveLength(3);
    press(box, 'Enter');
    expect(session.view.getState().selection).toBeNull();
  });
});

it('selects a council area', async () => {
  const groups = [{ kind: 'areas', items: [{ kind: 'area', name: 'City of Albany', places: 115 }] }] as const;
  const { session, box } = await show({ suggest: () => Promise.resolve({ groups, isClear: true }) });
  await type(box, 'city of albany');
  expect(options().map(({ textContent }) => textContent)).toEqual(['City of AlbanyCouncil area, 115 places']);
  press(box, 'Enter');
  expect(session.view.getState().selection).toEqual({ kind: 'area', name: 'City of Albany' });
});

describe('suggestions in groups', () => {
  const groups: readonly SuggestionGroup[] = [
    {
      kind: 'filters',
      items: [{ kind: 'filter', filter: 'species', label: 'White shark', keys: ['white'], records: 2554 }],
    },
    {
      kind: 'places',
      items: [
        {
          kind: 'town',
          name: 'Rottnest',
          places: 106,
          centre: fakePlace.offshore,
          radiusInMetres: 6400,
          near: { sighting: 0, detection: 900 },
        },
        { ...fakePlace, id: 4, name: 'White Point' },
      ],
    },
  ];
  const grouped = { suggest: () => Promise.resolve({ groups, isClear: true }) };

  it('have a heading and the number of their items, and the arrow keys move through all of them', async () => {
    const { box } = await show(grouped);
    await type(box, 'white');
    const [filters, shownPlaces] = screen.getAllByRole('group');
    expect(within(filters as HTMLElement).getByRole('option').textContent).toBe('Filter: White shark2,554 records');
    expect(screen.getByRole('group', { name: 'Places' })).toBe(shownPlaces);
    expect(
      within(shownPlaces as HTMLElement)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'RottnestArea of 106 places, 900 visits within 6.4 km',
      'White PointBeach, Perth Metro, 89 sightings and 80 visits nearby',
    ]);
    expect(screen.getByRole('status').textContent).toBe('1 filter, 2 places');
    press(box, 'ArrowDown');
    press(box, 'ArrowDown');
    expect(active(box)).toMatch(/^Rottnest/);
  });

  it('open and close with Alt and the arrow keys, without a move', async () => {
    const { box } = await show(grouped);
    await type(box, 'white');
    fireEvent.keyDown(box, { key: 'ArrowUp', altKey: true });
    expect(options()).toEqual([]);
    fireEvent.keyDown(box, { key: 'ArrowDown', altKey: true });
    expect(options()).toHaveLength(3);
    expect(box.getAttribute('aria-activedescendant')).toBeNull();
  });
});

describe('the search for coordinates', () => {
  it('reports what is wrong with the coordinates', async () => {
    const { session, box } = await show(suggest([]));
    await type(box, '-91, 115');
    await within(screen.getByRole('status')).findByText('A latitude is between 90° S and 90° N; -91° is out of range.');
    press(box, 'Enter');
    expect(session.view.getState().search).toBeNull();
  });
});
