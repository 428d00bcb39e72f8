// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { markPlurals, marks } from '../vocabulary/kinds.ts';
import { selectedDays, handle, prepareDocument, show } from './testing/shown-timeline.tsx';

let page: ReturnType<typeof prepareDocument>;
beforeEach(() => {
  page = prepareDocument();
});
afterEach(() => {
  page.end();
});

it('the legend has numbers only while no summary shows them', async () => {
  const session = await show();
  const legend = () => document.querySelector('.timeline-legend')?.textContent ?? '';
  expect(legend()).toContain('Detections by receivers 118');
  act(() => {
    session.view.getState().select({ kind: 'area', name: 'Town of Cottesloe' });
  });
  expect(legend()).toContain('Detections by receivers');
  expect(legend()).not.toMatch(/\d/);
  act(() => {
    session.view.getState().select({ kind: 'record', id: 63755 });
  });
  expect(legend()).toContain('118');
});

describe('the handles', () => {
  it('show their months, and at an open end the first or last month of the data', async () => {
    await show({ from: '2019-03-01' });
    expect(handle('First month').getAttribute('aria-valuetext')).toBe('March 2019');
    expect(handle('Last month').getAttribute('aria-valuetext')).toBe('July 2021');
  });

  it('show the day if the range starts or ends within a month', async () => {
    await show({ from: '2019-03-12' });
    expect(handle('First month').getAttribute('aria-valuetext')).toBe('12 Mar 2019');
  });

  it('move by a month, by a year and to the ends', async () => {
    const session = await show({ from: '2019-03-01', to: '2020-02-29' });
    const press = (name: string, key: string): readonly (string | null)[] => {
      fireEvent.keyDown(handle(name), { key });
      return selectedDays(session);
    };
    expect(press('First month', 'ArrowLeft')).toEqual(['2019-02-01', '2020-02-29']);
    expect(press('First month', 'ArrowRight')).toEqual(['2019-03-01', '2020-02-29']);
    expect(press('First month', 'PageDown')).toEqual(['2018-03-01', '2020-02-29']);
    expect(press('Last month', 'PageUp')).toEqual(['2018-03-01', '2021-02-28']);
    expect(press('Last month', 'Home')).toEqual(['2018-03-01', '2018-03-31']);
    expect(press('Last month', 'End')).toEqual(['2018-03-01', null]);
    expect(press('First month', 'Home')).toEqual([null, null]);
    expect(press('First month', 'a')).toEqual([null, null]);
  });

  it('show the counts of their month while they have the focus', async () => {
    await show();
    fireEvent.focus(handle('Last month'));
    expect(screen.getByText('Jul 2021: 3 records')).toBeDefined();
    fireEvent.blur(handle('Last month'));
    expect(screen.getByText('All months')).toBeDefined();
  });
});

describe('the buttons', () => {
  it('step by the length of the range, but not beyond the data', async () => {
    const session = await show({ from: '2020-01-01', to: '2020-12-31' });
    fireEvent.click(screen.getByRole('button', { name: 'Previous period: 2019' }));
    expect(selectedDays(session)).toEqual(['2019-01-01', '2019-12-31']);
    fireEvent.click(screen.getByRole('button', { name: 'Next period: 2020' }));
    fireEvent.click(screen.getByRole('button', { name: 'Next period: 2021' }));
    const next = screen.getByRole('button', { name: 'Next period' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(next);
    expect(selectedDays(session)).toEqual(['2021-01-01', '2021-12-31']);
  });

  it('choose a range counted back from the newest record', async () => {
    const session = await show({ species: ['white'] });
    const button = screen.getByRole('button', { name: 'Last 12 months of the data' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    fireEvent.click(button);
    expect(selectedDays(session)).toEqual(['2020-08-01', '2021-07-31']);
    expect(button.getAttribute('aria-pressed')).toBe('true');
  });

  it('open date fields', async () => {
    const session = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Dates' }));
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2019-03-12' } });
    expect(selectedDays(session)).toEqual(['2019-03-12', null]);
  });

  it('open a table of the counts', async () => {
    await show();
    fireEvent.click(screen.getByRole('button', { name: 'Table' }));
    const row = within(screen.getByRole('table')).getByRole('row', { name: /^2021/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['7', '2', '0', '0', '9']);
  });

  it('name in the table what it counts, with the words of the legend', async () => {
    const session = await show();
    fireEvent.click(screen.getByRole('button', { name: 'Table' }));
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent.trim()),
    ).toEqual(['Year', ...marks.map((mark) => markPlurals[mark]), 'All']);
    const caption = () => table.querySelector('caption')?.textContent;
    expect(caption()).toBe('Records on this map by year, for all dates');
    const search = { mode: 'radius', centre: { longitude: 115.75, latitude: -31.99 }, radiusInMetres: 5000 } as const;
    await act(async () => {
      session.view.getState().setSearch(search);
      await new Promise((resolve) => setTimeout(resolve, 60));
    });
    expect(caption()).toBe('Records within 5 km by year, for all dates');
    await act(async () => {
      session.view.getState().setSearch({ ...search, mode: 'nearest' });
      await new Promise((resolve) => setTimeout(resolve, 60));
    });
    expect(caption()).toBe('Records nearest to the centre by year');
  });
});

it('describes the chart in words', async () => {
  await show();
  expect(screen.getByText(/84 records from October 2014 to July 2021/).textContent).toContain(
    'The month with the most is July 2021, with 3 records.',
  );
});

it('shows a message instead of the chart if there are no records', async () => {
  await show({}, null);
  expect(screen.getByText('There are no records to show by month.')).toBeDefined();
});
