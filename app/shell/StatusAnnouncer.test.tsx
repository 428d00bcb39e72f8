// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { Result } from '../engine/engine.ts';
import { fakeResult, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { noFilters } from '../view/view-state.ts';
import { StatusAnnouncer } from './StatusAnnouncer.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

// Screen readers announce changes: the same text is announced again only after it was removed.
it.each([0, 100, 900])('takes its words away before it says them again, with an result after %i ms', async (delay) => {
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
  const words = '118 of 17,330 records in map area.';
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
