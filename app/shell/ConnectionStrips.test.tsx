// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type ConnectionState, ConnectionWatch } from '../connection/connection-watch.ts';
import { ConnectionWatchContext } from '../connection/use-connection.ts';
import type { Engine, LoadedData } from '../engine/engine.ts';
import { Session } from '../session/session.ts';
import { SessionContext } from '../session/use-session.ts';
import { initialView } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { ConnectionStrips } from './ConnectionStrips.tsx';

const data: LoadedData = {
  dataVersion: '0123456789abcdef',
  builtAt: '2021-08-01T00:00:00.000Z',
  sample: true,
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

beforeEach(() => {
  watch = new ConnectionWatch('https://data.example/', () => Promise.reject(new TypeError('Failed to fetch')));
  session = new Session('https://data.example/', {} as Engine, createViewStore(initialView));
  render(
    <SessionContext value={session}>
      <ConnectionWatchContext value={watch}>
        <ConnectionStrips />
      </ConnectionWatchContext>
    </SessionContext>,
  );
});
afterEach(cleanup);

function tell(state: Partial<ConnectionState>): void {
  act(() => {
    watch.state.setState(state);
  });
}

function showData(): void {
  act(() => {
    session.queryState.setState({ loading: { state: 'ready', data } });
  });
}

/** All words on the strips. */
const words = (): string => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');

describe('The strips of the connection', () => {
  it('say nothing while all is well', () => {
    expect(words()).toBe('');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('tell without a network how old the data is, and when it was last checked', () => {
    showData();
    tell({ isOffline: true, hasNetwork: false, lastCheckedAt: new Date(Date.now() - 3 * 3_600_000) });
    expect(words()).toBe(
      'Offline. The data on this device is of 31 Jul 2021 (newest record); last checked 3 hours ago.',
    );
  });

  it('do not call it offline when only the host does not answer', () => {
    showData();
    tell({ isOffline: true, hasNetwork: true });
    expect(words()).toBe('The site cannot be reached. The data on this device is of 31 Jul 2021 (newest record).');
  });

  it('claim no data where there is none', () => {
    tell({ isOffline: true, hasNetwork: false, lastCheckedAt: new Date() });
    expect(words().trim()).toBe('Offline.');
  });

  it('load new data when a person says so, and not before', () => {
    const load = vi.spyOn(session, 'load').mockResolvedValue();
    tell({ dataUpdate: 'ready' });
    expect(words()).toBe('New data is ready.');
    expect(load).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: 'Show it' }));
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('stay away once dismissed, and come back with the next occasion', () => {
    tell({ pageUpdate: 'ready', isOffline: true });
    const [dismissOffline] = screen.getAllByRole('button', { name: 'Dismiss' });
    if (dismissOffline) fireEvent.click(dismissOffline);
    expect(words()).toBe('A new version of the page is ready.');
    tell({ isOffline: false });
    tell({ isOffline: true, hasNetwork: false });
    expect(words()).toContain('Offline.');
  });

  it('give the focus to the count when one is dismissed', () => {
    const count = document.createElement('p');
    count.id = 'results-count';
    count.tabIndex = -1;
    document.body.append(count);
    tell({ pageUpdate: 'ready' });
    const dismiss = screen.getByRole('button', { name: 'Dismiss' });
    dismiss.focus();
    fireEvent.click(dismiss);
    expect(document.activeElement).toBe(count);
    count.remove();
  });

  it('are told politely, but for the age, which changes on its own', () => {
    showData();
    tell({ isOffline: true, lastCheckedAt: new Date() });
    const age = screen.getByText(/last checked/);
    expect(age.closest('[aria-live="polite"]')).not.toBeNull();
    expect(age.closest('[aria-live]')?.getAttribute('aria-live')).toBe('off');
  });
});
