// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Engine } from '../engine/engine.ts';
import { fakeData, fakeRecord, fakeResult, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { PrintView } from './PrintView.tsx';

const drawMapPicture = vi.hoisted(() => vi.fn(() => Promise.resolve(document.createElement('canvas'))));
vi.mock('../map/map-picture.ts', () => ({ mapPictureSize: {}, drawMapPicture }));
vi.mock('../components/task-scheduling.ts', () => ({ untilIdle: () => Promise.resolve() }));

const recordsFrom = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => ({ ...fakeRecord, id: 1000 + start + index }));

async function show(engine: Partial<Engine> = {}, view: Partial<ViewState> = {}) {
  const explorer = await fakeExplorer(
    {
      query: (query) =>
        Promise.resolve(fakeResult(query, { found: 700, rows: recordsFrom(0, query.rows.end === 40 ? 40 : 3) })),
      ...engine,
    },
    { filters: { ...noFilters, species: ['white'], featureTypes: ['reef'] }, ...view },
  );
  const page = (requests: number) => (
    <ExplorerContext value={explorer}>
      <PrintView requests={requests} />
    </ExplorerContext>
  );
  const { rerender } = render(page(0));
  await settle();
  return {
    explorer,
    request: () => {
      rerender(page(1));
    },
  };
}
const beforePrint = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
const settle = (milliseconds = 150) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
const rowsOnPaper = () => screen.queryAllByRole('listitem').filter(({ textContent }) => textContent.includes('2021'));

afterEach(() => {
  cleanup();
  drawMapPicture.mockClear();
  vi.unstubAllGlobals();
});

describe('the page on paper', () => {
  it('begins with the filters, so that nobody takes the count for that of the place', async () => {
    await show();
    beforePrint();
    const text = document.body.textContent;
    expect(text).toContain(
      'White shark: no sightings, and 9 visits by 4 tagged sharks on this map. The newest record is from 31',
    );
    expect(text).not.toContain('since');
    expect(text).not.toContain('Most often');
    expect(text).not.toContain('Reef');
    expect(text).toContain('Historical records, not live warnings.');
    expect(text).toContain('https://example.org/coast/?species=white');
  });

  it('is complete, with the details of its records, before a request prints it', async () => {
    const loadDetails = vi.fn(() => Promise.resolve());
    const { request } = await show({ loadDetails });
    let onPaper = 0;
    vi.stubGlobal('print', () => {
      beforePrint();
      onPaper = rowsOnPaper().length;
    });
    request();
    await expect
      .poll(async () => {
        await settle(50);
        return [onPaper, drawMapPicture.mock.calls.length];
      })
      .toEqual([40, 2]);
    expect(loadDetails).toHaveBeenCalledTimes(1);
  });

  it.each([true, false])('has a watermark on its map only if the data is a sample: %s', async (sample) => {
    await show({ load: () => Promise.resolve({ ...fakeData, sample }) });
    const content = expect.objectContaining({ isSample: sample });
    await expect.poll(() => drawMapPicture).toHaveBeenCalledWith(expect.anything(), content, expect.anything());
  });

  it('shows only the address if the engine fails', async () => {
    await show({ charts: () => Promise.reject(new Error('gone')) });
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(0);
    expect(document.body.textContent).toContain('https://example.org/coast/?species=white');
  });

  it('never shows the rows of an earlier view', async () => {
    const { explorer } = await show();
    act(() => {
      explorer.view.getState().changeFilters({ species: ['tiger'] });
    });
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(0);
    expect(document.body.textContent).not.toContain('118');
    expect(document.body.textContent).toContain('species=tiger');
  });
});
