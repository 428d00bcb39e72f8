// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import type { Result, Engine, Query } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { fakeResult, fakeRecord, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { type LocationSearch as Search, type ViewState } from '../view/view-state.ts';
import { LocationSearch } from './LocationSearch.tsx';

const search: Search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 10_000 };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function queryReturning(result: (query: Query) => Partial<Result>): Partial<Engine> {
  return { query: (query) => Promise.resolve(fakeResult(query, result(query))) };
}

async function show(view: Partial<ViewState> = { search }, engine: Partial<Engine> = {}): Promise<Explorer> {
  const explorer = await fakeExplorer(engine, view);
  await act(async () => {
    render(
      <ExplorerContext value={explorer}>
        <LocationSearch />
      </ExplorerContext>,
    );
    // The script of the search is already loaded: see beforeAll.
    await new Promise((resolve) => realTimeout(resolve));
  });
  return explorer;
}

/** Not affected by the fake timers of a test. */
const realTimeout = setTimeout;
beforeAll(() => import('./ActiveSearch.tsx'));

describe('a search that fails', () => {
  it('is reported', async () => {
    await show({ search }, { load: () => Promise.reject(new Error('No connection.')) });
    expect(screen.getByText('Not searched: the records could not be loaded.')).toBeDefined();
    expect(screen.queryByText('Searching …')).toBeNull();
  });
});

describe('a nearest search', () => {
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
});
