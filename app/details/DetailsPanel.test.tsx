// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';

import { type Connection, ConnectionContext } from '../connection/use-connection.ts';
import type { Engine, Histogram, NearbyItems, Summary, SummaryScope } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { fakeGroup, fakePlace, fakeRecord, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
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
  records: [],
  recordsWithin: [
    { radiusInMetres: 1000, count: 25 },
    { radiusInMetres: 5000, count: 361 },
  ],
};
const histogram: Histogram = {
  firstMonth: 2020 * 12,
  lastMonth: 2020 * 12,
  counts: {
    sighting: Uint32Array.of(1),
    detection: Uint32Array.of(3465),
    handled: Uint32Array.of(0),
    other: Uint32Array.of(0),
  },
};
const twelveTimes = (count: number): readonly number[] => new Array<number>(12).fill(count);
/** One record in ten metres of the radius. */
function summaryOf(scope: SummaryScope): Summary {
  const records = 'council' in scope ? 7 : scope.radiusInMetres / 10;
  return {
    scope,
    records,
    byMark: { sighting: 0, detection: records, handled: 0, other: 0 },
    firstYear: 2014,
    lastSighting: fakeRecord,
    lastRecord: fakeRecord,
    species: [{ key: 'white', count: 3 }],
    months: { sighting: twelveTimes(0), detection: twelveTimes(2), handled: twelveTimes(0), other: twelveTimes(0) },
    newest: [fakeRecord],
    receiverPoints: 0,
    nearestReceiver: {
      name: 'Rottnest',
      position: fakeRecord.position,
      detections: 12,
      distanceInMetres: 12_000,
      bearingInDegrees: 315,
    },
    receivers: [],
    nearestPlace: fakePlace,
    centre: 'council' in scope ? fakePlace.inshore : scope.centre,
    box: null,
  };
}
const nothing = { records: 0, lastSighting: null, lastRecord: null, species: [], newest: [] };
const record: Selection = { kind: 'record', id: 63755 };
const place: Selection = { kind: 'place', id: 7 };
const location: Selection = { kind: 'location', position: fakeRecord.position };

// In this environment, the accessible name of a heading has spaces between its parts.
const titleOfRecord = /^White shark\s*, detected$/;
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

async function show(
  view: Partial<ViewState>,
  engine: Partial<Engine> = {},
  request = vi.fn<Connection['request']>(() => Promise.resolve(Response.json(published))),
): Promise<Session> {
  const session = await fakeSession(
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
      <SessionContext value={session}>
        <DetailsPanel />
      </SessionContext>
    </ConnectionContext>,
  );
  await settle();
  return session;
}

const fieldValue = (name: string, parent: HTMLElement = document.body): string =>
  within(parent).getByText(name, { selector: 'dt' }).nextElementSibling?.textContent ?? '';
const linkedSelection = (link: HTMLElement) =>
  readView(new URL(link.getAttribute('href') ?? '', siteUrl).search).view.selection;

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

describe('the details of a record', () => {
  it('open with the focus on their title', async () => {
    await show({ selection: record });
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: titleOfRecord }));
  });

  it('name a receiver only for a detection of a tag', async () => {
    const lead = () => document.querySelector('.details-lead')?.textContent.trim();
    await show({ selection: record });
    expect(lead()).toBe('Detection by a receiver of a tagged animal');
    cleanup();
    // A few reports by people have the kind "detected".
    const report = { ...fakeRecord, tag: null, source: 'public report' };
    await show({ selection: record }, { record: () => Promise.resolve(report) });
    expect(lead()).toBe('Detection');
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

  it('show the known fields immediately, with the time and its zone', async () => {
    await show({ selection: record });
    expect(fieldValue('Time')).toBe('31 Jul 2021, 00:13 WA time About times');
    expect(fieldValue('Tag')).toBe('1160');
  });

  const details = {
    size: '3.0m',
    sizeInMetres: 3,
    number: '2  x',
    sizeAndNumber: ', 2 animals, 3 m',
    distanceOffshoreInMetres: 300,
    distanceText: '300 m offshore',
    remark: 'swimming north',
  };

  it('show size, number, distance offshore and remark first, when they have been loaded', async () => {
    let isLoaded = false;
    await show(
      { selection: record },
      {
        loadDetails: () => Promise.resolve().then(() => void (isLoaded = true)),
        record: (id) => Promise.resolve({ ...fakeRecord, id, details: isLoaded ? details : null }),
      },
    );
    await settle();
    expect([...document.querySelectorAll('.details-facts dt')].map(({ textContent }) => textContent)).toEqual([
      'Size, estimated',
      'Number',
      'Distance from the shore',
      'What was noted',
      'Place',
      'Time',
      'Source',
      'Tag',
    ]);
    expect(fieldValue('Size, estimated')).toBe('3 m');
    expect(fieldValue('Number')).toBe('2 animals');
    expect(fieldValue('What was noted')).toBe('swimming north');
  });

  it('show the other facts when size and remarks cannot be loaded', async () => {
    await show({ selection: record }, { loadDetails: () => Promise.reject(new Error('Offline.')) });
    expect(fieldValue('Size, distance and remarks')).toBe('Not loaded yet: see the fields below');
    expect(fieldValue('Tag')).toBe('1160');
  });

  it('have the coordinates and the published fields last', async () => {
    await show({ selection: record });
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Nearby', 'Position', 'All fields, as published']);
  });

  it('explain that the point is not where the animal was, with a link to the help', async () => {
    const topics: unknown[] = [];
    const listen = (event: Event) => topics.push(event instanceof CustomEvent ? event.detail : null);
    window.addEventListener('coastwatch:help', listen);
    await show({ selection: record });
    expect(
      screen.getByText(/each record is placed at the nearest named beach or landmark, not where the shark was/),
    ).toBeTruthy();
    fireEvent.click(screen.getByRole('link', { name: 'How positions were derived' }));
    fireEvent.click(screen.getByRole('link', { name: 'Terms of use' }));
    window.removeEventListener('coastwatch:help', listen);
    expect(topics).toEqual(['positions', 'terms']);
  });

  it('show every field as published, under a readable name', async () => {
    const request = vi.fn<Connection['request']>(() => Promise.resolve(Response.json(published)));
    await show({ selection: record }, {}, request);
    const fields = screen.getByRole('region', { name: 'All fields' });
    expect(request).toHaveBeenCalledWith('webapi/v1/RawData/63755');
    expect(within(fields).getAllByRole('term')).toHaveLength(17);
    expect(fieldValue('Seen or detected at', fields)).toBe('2021-07-31T00:13:07 as recorded');
    expect(fieldValue('Town', fields)).toBe('not recorded');
    expect(fieldValue('Distance from the shore', fields)).toBe('not recorded (published as NULL)');
    expect(screen.getByRole('link', { name: 'This record as JSON' }).getAttribute('href')).toBe(
      `${siteUrl}webapi/v1/RawData/63755.json`,
    );
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

  it('are queried again for the same data when the user tries again after an engine failure', async () => {
    const result = vi.fn<Engine['record']>().mockRejectedValueOnce(new Error('No reply.'));
    result.mockImplementation((id) => Promise.resolve({ ...fakeRecord, id }));
    await show({ selection: record }, { record: result });
    expect(screen.getByRole('alert').textContent).toContain('No reply.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await settle();
    expect(screen.getByRole('heading', { name: titleOfRecord })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('step through the list within one entry of the browser history', async () => {
    const session = await show(
      { selection: record },
      { neighbours: (_, id) => Promise.resolve({ index: 2, previous: id + 1, next: null }) },
    );
    expect(screen.getByText('3 of 118')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Next in the list: none' }).getAttribute('aria-disabled')).toBe('true');
    const previous = screen.getByRole('link', { name: 'Previous in the list: 2 of 118' });
    act(() => {
      previous.focus();
    });
    fireEvent.click(previous);
    await settle();
    expect(session.view.getState()).toMatchObject({ selection: { kind: 'record', id: 63756 }, selectionEntry: 'same' });
    expect(document.activeElement).toBe(screen.getByRole('link', { name: /^Previous/ }));
  });

  it('take every step, even when steps are requested quickly', async () => {
    const replies: (() => void)[] = [];
    const session = await show(
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
    expect(session.view.getState().selection).toEqual({ kind: 'record', id: 6 });
    for (let press = 0; press < 12; press++) fireEvent.click(next);
    await replyToAll();
    expect(session.view.getState().selection).toEqual({ kind: 'record', id: 9 });
    fireEvent.click(screen.getByRole('link', { name: /^Previous/ }));
    await replyToAll();
    expect(session.view.getState().selection).toEqual({ kind: 'record', id: 8 });
  });

  it('do not search the list of places for a record', async () => {
    const neighbours = vi.fn<Engine['neighbours']>(() => Promise.resolve({ index: 0, previous: null, next: null }));
    await show({ selection: record, tab: 'places' }, { neighbours });
    expect(neighbours).not.toHaveBeenCalled();
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('search around the point, and move the map there', async () => {
    const session = await show({ selection: record });
    fireEvent.click(screen.getByRole('button', { name: '361 records within 5 km' }));
    expect(session.view.getState().search).toEqual({
      mode: 'radius',
      centre: fakeRecord.position,
      radiusInMetres: 5000,
    });
    fireEvent.click(screen.getByRole('button', { name: 'Show on the map' }));
    expect(session.view.getState().map.centre).toEqual(fakeRecord.position);
  });

  it('link to nearby places', async () => {
    await show({ selection: record });
    expect(linkedSelection(screen.getByRole('link', { name: /^Cottesloe/ }))).toEqual(place);
  });

  it('say when there is no such record, with a button back to the list', async () => {
    const session = await show({ selection: record }, { record: () => Promise.resolve(null) });
    expect(screen.getByRole('heading', { name: 'No such record' })).toBeTruthy();
    expect(screen.getByText(/There is no record 63755 in this data/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Back to list' }));
    expect(session.view.getState().selection).toBeNull();
  });
});

describe('the details of a place', () => {
  it('show both of its points', async () => {
    await show({ selection: place });
    expect(screen.getByText('31.9940° S, 115.7510° E')).toBeTruthy();
    expect(screen.getByText('31.9940° S, 115.7410° E')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Copy offshore point' })).toBeTruthy();
  });

  it('name the type of a beach access sign in everyday words', async () => {
    const sign = { ...fakePlace, featureType: 'BEN Sign' };
    const places = [sign, { ...sign, id: 8 }];
    await show(
      { selection: place },
      { place: () => Promise.resolve(sign), nearby: () => Promise.resolve({ ...nearby, places }) },
    );
    expect(document.querySelector('.details-lead')?.textContent).toBe('Beach access sign (BEN), Perth Metro');
    expect(screen.getByRole('region', { name: 'Nearby' }).textContent).toContain('Beach access sign (BEN)');
  });

  const summarise: Engine['summarise'] = (scope) => Promise.resolve(summaryOf(scope));

  it('say in one sentence what was recorded, within a radius that can be set by slider, number and button', async () => {
    const session = await show({ selection: place }, { summarise });
    const sentence = () => document.querySelector('.summary-sentence')?.textContent;
    expect(sentence()).toBe(
      'Cottesloe: 100 records within 1 km since 2014. Last sighting 31 July 2021. Most often: white shark.',
    );
    fireEvent.change(screen.getByRole('slider', { name: 'Radius' }), { target: { value: '0' } });
    await settle();
    expect(sentence()).toContain('5 records within 50 m');
    const number = screen.getByRole('textbox', { name: 'Radius in kilometres' });
    fireEvent.change(number, { target: { value: '2.5' } });
    fireEvent.blur(number);
    await settle();
    expect(sentence()).toContain('250 records within 2.5 km');
    fireEvent.click(screen.getByRole('button', { name: '10 km' }));
    await settle();
    expect(session.view.getState()).toMatchObject({ selectionRadiusInMetres: 10_000, search: null });
    expect(sentence()).toContain('1,000 records within 10 km');
    cleanup();
  });

  it('count all records despite filters, and link to the lists without and with the filters', async () => {
    const filters = { ...noFilters, species: ['mako'] };
    const counts = vi.fn<Engine['counts']>(() =>
      Promise.resolve({ all: 17_330, matching: 90, found: 19, foundInOtherTab: 3 }),
    );
    const session = await show({ selection: place, filters, tab: 'places' }, { summarise, counts });
    expect(screen.getByText(/This summary ignores the filters\./)).toBeTruthy();
    expect(counts).toHaveBeenCalledWith(
      expect.objectContaining({
        ...{ filters, tab: 'records', council: null },
        search: { mode: 'radius', centre: fakePlace.inshore, radiusInMetres: 1000 },
      }),
    );
    const search = { mode: 'radius', centre: fakePlace.inshore, radiusInMetres: 1000 };
    for (const [name, listed] of [
      ['See all 100', noFilters],
      ['See the 19 that match the filters', filters],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(readView(new URL(link.getAttribute('href') ?? '', siteUrl).search).view.filters).toEqual(listed);
      fireEvent.click(link);
      expect(session.view.getState()).toMatchObject({ selection: null, tab: 'records', filters: listed, search });
      act(() => {
        session.view.setState({ selection: place, filters });
      });
      await settle();
    }
  });

  it('say whether none, one or all of the records match the filters, and nothing without filters', async () => {
    const filters = { ...noFilters, from: '2020-01-01' };
    const area: Selection = { kind: 'area', name: 'Town of Cottesloe' };
    const note = () => document.querySelector('.summary-filters')?.textContent.trim();
    const showMatching = async (found: number, records: number) => {
      await show(
        { selection: area, filters },
        {
          summarise: (scope) => Promise.resolve({ ...summaryOf(scope), records }),
          counts: () => Promise.resolve({ all: 17_330, matching: found, found, foundInOtherTab: 0 }),
        },
      );
      const text = note();
      cleanup();
      return text;
    };
    expect(await showMatching(0, 7)).toBe(
      'This summary ignores the filters. None of its records match them. See all 7',
    );
    expect(await showMatching(1, 7)).toBe(
      'This summary ignores the filters. See all 7 See the one that matches the filters',
    );
    expect(await showMatching(7, 7)).toBe('All of these records match the filters. See all 7');
    expect(await showMatching(0, 1)).toBe('This record does not match the filters. See it in the list');
    expect(await showMatching(1, 1)).toBe('This record matches the filters. See it in the list');
    expect(await showMatching(0, 0)).toBeUndefined();
    await show({ selection: area }, { summarise });
    expect(note()).toBeUndefined();
    expect(screen.getAllByRole('link', { name: /^See/ })).toHaveLength(1);
  });

  it('list the newest records as the list does, with repeated detections as one row that expands', async () => {
    const details = {
      ...{ size: '2.5m', sizeInMetres: 2.5, number: '', sizeAndNumber: ', 2.5 m' },
      ...{ distanceOffshoreInMetres: 300, distanceText: '', remark: 'swimming north' },
    };
    const remark = { ...fakeRecord, id: 5, details };
    await show(
      { selection: place },
      {
        summarise: (scope, expandedGroups = []) => {
          const isExpanded = expandedGroups.includes(fakeGroup.id);
          const members = isExpanded ? [{ ...fakeRecord, isInGroup: true as const }] : [];
          return Promise.resolve({
            ...summaryOf(scope),
            newest: [{ ...fakeGroup, isExpanded }, ...members, remark],
          });
        },
      },
    );
    const newest = within(screen.getByRole('region', { name: 'Newest records' }));
    expect(newest.getAllByRole('listitem')).toHaveLength(2);
    expect(newest.getAllByRole('listitem')[1]?.textContent).toContain(
      'White shark, 2.5 mDetected 300 m offshore · Cottesloe31 Jul 2021, 00:13 WA time · tag 1160 · “swimming north”',
    );
    const group = newest.getByRole('button', { name: /6 detections of tag 2332/ });
    expect(group.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(group);
    await settle();
    expect(group.getAttribute('aria-expanded')).toBe('true');
    expect(newest.getAllByRole('listitem')).toHaveLength(3);
    fireEvent.click(group);
    await settle();
    expect(newest.getAllByRole('listitem')).toHaveLength(2);
  });

  it('explain what no records can mean, without alarm and without reassurance', async () => {
    await show({ selection: place }, { summarise: (scope) => Promise.resolve({ ...summaryOf(scope), ...nothing }) });
    expect(document.querySelector('.summary-sentence')?.textContent).toBe(
      'Cottesloe: no records within 1 km since 2014.',
    );
    expect(screen.getByRole('region', { name: 'What a lack of records can mean' }).textContent).toContain(
      'No records within 1 km does not mean no sharks. No receiver in this circle has detected a tagged animal.',
    );
  });

  const receiverSection = () =>
    screen.getByRole('region', { name: 'What a lack of records can mean' }).textContent.replace(/Locations.*/, '');

  it('count the detections of the nearest receiver only if it is outside the circle', async () => {
    await show({ selection: place }, { summarise });
    expect(receiverSection()).toContain('Nearest receiver: Rottnest, 12 km NW, 12 detections.');
    cleanup();
    await show(
      { selection: place },
      { summarise: (scope) => Promise.resolve({ ...summaryOf(scope), receiverPoints: 1 }) },
    );
    expect(receiverSection()).toContain('There is a receiver in this circle. A receiver detects only tagged animals');
    expect(receiverSection()).toContain('Nearest receiver: Rottnest, 12 km NW.');
    expect(receiverSection()).not.toContain('12 detections');
    cleanup();
    const nearestReceiver = { ...fakeRecord, name: 'Rottnest', detections: 12, distanceInMetres: 0 };
    await show(
      { selection: place },
      { summarise: (scope) => Promise.resolve({ ...summaryOf(scope), receiverPoints: 1, nearestReceiver }) },
    );
    expect(receiverSection()).toContain('Nearest receiver: Rottnest, at this point.');
  });

  it('link to the feeds of a place', async () => {
    const feeds = () =>
      screen.queryAllByRole('link', { name: /Atom|JSON Feed/ }).map((link) => link.getAttribute('href'));
    await show({ selection: place }, { summarise });
    expect(feeds()).toEqual([`${siteUrl}feeds/places/7.atom`, `${siteUrl}feeds/places/7.json`]);
  });

  it('name the receivers in a council area, or else the nearest one', async () => {
    const area: Selection = { kind: 'area', name: 'Town of Cottesloe' };
    const receivers = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name, index) => ({
      ...{ name, detections: 12, distanceInMetres: 12_000, bearingInDegrees: 315 },
      position: { longitude: 115 + index / 100, latitude: -32 },
    }));
    for (const [number, records, text] of [
      [0, 7, 'No receiver in this council area has detected a tagged animal.'],
      [0, 7, 'Nearest receiver: Rottnest, 12 km NW of the middle of these records, 12 detections.'],
      [0, 0, 'Nearest receiver: Rottnest, 12 km NW of the middle of this council area, 12 detections.'],
      [1, 7, 'There is a receiver in this council area.'],
      [1, 7, '1 receiver: A.'],
      [2, 7, 'There are receivers in this council area.'],
      [2, 7, '2 receivers: A, B.'],
      [7, 7, '7 receivers: A, B, C, D, E and 2 more.'],
    ] as const) {
      const facts = { records, receiverPoints: number, receivers: receivers.slice(0, number) };
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

  it('have the coordinates and the published fields last', async () => {
    await show({ selection: place }, { summarise, councilOf: () => Promise.resolve('Town of Cottesloe') });
    const headings = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings).toEqual([
      'By month of the year',
      'Newest records',
      'What a lack of records can mean',
      'Nearby places',
      'Position',
      'All fields, as published',
    ]);
    expect(linkedSelection(screen.getByRole('link', { name: 'Town of Cottesloe' }))).toEqual({
      kind: 'area',
      name: 'Town of Cottesloe',
    });
  });
});

describe('the details of a location', () => {
  const details: Awaited<ReturnType<Engine['location']>> = {
    position: fakeRecord.position,
    name: 'Warnbro Sound',
    records: 3466,
    byMark: { sighting: 1, detection: 3465, handled: 0, other: 0 },
    first: '2014-10-21T05:48:00',
    last: '2021-07-15T22:41:00',
    species: [
      { key: 'bronze whaler', count: 2479 },
      { key: 'tiger', count: 822 },
    ],
    animals: 33,
    mostDetected: { tag: '1160', count: 1255, detections: 3465 },
    histogram,
    rows: [fakeRecord],
  };

  it('show how many records there are, with their kinds, species and years', async () => {
    await show(
      { selection: location },
      {
        location: () => Promise.resolve(details),
        summarise: (scope) => Promise.resolve({ ...summaryOf(scope), nearestPlace: fakePlace }),
        pointName: () => Promise.resolve({ name: 'Warnbro Sound', isExact: true, distanceInMetres: 0 }),
      },
    );
    expect(screen.getByRole('heading', { name: 'Warnbro Sound' })).toBeTruthy();
    expect(document.querySelector('.details-lead')?.textContent).toBe('Cottesloe is 300 m E of this point.');
    const text = document.body.textContent;
    expect(text).toContain("3,466 records at this point. 1,255 of these are one animal's repeat detections.");
    expect(text).toContain('Bronze whaler2,479');
    expect(screen.getByRole('img', { name: 'Records by year. 2020: 3,466 records' })).toBeTruthy();
  });

  it('list repeated detections at the point as one row that expands', async () => {
    const located = vi.fn<Engine['location']>((_, __, expandedGroups = []) => {
      const isExpanded = expandedGroups.includes(fakeGroup.id);
      const members = isExpanded ? [{ ...fakeRecord, isInGroup: true as const }] : [];
      return Promise.resolve({ ...details, rows: [{ ...fakeGroup, isExpanded }, ...members] });
    });
    await show({ selection: location }, { location: located });
    const newest = within(screen.getByRole('region', { name: 'Newest records at this point' }));
    expect(newest.getAllByRole('listitem')).toHaveLength(1);
    const group = newest.getByRole('button', { name: /6 detections of tag 2332.*06:00 to 07:02/ });
    fireEvent.click(group);
    await settle();
    expect(newest.getAllByRole('listitem')).toHaveLength(2);
    expect(group.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('heading', { name: 'Species' })).toBeTruthy();
  });

  it('have the number of records once if they are all of one kind', async () => {
    const byMark = { sighting: 0, detection: 3466, handled: 0, other: 0 };
    await show({ selection: location }, { location: () => Promise.resolve({ ...details, byMark }) });
    const section = screen.getByRole('region', { name: 'Records at this point' }).textContent;
    expect(section).toContain('Detections by receivers');
    expect(section.match(/3,466/g)).toHaveLength(1);
  });

  it('have a button that lists the records at the point', async () => {
    const session = await show({ selection: location, tab: 'places' }, { location: () => Promise.resolve(details) });
    fireEvent.click(screen.getByRole('button', { name: 'Show records around this point in the list' }));
    expect(session.view.getState()).toMatchObject({
      selection: null,
      tab: 'records',
      search: { mode: 'radius', centre: fakeRecord.position, radiusInMetres: 50 },
    });
  });

  it('are a summary with the name of the nearest place, if no record is exactly at the point', async () => {
    await show(
      { selection: location },
      {
        summarise: (scope) => Promise.resolve(summaryOf(scope)),
        pointName: () => Promise.resolve({ name: 'Cottesloe', isExact: false, distanceInMetres: 850 }),
      },
    );
    expect(screen.getByRole('heading', { name: 'Near Cottesloe' })).toBeTruthy();
    expect(document.querySelector('.details-lead')?.textContent).toBe('Point on the map');
    expect(document.querySelector('.summary-sentence')?.textContent).toMatch(/^Near .*100 records within 1 km/);
  });
});
