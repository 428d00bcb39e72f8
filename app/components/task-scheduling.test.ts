// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';

import { afterPaint, untilIdle } from './task-scheduling.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('afterPaint', () => {
  it('resolves even without a frame', async () => {
    vi.useFakeTimers();
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    let isResolved = false;
    void afterPaint().then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(200);
    expect(isResolved).toBe(true);
  });
});

describe('untilIdle', () => {
  it('resolves after a second in a browser without idle callbacks', async () => {
    vi.useFakeTimers();
    Reflect.deleteProperty(window, 'requestIdleCallback');
    let isResolved = false;
    void untilIdle().then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(999);
    expect(isResolved).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isResolved).toBe(true);
  });
});
