// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Engine, Summary } from '../engine/engine.ts';
import { fakeGroup, fakePlace, fakeRecord, fakeResult, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { PrintView } from './PrintView.tsx';

vi.mock('../map/map-picture.ts', () => ({ drawMapPicture: () => Promise.resolve(document.createElement('canvas')) }));

const recordsFrom = (start: number, end: number) =>
  Array.from({ length: end - start }, (_, index) => ({ ...fakeRecord, id: 1000 + start + index }));

async function show(engine: Partial<Engine> = {}, view: Partial<ViewState> = {}) {
  const session = await fakeSession(
    {
      query: (query) =>
        Promise.resolve(fakeResult(query, { found: 700, rows: recordsFrom(0, query.rows.end === 40 ? 40 : 3) })),
      ...engine,
    },
    { filters: { ...noFilters, species: ['white'], featureTypes: ['reef'] }, ...view },
  );
  render(
    <SessionContext value={session}>
      <PrintView isRequested={false} />
    </SessionContext>,
  );
}
const beforePrint = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
const rowsOnPaper = () => screen.queryAllByRole('listitem').filter(({ textContent }) => textContent.includes('2021'));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the page on paper', () => {
  it('is rendered only during printing', async () => {
    await show();
    expect(document.body.textContent).toBe('');
    beforePrint();
    expect(document.body.textContent).not.toBe('');
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.body.textContent).toBe('');
  });

  it('contains the loaded rows immediately, and more rows and the map as soon as they are ready', async () => {
    await show();
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(3);
    await settle();
    expect(rowsOnPaper()).toHaveLength(40);
    expect(document.querySelector('canvas')).not.toBeNull();
  });

  it('begins with the filters, so that nobody takes the count for that of the place', async () => {
    await show();
    beforePrint();
    await settle();
    const text = document.body.textContent;
    expect(text).toContain('White shark: 118 records on this map. The newest is from 31 July 2021.');
    expect(text).not.toContain('since');
    expect(text).not.toContain('Most often');
    expect(text).not.toContain('Reef');
    expect(text).toContain('Historical records, not live warnings.');
    expect(text).toContain('https://example.org/coast/?species=white');
  });

  it('has the sentence of the summary on the screen, unless there are filters', async () => {
    const place = { selection: { kind: 'place', id: 7 } as const };
    const summary = {
      ...{ records: 319, firstYear: 2014, lastSighting: fakeRecord, lastRecord: fakeRecord, species: [] },
      scope: { centre: fakePlace.inshore, radiusInMetres: 1000 },
    } as Partial<Summary> as Summary;
    const engine = { place: () => Promise.resolve(fakePlace), summarise: () => Promise.resolve(summary) };
    await show(engine, { ...place, filters: noFilters });
    await settle();
    beforePrint();
    await settle();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cottesloe');
    expect(document.body.textContent).toContain('319 records within 1 km since 2014. Last sighting 31 July 2021.');
    cleanup();
    await show(engine, place);
    await settle();
    beforePrint();
    await settle();
    expect(document.body.textContent).toContain(
      'White shark: 118 records within 1 km. The newest is from 31 July 2021.',
    );
  });

  it('names the species recorded most often, but not without the unidentified sharks', async () => {
    const { fakeChartCounts } = await import('../session/testing/fake-session.ts');
    const species = [
      { key: 'unknown sp.', count: 60 },
      { key: 'whale carcass', count: 30 },
      { key: 'tiger', count: 28 },
    ];
    await show({ charts: () => Promise.resolve(fakeChartCounts({ species })) }, { filters: noFilters });
    beforePrint();
    await settle();
    expect(document.body.textContent).toContain('Most often: unidentified sharks, then tiger shark.');
  });

  it('has repeated detections as one row', async () => {
    const rows = [fakeGroup, { ...fakeRecord, id: 5 }];
    await show({
      query: (query) => Promise.resolve(fakeResult(query, { found: 7, rows: query.expandedGroups ? rows : [] })),
    });
    beforePrint();
    await settle();
    expect(rowsOnPaper().map(({ textContent }) => textContent)).toEqual([
      '31 Jul 2021, 07:02 WA timeWhite shark, 6 detectionsTag 2332, from 06:00Cottesloe',
      expect.stringContaining('31 Jul 2021, 00:13 WA timeWhite shark'),
    ]);
  });

  it('names the types of places in everyday words', async () => {
    const rows = [{ ...fakePlace, featureType: 'BEN Sign' }];
    await show({ query: (query) => Promise.resolve(fakeResult(query, { found: 1, rows })) }, { tab: 'places' });
    beforePrint();
    await settle();
    expect(document.body.textContent).toContain('Beach access sign (BEN), Perth Metro');
  });

  it('is complete before the print key starts printing', async () => {
    await show();
    let onPaper = 0;
    vi.stubGlobal('print', () => {
      window.dispatchEvent(new Event('beforeprint'));
      onPaper = rowsOnPaper().length;
    });
    expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(false);
    await settle();
    expect(onPaper).toBe(40);
  });

  it('shows the facts of an open record instead of a list', async () => {
    await show({ record: () => Promise.resolve(fakeRecord) }, { selection: { kind: 'record', id: fakeRecord.id } });
    beforePrint();
    await settle();
    expect(screen.getByRole('heading').textContent).toBe('White shark');
    expect(document.body.textContent).toContain('31 Jul 2021, 00:13 WA time');
    expect(document.body.textContent).toContain('63755');
    expect(screen.getByRole('list', { name: 'Legend' }).textContent).toBe('Detection by a receiver of a tagged animal');
  });

  it('contains the loaded rows if the engine fails', async () => {
    await show({ charts: () => Promise.reject(new Error('gone')) });
    beforePrint();
    await settle();
    expect(rowsOnPaper()).toHaveLength(3);
  });
});
