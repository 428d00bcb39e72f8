// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { KeptOnDevice } from './KeptOnDevice.tsx';

/** What the worker of the page answers to each question in turn; undefined is silence. */
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

describe('What is kept on the device', () => {
  it('is told, and removed when that is asked, the focus going to what is said of it', async () => {
    answers = [4_234_567, 0];
    render(<KeptOnDevice />);
    await waitFor(() => {
      expect(words()).toBe('Kept now: 4.2 MB.');
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove from this device' }));
    expect(document.activeElement).toBe(screen.getByRole('status'));
    await waitFor(() => {
      expect(words()).toMatch(/^Removed\./);
    });
    expect(screen.queryByRole('button')).toBeNull();
    expect(asked).toEqual([{ storage: 'tell' }, { storage: 'remove' }]);
  });

  it('is not said to be removed when some of it is left', async () => {
    answers = [4_000_000, 2_000_000];
    render(<KeptOnDevice />);
    fireEvent.click(await screen.findByRole('button'));
    await waitFor(() => {
      expect(words()).toBe('Not all of it could be removed: 2.0 MB are kept still. Try again later.');
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
    render(<KeptOnDevice />);
    await waitFor(() => {
      expect(words()).toMatch(/^Nothing is kept on this device\./);
    });
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('is not known when the worker is one of an earlier build, which does not answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    render(<KeptOnDevice />);
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    await waitFor(() => {
      expect(words()).toMatch(/could not be told/);
    });
  });
});
