// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import type { Engine, Query, Summary } from '../engine/engine.ts';
import {
  fakeChartCounts,
  fakeGroup,
  fakePlace,
  fakeRecord,
  fakeResult,
  fakeSession,
} from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters, type ViewState } from '../view/view-state.ts';
import { PrintView } from './PrintView.tsx';

const drawMapPicture = vi.hoisted(() => vi.fn(() => Promise.resolve(document.createElement('canvas'))));
vi.mock('../map/map-picture.ts', () => ({ mapPictureSize: {}, drawMapPicture }));
vi.mock('../components/task-scheduling.ts', () => ({ untilIdle: () => Promise.resolve() }));

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
  const page = (requests: number) => (
    <SessionContext value={session}>
      <PrintView requests={requests} />
    </SessionContext>
  );
  const { rerender } = render(page(0));
  await settle();
  return {
    session,
    request: () => {
      rerender(page(1));
    },
  };
}
const beforePrint = () => act(() => void window.dispatchEvent(new Event('beforeprint')));
const settle = (milliseconds = 150) => act(() => new Promise((resolve) => setTimeout(resolve, milliseconds)));
const centre = fakeRecord.position;
const rowsOnPaper = () => screen.queryAllByRole('listitem').filter(({ textContent }) => textContent.includes('2021'));

afterEach(() => {
  cleanup();
  drawMapPicture.mockClear();
  vi.unstubAllGlobals();
});

describe('the page on paper', () => {
  it('is rendered only during printing', async () => {
    await show();
    expect(document.body.textContent).toBe('');
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(40);
    expect(document.querySelector('canvas')).not.toBeNull();
    act(() => void window.dispatchEvent(new Event('afterprint')));
    expect(document.body.textContent).toBe('');
  });

  it('begins with the filters, so that nobody takes the count for that of the place', async () => {
    await show();
    beforePrint();
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
    beforePrint();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Cottesloe');
    expect(document.body.textContent).toContain('319 records within 1 km since 2014. Last sighting 31 July 2021.');
    cleanup();
    await show(engine, place);
    beforePrint();
    expect(document.body.textContent).toContain(
      'White shark: 118 records within 1 km. The newest is from 31 July 2021.',
    );
  });

  it('names the species recorded most often, but not without the unidentified sharks', async () => {
    const species = [
      { key: 'unknown sp.', count: 60 },
      { key: 'whale carcass', count: 30 },
      { key: 'tiger', count: 28 },
    ];
    await show({ charts: () => Promise.resolve(fakeChartCounts({ species })) }, { filters: noFilters });
    beforePrint();
    expect(document.body.textContent).toContain('Most often: unidentified sharks, then tiger shark.');
  });

  it('has repeated detections as one row', async () => {
    const rows = [fakeGroup, { ...fakeRecord, id: 5 }];
    await show({
      query: (query) => Promise.resolve(fakeResult(query, { found: 7, rows: query.expandedGroups ? rows : [] })),
    });
    beforePrint();
    expect(rowsOnPaper().map(({ textContent }) => textContent)).toEqual([
      '31 Jul 2021, 07:02 WA timeWhite shark, 6 detectionsTag 2332, from 06:00Cottesloe',
      expect.stringContaining('31 Jul 2021, 00:13 WA timeWhite shark'),
    ]);
  });

  it('names the types of places in everyday words', async () => {
    const rows = [{ ...fakePlace, featureType: 'BEN Sign' }];
    await show({ query: (query) => Promise.resolve(fakeResult(query, { found: 1, rows })) }, { tab: 'places' });
    beforePrint();
    expect(document.body.textContent).toContain('Beach access sign (BEN), Perth Metro');
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

  it('shows the facts of an open record instead of a list', async () => {
    await show({ record: () => Promise.resolve(fakeRecord) }, { selection: { kind: 'record', id: fakeRecord.id } });
    beforePrint();
    expect(screen.getByRole('heading').textContent).toBe('White shark');
    expect(document.body.textContent).toContain('31 Jul 2021, 00:13 WA time');
    expect(document.body.textContent).toContain('63755');
    expect(screen.getByRole('list', { name: 'Legend' }).textContent).toBe('Detection by a receiver of a tagged animal');
  });

  it.each([
    ['the map', {}, true],
    ['a council area', { council: 'Town of Cottesloe' }, false],
    ['a circle', { search: { mode: 'radius', centre, radiusInMetres: 1000 } }, false],
  ] as const)(
    'has a frame on its map only if the records are those on the map: those of %s',
    async (_, view, isAreaFramed) => {
      await show({}, view);
      beforePrint();
      await settle();
      expect(drawMapPicture).toHaveBeenLastCalledWith(
        expect.anything(),
        expect.objectContaining({ isAreaFramed }),
        expect.anything(),
      );
    },
  );

  it('shows only the address if the engine fails', async () => {
    await show({ charts: () => Promise.reject(new Error('gone')) });
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(0);
    expect(document.body.textContent).toContain('https://example.org/coast/?species=white');
  });

  it('reads its text after a change of the view, but not while the view changes continuously', async () => {
    const charts = vi.fn(() => Promise.resolve(fakeChartCounts()));
    const { session } = await show({ charts }, { filters: noFilters });
    charts.mockClear();
    for (let step = 1; step <= 10; step++) {
      session.view.getState().setSearch({ mode: 'radius', centre, radiusInMetres: 1990 + step });
      await settle(30);
    }
    expect(charts).not.toHaveBeenCalled();
    await settle(200);
    expect(charts).toHaveBeenCalled();
    beforePrint();
    expect(document.body.textContent).toContain('118 records within 2 km since');
  });

  it('says that a record or a place does not exist, without a list', async () => {
    for (const kind of ['record', 'place'] as const) {
      await show({}, { selection: { kind, id: 5 } });
      beforePrint();
      expect(screen.getByRole('heading').textContent).toBe(`No such ${kind}`);
      expect(rowsOnPaper()).toHaveLength(0);
      cleanup();
    }
  });

  it('never shows the rows of an earlier view', async () => {
    const { session } = await show();
    act(() => {
      session.view.getState().changeFilters({ species: ['tiger'] });
    });
    beforePrint();
    expect(rowsOnPaper()).toHaveLength(0);
    expect(document.body.textContent).not.toContain('118');
    expect(document.body.textContent).toContain('species=tiger');
  });

  it.each([
    {
      name: 'nearest first in a circle',
      view: { search: { mode: 'radius', centre, radiusInMetres: 1000 } as const, sort: 'nearest' },
      sort: 'nearest',
    },
    {
      name: 'nearest first around a place',
      view: { selection: { kind: 'place', id: 7 }, sort: 'newest' },
      sort: 'nearest',
    },
    { name: 'A to Z on the map', view: { sort: 'newest' }, sort: 'newest' },
    {
      name: 'as the user has chosen',
      view: { search: { mode: 'radius', centre, radiusInMetres: 1000 } as const, sort: 'oldest' },
      sort: 'oldest',
    },
  ] as const)('sorts places: $name', async ({ view, sort }) => {
    const query = vi.fn((query: Query) => Promise.resolve(fakeResult(query)));
    await show({ query, place: () => Promise.resolve(fakePlace) }, { tab: 'places', ...view });
    expect(query.mock.calls.map(([{ rows, sort }]) => [rows.end, sort])).toContainEqual([40, sort]);
  });
});
