// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { simulatePopovers } from '../components/testing/native-popovers.ts';
import type { Result } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { fakeResult, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { FilterBar, filterControls } from './FilterBar.tsx';
import { chipParts, chipText } from './filter-names.ts';

const facets: Result['facets'] = {
  kinds: [
    { key: 'Detected', count: 10_224 },
    { key: 'Sighted', count: 6650 },
  ],
  species: Array.from({ length: 14 }, (_, index) => ({
    key: index === 0 ? 'white' : `kind ${index}`,
    count: 1000 - index,
    sharks: 100 - index,
  })),
  sources: [],
  featureTypes: [
    { key: 'beach', count: 347 },
    { key: 'reef', count: 26 },
  ],
};

async function show(view: Partial<ViewState> = {}, result: Partial<Result> = {}): Promise<Explorer> {
  const explorer = await fakeExplorer(
    { query: (query) => Promise.resolve(fakeResult(query, { facets, ...result })) },
    view,
  );
  render(
    <ExplorerContext value={explorer}>
      <FilterBar />
    </ExplorerContext>,
  );
  return explorer;
}

const press = (name: string | RegExp): void => {
  fireEvent.click(screen.getByRole('button', { name }));
};

let endPopovers: () => void;
beforeAll(() => filterControls.load());
beforeEach(() => {
  endPopovers = simulatePopovers();
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  endPopovers();
  vi.unstubAllGlobals();
});

describe('a chip', () => {
  it('finds a value among many by a part of its name', async () => {
    await show();
    press('Species');
    expect(screen.getAllByRole('checkbox')).toHaveLength(14);
    const search = screen.getByRole('searchbox');
    fireEvent.change(search, { target: { value: ' SHARK' } });
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    fireEvent.change(search, { target: { value: 'xyz' } });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByText('No values contain this text.')).toBeDefined();
  });
});

it('has chips for the filters used most in the listed tab and for those that are set, and a button for all filters', async () => {
  const names = (): (string | null)[] =>
    within(screen.getByRole('toolbar'))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  await show();
  expect(names()).toEqual(['Species', 'Kind of interaction', 'Date', 'More filters']);
  cleanup();
  await show({ tab: 'places' });
  expect(names()).toEqual(['Feature type', 'More filters']);
  cleanup();
  await show({ filters: { ...noFilters, size: { from: 3, to: null } } });
  const size = ['Estimated size: 3 m or more', 'Clear size filter'];
  expect(names()).toEqual(['Species', 'Kind of interaction', 'Date', ...size, 'More filters, 1 set']);
});

it('keeps the chip of a filter that is cleared, and its focus, until another filter is used', async () => {
  await show({ filters: { ...noFilters, size: { from: 3, to: null } } });
  press('Clear size filter');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Estimated size');
  press('Date');
  expect(screen.queryByRole('button', { name: 'Estimated size' })).toBeNull();
});

it('explains that a filter applies to the other list, and shows that list on request', async () => {
  const explorer = await show({ filters: { ...noFilters, featureTypes: ['reef'] } });
  press('Feature type: Reef');
  expect(explorer.view.getState().tab).toBe('records');
  expect(screen.getByText('This filter applies to places. The list shows records.')).toBeDefined();
  press('List places');
  expect(explorer.view.getState().tab).toBe('places');
  expect(screen.queryByRole('checkbox')).toBeNull();
  const groups = screen.getAllByRole('group', { name: /^Filters for/ });
  expect(groups.map((group) => group.getAttribute('aria-label'))).toEqual(['Filters for places']);
});

describe('the form of all filters', () => {
  it('shows the first values of a long list, those that are selected, and all on demand', async () => {
    await show({ filters: { ...noFilters, species: ['kind 12'] } });
    press('More filters, 1 set');
    const species = within(screen.getByRole('group', { name: 'Species' }));
    expect(species.getAllByRole('checkbox')).toHaveLength(7);
    act(() => {
      fireEvent.click(species.getByRole('button', { name: 'Show all 14' }));
    });
    expect(species.getAllByRole('checkbox')).toHaveLength(14);
  });
});

describe('the text of a chip', () => {
  it('removes direction marks from labels, and isolates names from the text after them', () => {
    const filters = { ...noFilters, species: ['\u202ekrahs', 'tiger'] };
    expect(chipParts('species', filters)).toEqual({ value: '\u202ekrahs', rest: ' +1' });
    expect(chipText('species', filters)).toBe('krahs +1');
  });

  it('counts values that share a name once', () => {
    const sources = ['sls westpac heli', 'sls westpac heli report'];
    expect(chipText('sources', { ...noFilters, sources })).toBe('Surf lifesaving helicopter');
  });

  it('shortens dates as far as possible', () => {
    expect(chipText('dates', { ...noFilters, from: '2019-01-01', to: '2020-12-31' })).toBe('2019 to 2020');
    expect(chipText('dates', { ...noFilters, from: '2019-03-01' })).toBe('From Mar 2019');
  });
});
