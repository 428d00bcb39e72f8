// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, PlaceRow, SuggestionGroup, Suggestions } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import type { PlaceOrPoint } from '../view/view-state.ts';
import { fakePlace, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { PlaceSearch } from './PlaceSearch.tsx';

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
): Promise<{ explorer: Explorer; box: HTMLInputElement }> {
  const explorer = await fakeExplorer({ ...suggest(places), ...engine });
  render(
    <ExplorerContext value={explorer}>
      <PlaceSearch onChoose={onChoose} />
    </ExplorerContext>,
  );
  const box = screen.getByRole<HTMLInputElement>('combobox');
  // Loads the list of suggestions.
  await act(async () => {
    fireEvent.focus(box);
    await vi.dynamicImportSettled();
  });
  return { explorer, box };
}

async function type(box: HTMLElement, text: string): Promise<void> {
  await act(async () => {
    fireEvent.change(box, { target: { value: text } });
    await vi.dynamicImportSettled();
  });
}

function selectedPosition({ view }: Explorer): Position | null {
  const { selection } = view.getState();
  return selection?.kind === 'location' ? selection.position : null;
}

const press = (box: HTMLElement, key: string): boolean => fireEvent.keyDown(box, { key });
const options = (): readonly HTMLElement[] => screen.queryAllByRole('option');

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
    const { explorer, box } = await show();
    await type(box, 'cott');
    await act(async () => {
      press(box, 'Enter');
      await Promise.resolve();
    });
    expect(box.value).toBe('Cottesloe');
    const change = (step: (view: ReturnType<Explorer['view']['getState']>) => void): void => {
      act(() => {
        step(explorer.view.getState());
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

  it('chooses the first place on Enter, even if the places arrive later', async () => {
    let resolveLater: (suggestions: Suggestions) => void = () => undefined;
    const later = vi.fn(() => new Promise<Suggestions>((resolve) => (resolveLater = resolve)));
    const { explorer, box } = await show({ suggest: later });
    await type(box, 'cott');
    press(box, 'Enter');
    expect(explorer.view.getState().selection).toBeNull();
    await act(async () => {
      resolveLater(suggestionsOf(places));
      await Promise.resolve();
    });
    expect(explorer.view.getState().selection).toEqual({ kind: 'place', id: 1 });
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
  const map = { centre: { latitude: -32, longitude: 115.9 }, zoom: 10 };

  it('that is short, without a town, is the point nearest to the middle of the map, if the map is zoomed in', async () => {
    const { explorer, box } = await show(suggest([]));
    await act(async () => {
      explorer.view.getState().moveMap(map);
      await Promise.resolve();
    });
    await type(box, '2V57+3C');
    expect(options()[0]?.textContent).toMatch(/Plus Code 4PWQ2V57\+3C, the nearest to the middle of the map$/);
    press(box, 'Enter');
    expect(selectedPosition(explorer)).toEqual(inPerth);
  });
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
