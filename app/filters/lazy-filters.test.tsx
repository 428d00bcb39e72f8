// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { simulatePopovers } from '../components/testing/native-popovers.ts';
import { fakeSession } from '../session/testing/fake-session.ts';
import { SessionContext } from '../session/use-session.ts';
import { FilterBar } from './FilterBar.tsx';
import { filterControls } from './FilterBar.tsx';

/* A module stays loaded, so the first load is tested in a file that runs isolated: see `vitest.config.ts`. */

let endPopovers: () => void;
beforeEach(() => {
  endPopovers = simulatePopovers();
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => {
  cleanup();
  endPopovers();
  vi.unstubAllGlobals();
});

it('loads the filter controls when the pointer reaches the filters, and then shows them', async () => {
  const load = vi.spyOn(filterControls, 'load');
  render(
    <SessionContext value={await fakeSession()}>
      <FilterBar />
    </SessionContext>,
  );
  expect(load).not.toHaveBeenCalled();
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Date' }));
  expect(load).toHaveBeenCalled();
  expect(filterControls.loaded).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: 'Date' }));
  expect(screen.getByText('Loading …')).toBeTruthy();
  // On a busy machine, loading the module takes longer than the default of one second.
  await screen.findByRole('group', { name: 'Date' }, { timeout: 20_000 });
  expect(screen.queryByText('Loading …')).toBeNull();
});
