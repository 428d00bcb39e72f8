// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import type { LoadedData } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { fakeData, fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { Timeline } from './Timeline.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function show(data: Partial<LoadedData> = {}): Promise<Session> {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  const session = await fakeSession({ load: () => Promise.resolve({ ...fakeData, ...data }) });
  render(
    <SessionContext value={session}>
      <Timeline />
    </SessionContext>,
  );
  return session;
}

it('shows a message instead of the chart if there are no records', async () => {
  await show({ newest: null });
  expect(screen.getByText('There is nothing to show by month.')).toBeDefined();
});
