// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Connection, ConnectionContext } from '../connection/use-connection.ts';
import type { Engine, NearbyItems, Summary, SummaryScope } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { fakePlace, fakeRecord, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { noFilters, type Selection, type ViewState } from '../view/view-state.ts';
import { readView } from '../view/view-url.ts';
import { DetailsPanel } from './DetailsPanel.tsx';

const siteUrl = 'https://example.org/coast/';
const published = {
  RawDataId: 63755,
  SightingDateTime: '2021-07-31T00:13:07',
  Distance: 'NULL',
  TownProximity: null,
  LocationValue: 'Cottesloe',
};
const nearby: NearbyItems = {
  places: [fakePlace],
  observedWithin: [
    { radiusInMetres: 1000, sighting: 25, detection: 0 },
    { radiusInMetres: 5000, sighting: 341, detection: 20 },
  ],
};
const twelveTimes = (count: number): Uint32Array => new Uint32Array(12).fill(count);
/** One record in ten metres of the radius. */
function summaryOf(scope: SummaryScope): Summary {
  const records = 'council' in scope ? 7 : scope.radiusInMetres / 10;
  return {
    ...{ scope, filters: null, records, inArea: records, without: [] },
    recordsByMark: { sighting: 0, detection: records, handled: 0, other: 0 },
    byMark: { sighting: 0, detection: 3, handled: 0, other: 0 },
    ...{ sharks: 2, speciesSighted: [], speciesOfSharks: [{ key: 'white', count: 2 }] },
    ...{
      lastSighting: null,
      lastVisit: fakeRecord.dateTime,
      firstMonth: 2014 * 12 + 9,
      hasTimes: true,
      today: '2026-11-27',
      sightingDays: [],
    },
    histogram: {
      ...{ firstMonth: 24_240, lastMonth: 24_251 },
      counts: { sighting: twelveTimes(0), detection: twelveTimes(2), handled: twelveTimes(0), other: twelveTimes(0) },
    },
    listening: {
      ...{ radiusInMetres: 5000, receivers: 0, firstMonth: 24_240, states: new Uint8Array(12), knownMonthsInArea: 0 },
    },
    newest: [fakeRecord],
    receiverPoints: 0,
    nearestReceiver: {
      name: 'Rottnest',
      position: fakeRecord.position,
      visits: 12,
      distanceInMetres: 12_000,
      bearingInDegrees: 315,
    },
    receivers: [],
    nearestPlace: fakePlace,
    elsewhere: null,
    centre: 'council' in scope ? fakePlace.inshore : scope.centre,
    box: null,
  };
}
const record: Selection = { kind: 'record', id: 63755 };
const place: Selection = { kind: 'place', id: 7 };

// In this environment, the accessible name of a heading has spaces between its parts.
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

async function show(
  view: Partial<ViewState>,
  engine: Partial<Engine> = {},
  request = vi.fn<Connection['request']>(() => Promise.resolve(Response.json(published))),
): Promise<Explorer> {
  const explorer = await fakeExplorer(
    {
      record: (id) => Promise.resolve({ ...fakeRecord, id }),
      place: () => Promise.resolve(fakePlace),
      nearby: () => Promise.resolve(nearby),
      ...engine,
    },
    view,
  );
  render(
    <ConnectionContext value={{ siteUrl, request }}>
      <ExplorerContext value={explorer}>
        <DetailsPanel />
      </ExplorerContext>
    </ConnectionContext>,
  );
  await settle();
  return explorer;
}

const fieldValue = (name: string, parent: HTMLElement = document.body): string =>
  within(parent).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? '';
const linkedSelection = (link: HTMLElement) =>
  readView(new URL(link.getAttribute('href') ?? '', siteUrl).search).view.selection;

/** The data dictionary: no record has a unit of distance. */
const dictionary = {
  records: 9,
  fields: [
    { name: 'DistanceUnit', nullRecords: 9 },
    { name: 'Distance', nullRecords: 8 },
  ],
};
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(dictionary)));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  window.history.replaceState(null, '', '/');
});

describe('the details of a record', () => {
  it('have no fields that are null in all records', async () => {
    await show({ selection: record });
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(names).toContain('Distance from the shore');
    expect(names).not.toContain('Distance unit');
  });

  it('isolate the text direction of a published name from the text around it', async () => {
    const species = `\u202ekrahs ${'very '.repeat(20)}long`;
    const { view } = await show(
      { selection: record, search: { mode: 'radius', centre: fakeRecord.position, radiusInMetres: 5000 } },
      { record: (id) => Promise.resolve({ ...fakeRecord, id, species, place: '\u202eeolsettoC' }) },
    );
    expect(view.getState().selection).toEqual(record);
    const title = screen.getByRole('heading', { level: 2 });
    expect(title.querySelector('bdi')?.textContent).toBe(species);
    expect(title.textContent).toBe(`${species}, detected`);
    // The full text of a truncated title, without bidirectional isolates, which an attribute cannot have.
    expect(title.title).toBe(`${species.slice(1)}, detected`);
    expect(screen.getByText('\u202eeolsettoC').tagName).toBe('BDI');
    expect(fieldValue('From the search centre')).toBe('0 m');
  });

  it('show the known fields if the others cannot be loaded, with a button to try again', async () => {
    const request = vi.fn<Connection['request']>().mockRejectedValueOnce(new Error('No connection.'));
    request.mockResolvedValue(Response.json(published));
    await show({ selection: record }, {}, request);
    expect(screen.getByRole('alert').textContent).toContain('No connection.');
    expect(fieldValue('Source')).toBe('Fisheries');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('Town', { selector: 'dt' })).toBeTruthy();
  });

  it('take every step, even when steps are requested quickly', async () => {
    const replies: (() => void)[] = [];
    const explorer = await show(
      { selection: { kind: 'record', id: 1 } },
      {
        neighbours: (_, id) =>
          new Promise((resolve) => {
            replies.push(() => {
              resolve({ index: id - 1, previous: id > 1 ? id - 1 : null, next: id < 9 ? id + 1 : null });
            });
          }),
      },
    );
    const replyToAll = async (): Promise<void> => {
      while (replies.length > 0) {
        replies.shift()?.();
        await settle();
      }
    };
    await replyToAll();
    const next = screen.getByRole('link', { name: /^Next/ });
    for (let press = 0; press < 5; press++) fireEvent.click(next);
    await replyToAll();
    expect(explorer.view.getState().selection).toEqual({ kind: 'record', id: 6 });
    for (let press = 0; press < 12; press++) fireEvent.click(next);
    await replyToAll();
    expect(explorer.view.getState().selection).toEqual({ kind: 'record', id: 9 });
    fireEvent.click(screen.getByRole('link', { name: /^Previous/ }));
    await replyToAll();
    expect(explorer.view.getState().selection).toEqual({ kind: 'record', id: 8 });
  });
});

it('the details of a record say that a position outside the region is implausible', async () => {
  for (const [latitude, count] of [
    [-17.76639, 0],
    [17.76639, 1],
  ] as const) {
    const row = { ...fakeRecord, position: { longitude: 122.2182, latitude } };
    await show({ selection: record }, { record: () => Promise.resolve(row) });
    expect(screen.queryAllByText(/^This position is probably wrong/)).toHaveLength(count);
    cleanup();
  }
});

describe('the details of a place', () => {
  const summarise: Engine['summarise'] = (scope) => Promise.resolve(summaryOf(scope));

  it('count the records that match the filters, and offer to remove the filter that leaves nothing', async () => {
    const filters = { ...noFilters, from: '2020-01-01', species: ['white'] };
    const area: Selection = { kind: 'area', name: 'Town of Cottesloe' };
    const note = () => document.querySelector('.summary-filters')?.textContent.trim();
    const showMatching = (records: number, inArea: number) => {
      const without = [{ filter: 'species', count: 5 } as const];
      return show(
        { selection: area, filters },
        {
          summarise: (scope, _expanded, wanted = noFilters) =>
            Promise.resolve({ ...summaryOf(scope), filters: wanted, records, inArea, without }),
        },
      );
    };
    for (const [records, inArea, text] of [
      [1, 7, '1 of 7 records matches the filters: White shark; from 1 Jan 2020. See the one that matches See all 7'],
      [3, 7, '3 of 7 records match the filters: White shark; from 1 Jan 2020. See the 3 that match See all 7'],
      [7, 7, 'All 7 records match the filters: White shark; from 1 Jan 2020.  See all 7'],
      [1, 1, 'The only record matches the filters: White shark; from 1 Jan 2020.  See it in the list'],
      [0, 0, undefined],
    ] as const) {
      await showMatching(records, inArea);
      expect(note()).toBe(text);
      cleanup();
    }
    const explorer = await showMatching(0, 7);
    expect(note()).toBe('None of 7 records match the filters: White shark; from 1 Jan 2020.  See all 7');
    expect(screen.getByRole('button', { name: 'Clear all filters: 7 records' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Without the species filter: 5 records' }));
    expect(explorer.view.getState().filters).toEqual({ ...noFilters, from: '2020-01-01' });
    cleanup();
    await show({ selection: area }, { summarise });
    expect(note()).toBeUndefined();
    expect(screen.getAllByRole('link', { name: /^See/ })).toHaveLength(1);
  });

  const receiverSection = () =>
    screen
      .getByRole('region', { name: 'What a lack of sightings and visits can mean' })
      .textContent.replace(/Locations.*/, '');

  it('link to the feeds of a place', async () => {
    const feeds = () =>
      screen.queryAllByRole('link', { name: /Atom|JSON Feed/ }).map((link) => link.getAttribute('href'));
    await show({ selection: place }, { summarise });
    expect(feeds()).toEqual([`${siteUrl}feeds/places/7.atom`, `${siteUrl}feeds/places/7.json`]);
  });

  it('name the receivers in a council area, or else the nearest one', async () => {
    const area: Selection = { kind: 'area', name: 'Town of Cottesloe' };
    const receivers = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name, index) => ({
      ...{ name, visits: 12, distanceInMetres: 12_000, bearingInDegrees: 315 },
      position: { longitude: 115 + index / 100, latitude: -32 },
    }));
    for (const [number, records, text] of [
      [0, 7, 'No receiver in this council area has detected a tagged shark.'],
      [0, 7, 'Nearest receiver: Rottnest, 12 km NW of the middle of these records, 12 visits.'],
      [0, 0, 'Nearest receiver: Rottnest, 12 km NW of the middle of this council area, 12 visits.'],
      [1, 7, 'A receiver in this council area has detected tagged sharks.'],
      [1, 7, '1 receiver: A.'],
      [2, 7, 'Receivers in this council area have detected tagged sharks.'],
      [2, 7, '2 receivers: A, B.'],
      [7, 7, '7 receivers: A, B, C, D, E and 2 more.'],
    ] as const) {
      const facts = { records, inArea: records, receiverPoints: number, receivers: receivers.slice(0, number) };
      await show({ selection: area }, { summarise: (scope) => Promise.resolve({ ...summaryOf(scope), ...facts }) });
      expect(receiverSection()).toContain(text);
      if (number > 0) {
        expect(receiverSection()).not.toMatch(/Nearest|km/);
        const link = screen.getByRole('link', { name: 'A' });
        expect(linkedSelection(link)).toEqual({ kind: 'location', position: receivers[0]?.position });
      }
      cleanup();
    }
  });
});
