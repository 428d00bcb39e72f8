// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type ConnectionState, ConnectionWatch } from '../connection/connection-watch.ts';
import { ConnectionWatchContext } from '../connection/use-connection.ts';
import type { Engine, LoadedData, Result } from '../engine/engine.ts';
import { Session } from '../session/session.ts';
import { fakeResult, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { type Filters, initialView, noFilters, type ViewState } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { AddressNotes, ConnectionNotices, StatusAnnouncer } from './notices.tsx';

const data: LoadedData = {
  dataVersion: '0123456789abcdef',
  builtAt: '2021-08-01T00:00:00.000Z',
  sample: true,
  hasPlaceFeeds: true,
  records: 3,
  places: 2,
  newest: '2021-07-31T00:13:00',
  histogram: {
    firstMonth: 0,
    lastMonth: 0,
    counts: {
      sighting: new Uint32Array(1),
      detection: new Uint32Array(1),
      handled: new Uint32Array(1),
      other: new Uint32Array(1),
    },
  },
};

let watch: ConnectionWatch;
let session: Session;

afterEach(cleanup);

function setConnection(state: Partial<ConnectionState>): void {
  act(() => {
    watch.state.setState(state);
  });
}

function showData(): void {
  act(() => {
    session.queryState.setState({ loading: { state: 'ready', data } });
  });
}

/** The text of all notices. */
const words = (): string => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');

describe('Connection notices', () => {
  beforeEach(() => {
    watch = new ConnectionWatch('https://data.example/', () => Promise.reject(new TypeError('Failed to fetch')));
    session = new Session('https://data.example/', {} as Engine, createViewStore(initialView));
    render(
      <SessionContext value={session}>
        <ConnectionWatchContext value={watch}>
          <ConnectionNotices />
        </ConnectionWatchContext>
      </SessionContext>,
    );
  });

  it('are absent while the host is reachable and nothing is new', () => {
    expect(words()).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('show the age of the data and of the last check when offline', () => {
    showData();
    setConnection({ isOffline: true, hasNetwork: false, lastCheckedAt: new Date(Date.now() - 3 * 3_600_000) });
    expect(words()).toBe('Offline. The newest record on this device is from 31 Jul 2021; last checked 3 hours ago.');
  });

  it('distinguish a host that does not respond from a device that is offline', () => {
    showData();
    setConnection({ isOffline: true, hasNetwork: true });
    expect(words()).toBe('The site cannot be reached. The newest record on this device is from 31 Jul 2021.');
  });

  it('do not mention data if none is loaded', () => {
    setConnection({ isOffline: true, hasNetwork: false, lastCheckedAt: new Date() });
    expect(words().trim()).toBe('Offline.');
  });

  it('load new data only when the user accepts it', () => {
    const load = vi.spyOn(session, 'load').mockResolvedValue();
    setConnection({ dataUpdate: 'ready' });
    expect(words()).toBe('New data is ready.');
    expect(load).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('stay hidden once dismissed, until there is a new reason to show them', () => {
    setConnection({ pageUpdate: 'ready', isOffline: true });
    const [dismissOffline] = screen.getAllByRole('button', { name: 'Dismiss' });
    if (dismissOffline) fireEvent.click(dismissOffline);
    expect(words()).toBe('A new version of the page is ready.');
    setConnection({ isOffline: false });
    setConnection({ isOffline: true, hasNetwork: false });
    expect(words()).toContain('Offline.');
  });

  it('move the focus to the result count when a notice is dismissed', () => {
    const count = document.createElement('p');
    count.id = 'results-count';
    count.tabIndex = -1;
    document.body.append(count);
    setConnection({ pageUpdate: 'ready' });
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    dismiss.focus();
    fireEvent.click(dismiss);
    expect(document.activeElement).toBe(count);
    count.remove();
  });

  it('are announced politely, except for the time since the last check, which changes by itself', () => {
    showData();
    setConnection({ isOffline: true, lastCheckedAt: new Date() });
    const age = screen.getByText(/last checked/);
    expect(age.closest('[aria-live="polite"]')).not.toBeNull();
    expect(age.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  });
});

const facets = { kinds: [], species: [{ key: 'white', count: 3 }], sources: [], featureTypes: [] };

async function show(notes: readonly string[], filters: Partial<Filters> = {}, view: Partial<ViewState> = {}) {
  const session = await fakeSession(
    { query: (query) => Promise.resolve(fakeResult(query, { facets, council: null })) },
    { filters: { ...noFilters, ...filters }, ...view },
  );
  render(
    <SessionContext value={session}>
      <AddressNotes notes={notes} />
    </SessionContext>,
  );
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  return session;
}

const shown = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

describe('the notes on a URL', () => {
  it('are absent if every parameter was used', async () => {
    const session = await show([], { species: ['white'] });
    expect(screen.queryByRole('status')).toBeNull();
    expect(session.view.getState().filters.species).toEqual(['white']);
  });

  it('report values that do not occur in the data, and remove them', async () => {
    const session = await show([], { species: ['nosuch', 'white'] });
    expect(shown()).toEqual(['species=nosuch in the address was ignored: no record in this data has it.']);
    expect(session.view.getState().filters.species).toEqual(['white']);
    expect(screen.queryByRole('button', { name: /notes$/ })).toBeNull();
  });

  it('report a council area that does not occur in the data, and remove it, but not a selected one', async () => {
    const selection = { kind: 'area', name: 'Nowhere' } as const;
    const session = await show([], {}, { selection });
    expect(shown()).toEqual([]);
    expect(session.view.getState().selection).toEqual(selection);
    cleanup();
    const limited = await show([], {}, { selection, council: 'Atlantis' });
    await screen.findByRole('listitem');
    expect(shown()).toEqual([
      'council=Atlantis in the address was ignored: this data has no place in a council area of that name.',
    ]);
    expect(limited.view.getState()).toMatchObject({ selection, council: null });
  });

  it('are collapsed to the first one if there are several, and a button expands and collapses them', async () => {
    await show(['First.', 'Second.', 'Third.']);
    expect(shown()).toEqual(['First.']);
    fireEvent.click(screen.getByRole('button', { name: 'Show all 3 notes', expanded: false }));
    expect(shown()).toEqual(['First.', 'Second.', 'Third.']);
    fireEvent.click(screen.getByRole('button', { name: 'Show one note', expanded: true }));
    expect(shown()).toEqual(['First.']);
  });

  it('disappear when they are dismissed', async () => {
    await show(['First.']);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('The announcement of the result', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
  });

  const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

  // Screen readers announce changes: the same text is announced again only after it has been removed.
  it.each([0, 100, 900])('removes its text before repeating it, even if the result takes %i ms', async (delay) => {
    let late = 0;
    const session = await fakeSession({
      query: (query) =>
        new Promise<Result>((resolve) => {
          if (late === 0) resolve(fakeResult(query));
          else setTimeout(resolve, late, fakeResult(query));
        }),
    });
    render(
      <SessionContext value={session}>
        <StatusAnnouncer />
      </SessionContext>,
    );
    await wait(700);
    const words = '118 of 17,330 records on this map.';
    const status = screen.getByRole('status');
    expect(status.textContent).toBe(words);
    late = delay;
    act(() => {
      session.view.getState().changeFilters({ ...noFilters, species: ['white'] });
    });
    expect(status.textContent).toBe('');
    await wait(2000);
    expect(status.textContent).toBe(words);
  });
});
