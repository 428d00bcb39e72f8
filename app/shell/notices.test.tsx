// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type ConnectionState, ConnectionWatch } from '../connection/connection-watch.ts';
import { ConnectionWatchContext } from '../connection/use-connection.ts';
import type { Engine } from '../engine/engine.ts';
import { Explorer } from '../explorer/explorer.ts';
import { fakeData, fakeExplorer } from '../explorer/testing/fake-explorer.ts';
import { ExplorerContext } from '../explorer/use-explorer.ts';
import { initialView } from '../view/view-state.ts';
import { createViewStore } from '../view/view-store.ts';
import { ConnectionNotices, DisclaimerBanner } from './notices.tsx';

let watch: ConnectionWatch;
let explorer: Explorer;

afterEach(cleanup);

function setConnection(state: Partial<ConnectionState>): void {
  act(() => {
    watch.state.setState(state);
  });
}

function showData(): void {
  act(() => {
    explorer.queryState.setState({ loading: { state: 'ready', data: fakeData } });
  });
}

/** The text of all notices. */
const words = (): string => [...document.querySelectorAll('p')].map(({ textContent }) => textContent).join(' ');

it('the disclaimer has a link to live warnings if the publisher names a page', async () => {
  explorer = await fakeExplorer();
  const show = () =>
    render(
      <ExplorerContext value={explorer}>
        <DisclaimerBanner />
      </ExplorerContext>,
    );
  show();
  expect(screen.queryByRole('link', { name: 'Live warnings' })).toBeNull();
  cleanup();
  const meta = Object.assign(document.createElement('meta'), { name: 'coastwatch-warnings' });
  meta.content = 'https://warnings.example.org/';
  document.head.append(meta);
  show();
  expect(screen.getByRole('link', { name: 'Live warnings' }).getAttribute('href')).toBe(
    'https://warnings.example.org/',
  );
  meta.remove();
});

describe('Connection notices', () => {
  beforeEach(() => {
    watch = new ConnectionWatch('https://data.example/', () => Promise.reject(new TypeError('Failed to fetch')));
    explorer = new Explorer('https://data.example/', {} as Engine, createViewStore(initialView));
    render(
      <ExplorerContext value={explorer}>
        <ConnectionWatchContext value={watch}>
          <ConnectionNotices />
        </ConnectionWatchContext>
      </ExplorerContext>,
    );
  });

  it('show the age of the data and of the last check when offline', () => {
    showData();
    setConnection({ isOffline: true, hasNetwork: false, lastCheckedAt: new Date(Date.now() - 3 * 3_600_000) });
    expect(words()).toBe('Offline. The newest record on this device is from 31 Jul 2021; last checked 3 hours ago.');
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
