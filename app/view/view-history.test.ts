// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { followHistory } from './view-history.ts';
import { initialView } from './view-state.ts';
import { createViewStore } from './view-store.ts';

let stopFollowing: () => void;
const store = () => {
  const created = createViewStore(initialView);
  stopFollowing = followHistory(created);
  return created;
};
const search = (radiusInMetres: number) =>
  ({ mode: 'radius', centre: { longitude: 115.75, latitude: -31.9 }, radiusInMetres }) as const;

/** Moves with every frame. */
function drag(frames: number): void {
  const view = store();
  for (let step = 0; step < frames; step++) {
    view.getState().setSearch(search(1000 + step));
    vi.advanceTimersByTime(16);
  }
}

beforeEach(() => {
  window.history.replaceState(null, '', '/');
  vi.useFakeTimers();
});
afterEach(() => {
  stopFollowing();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the address while something moves', () => {
  it('is written once it stands still, in the same entry of the history', () => {
    const replace = vi.spyOn(window.history, 'replaceState');
    drag(50);
    expect(replace).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(replace).toHaveBeenCalledOnce();
    expect(window.location.search).toContain('r=1049');
  });

  it('does not wait for as long as the movement goes on', () => {
    const replace = vi.spyOn(window.history, 'replaceState');
    drag(600);
    // Of 9.6 seconds, every second one.
    expect(replace).toHaveBeenCalledTimes(4);
  });

  it('is written at once, and before the new entry, when something is selected', () => {
    const view = store();
    const replace = vi.spyOn(window.history, 'replaceState');
    view.getState().setSearch(search(7000));
    view.getState().select({ kind: 'record', id: 12 });
    expect(replace).toHaveBeenCalledExactlyOnceWith(null, '', expect.stringMatching(/r=7000(?!.*record)/));
    expect(window.location.search).toContain('record=12');
    vi.advanceTimersByTime(3000);
    expect(replace).toHaveBeenCalledOnce();
  });

  it('is written at once when the page is not shown any more', () => {
    const view = store();
    view.getState().setSearch(search(7000));
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(window.location.search).toContain('r=7000');
    hidden.mockRestore();
  });
});
