// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { wholeCoast } from '../view/view-state.ts';
import { useSlowSearch } from './ActiveSearch.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const aMoment = () => act(() => vi.advanceTimersByTimeAsync(700));

it('useSlowSearch follows the first, some and the last of many changes', async () => {
  const seen = new Set<number | undefined>();
  function Probe() {
    seen.add(useSlowSearch()?.radiusInMetres);
    return null;
  }
  const session = await fakeSession();
  render(
    <SessionContext value={session}>
      <Probe />
    </SessionContext>,
  );
  await aMoment();
  for (let radiusInMetres = 1; radiusInMetres <= 60; radiusInMetres++) {
    session.view.getState().setSearch({ mode: 'radius', centre: wholeCoast.centre, radiusInMetres });
    await act(() => vi.advanceTimersByTimeAsync(16));
    if (radiusInMetres === 1) expect(seen).toContain(1);
  }
  await act(() => vi.advanceTimersByTimeAsync(60));
  expect(seen).toContain(60);
  expect(seen.size).toBeGreaterThan(5);
  expect(seen.size).toBeLessThan(10);
});
