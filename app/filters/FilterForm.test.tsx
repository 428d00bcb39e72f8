// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';

import { fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { FilterControl } from './FilterForm.tsx';
import type { FilterName } from './filter-names.ts';

async function show(name: FilterName, view: Partial<ViewState>) {
  const explorer = await fakeExplorer({}, view);
  render(
    <ExplorerContext value={explorer}>
      <FilterControl name={name} />
    </ExplorerContext>,
  );
  return () => explorer.view.getState().filters;
}

const type = (label: string, value: string): void => {
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const shown = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

afterEach(cleanup);

it('does not use a year that is still being typed', async () => {
  const filters = await show('dates', { filters: { ...noFilters, from: '2019-03-01' } });
  type('From', '0020-03-01');
  expect(filters().from).toBe('2019-03-01');
  expect(shown('From')).toBe('0020-03-01');
});

it('keeps what was typed in metres, and says why it is not used', async () => {
  const filters = await show('size', {});
  type('From (metres)', '2.');
  expect(filters().size).toEqual({ from: 2, to: null });
  expect(shown('From (metres)')).toBe('2.');
  type('To (metres)', '1');
  expect(screen.getByRole('alert').textContent).toContain('“From” is more than “To”');
  expect(filters().size).toEqual({ from: 2, to: null });
  type('To (metres)', 'x');
  expect(screen.getByRole('alert').textContent).toContain('Type a number of metres');
  fireEvent.click(screen.getByRole('button', { name: 'Any size' }));
  expect(filters().size).toBeNull();
  expect([shown('From (metres)'), shown('To (metres)')]).toEqual(['', '']);
  expect(screen.queryByRole('alert')).toBeNull();
});
