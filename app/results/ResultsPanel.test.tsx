// @vitest-environment happy-dom
import { act, cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Engine, RecordRow, Result } from '../engine/engine.ts';
import { Explorer } from '../explorer/explorer.ts';
import { fakeEngine, fakeGroup, fakeRecord, fakeResult, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { initialView, noFilters, type ViewState } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { ResultsPanel } from './ResultsPanel.tsx';

const centre = { longitude: 115.75, latitude: -31.99 };
const search = { mode: 'radius', centre, radiusInMetres: 5000 } as const;
const recordAt = (index: number): RecordRow => ({ ...fakeRecord, id: 1000 + index });

/** A query that finds `found` records and returns the requested rows. */
const queryWith =
  (parts: Partial<Result> = {}): Engine['query'] =>
  (query) => {
    const { found = 118 } = parts;
    const { start, end } = query.rows;
    const rows = Array.from({ length: Math.max(0, Math.min(end, found) - start) }, (_, index) =>
      recordAt(start + index),
    );
    return Promise.resolve(fakeResult(query, { rows, ...parts }));
  };

async function show(view: Partial<ViewState> = {}, result: Partial<Result> = {}): Promise<Explorer> {
  const explorer = await fakeExplorer({ query: queryWith(result) }, view);
  render(panelOf(explorer));
  return explorer;
}

const panelOf = (explorer: Explorer) => (
  <ExplorerContext value={explorer}>
    <ResultsPanel />
  </ExplorerContext>
);
const rowAt = (index: number): HTMLElement => {
  const row = document.querySelector<HTMLElement>(`[data-index="${index}"] > a`);
  if (!row) throw new Error(`no row at ${index}`);
  return row;
};
it('the rows of an expanded group list times only', async () => {
  const inGroup: RecordRow = { ...fakeRecord, isInGroup: true };
  await show({}, { rows: [fakeGroup, inGroup], found: 2 });
  await settle();
  expect(rowAt(1).textContent).toMatch(/^31 Jul 2021, 00:13 WA time$/);
});

const settle = () => act(() => Promise.resolve());

// There is no layout in this environment, so lists are given the size that they have on a typical screen.
beforeEach(() => {
  for (const height of ['clientHeight', 'offsetHeight'] as const) {
    vi.spyOn(HTMLElement.prototype, height, 'get').mockReturnValue(600);
  }
  for (const width of ['clientWidth', 'offsetWidth'] as const) {
    vi.spyOn(HTMLElement.prototype, width, 'get').mockReturnValue(400);
  }
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the rows', () => {
  it('show size, number, distance offshore and remark when they are loaded, without another change of the list', async () => {
    const row: RecordRow = { ...fakeRecord, interaction: 'Sighted', tag: null };
    const details = {
      size: '3.5m',
      sizeInMetres: 3.5,
      number: '2  x',
      sizeAndNumber: ', 2 animals, 3.5 m',
      distanceOffshoreInMetres: 300,
      distanceText: '300 m offshore',
      remark: 'swimming north',
    };
    let isLoaded = false;
    const explorer = await fakeExplorer({
      loadDetails: () => Promise.resolve().then(() => void (isLoaded = true)),
      query: (query) => Promise.resolve(fakeResult(query, { found: 1, rows: [isLoaded ? { ...row, details } : row] })),
    });
    render(panelOf(explorer));
    expect(rowAt(0).textContent).toBe('White sharkSighted · Cottesloe31 Jul 2021, 00:13 WA time');
    act(() => {
      explorer.requestDetails();
    });
    await settle();
    await settle();
    expect(rowAt(0).textContent).toBe(
      'White shark, 2 animals, 3.5 mSighted 300 m offshore · Cottesloe31 Jul 2021, 00:13 WA time · “swimming north”',
    );
  });

  it('isolate the text direction of published values, and show no compass direction at the centre itself', async () => {
    const row = { ...fakeRecord, species: '\u202ekrahs', place: '\u2067Cottesloe', distanceInMetres: 0 };
    await show({ search }, { rows: [row], found: 1 });
    expect(rowAt(0).textContent).toBe('\u202ekrahsDetected · \u2067Cottesloe31 Jul 2021, 00:13 WA time · tag 11600 m');
    const isolated = [...rowAt(0).querySelectorAll('bdi')].map(({ textContent }) => textContent);
    expect(isolated).toEqual(['\u202ekrahs', '\u2067Cottesloe']);
    const titles = [...rowAt(0).querySelectorAll('[title]')].map((element) => element.getAttribute('title'));
    expect(titles).toEqual(['krahs', 'Detected · Cottesloe']);
  });
});

describe('an empty list', () => {
  const filters = { ...noFilters, species: ['mako'], from: '2020-01-01' };
  const showEmptyWith = async (result: Partial<Result>, view: Partial<ViewState> = { search, filters }) => {
    const explorer = await show(view, { found: 0, rows: [], ...result });
    // The module of the empty state is loaded on demand.
    await screen.findByRole('heading', { name: 'No records here' });
    return explorer;
  };

  it('reports that a site has no records at all, without useless buttons', async () => {
    const nothing = { inArea: 0, without: [], nearestRecord: null, nearestReceiver: null };
    await showEmptyWith({ all: 0, matching: 0, emptyReason: nothing });
    const list = within(screen.getByRole('group', { name: 'Nothing found' }));
    expect(list.getByText('This site has no records.')).toBeTruthy();
    expect(list.queryAllByRole('button')).toEqual([]);
  });
});

describe('a list whose data is not loaded', () => {
  const explorerOf = (load: Engine['load']): Explorer =>
    new Explorer('https://example.org/', fakeEngine({ load, query: queryWith() }), createViewStore(initialView));

  it('shows how much has been loaded', async () => {
    const explorer = explorerOf((_, onProgress) => {
      onProgress?.(340_000, 1_000_000);
      return new Promise(() => undefined);
    });
    render(panelOf(explorer));
    act(() => void explorer.load());
    await settle();
    expect(screen.getByText('Loading 340,000 of 1,000,000 records')).toBeTruthy();
    expect(document.getElementById('results')?.getAttribute('aria-busy')).toBe('true');
  });
});
