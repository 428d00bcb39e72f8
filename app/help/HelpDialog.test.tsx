// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { OfflineStorage } from './HelpDialog.tsx';

/** The replies of the service worker in order; undefined means no reply. */
let answers: (number | undefined)[];
let asked: unknown[];

beforeEach(() => {
  answers = [];
  asked = [];
  const active = {
    postMessage(query: unknown, [port]: readonly MessagePort[]) {
      asked.push(query);
      const result = answers.shift();
      if (result !== undefined) port?.postMessage(result);
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const words = (): string => screen.getByRole('status').textContent;

describe('The data stored on the device', () => {
  it('is shown, and removed on request, and the confirmation gets the focus', async () => {
    answers = [4_234_567, 0];
    render(<OfflineStorage />);
    await waitFor(() => {
      expect(words()).toBe('Stored now: 4.2 MB.');
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove from this device' }));
    expect(document.activeElement).toBe(screen.getByRole('status'));
    await waitFor(() => {
      expect(words()).toMatch(/^Removed\./);
    });
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked).toEqual([{ storage: 'size' }, { storage: 'remove' }]);
  });

  it('is not reported as removed when some of it is left', async () => {
    answers = [4_000_000, 2_000_000];
    render(<OfflineStorage />);
    fireEvent.click(await screen.findByRole('button'));
    await waitFor(() => {
      expect(words()).toBe('Not everything could be removed: 2.0 MB are still stored. Try again later.');
    });
  });

  it.each([
    ['its worker keeps nothing', () => (answers = [0])],
    ['there is no worker', () => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => null } })],
    ['workers cannot run', () => vi.stubGlobal('navigator', {})],
    [
      'workers are refused',
      () => vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('no')) } }),
    ],
  ])('is nothing where %s', async (_, prepare) => {
    prepare();
    render(<OfflineStorage />);
    await waitFor(() => {
      expect(words()).toMatch(/^Nothing is stored on this device\./);
    });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is unknown when the worker is of an earlier build, which does not reply', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(<OfflineStorage />);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await waitFor(() => {
      expect(words()).toMatch(/is unknown/);
    });
  });
});
