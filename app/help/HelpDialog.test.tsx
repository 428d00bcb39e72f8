// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { OfflineStorage } from './HelpDialog.tsx';

/** The replies of the service worker in order; undefined means no reply. */
let replies: (number | undefined)[];
let received: unknown[];

beforeEach(() => {
  replies = [];
  received = [];
  const active = {
    postMessage(message: unknown, [port]: readonly MessagePort[]) {
      received.push(message);
      const reply = replies.shift();
      if (reply !== undefined) port?.postMessage(reply);
    },
  };
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const message = (): string => screen.getByRole('status').textContent;

describe('The data stored on the device', () => {
  it('is not reported as removed if some of it remains', async () => {
    replies = [4_000_000, 2_000_000];
    render(<OfflineStorage />);
    fireEvent.click(await screen.findByRole('button'));
    await waitFor(() => {
      expect(message()).toBe('Not everything could be removed: 2.0 MB is still stored. Try again later.');
    });
  });
});
