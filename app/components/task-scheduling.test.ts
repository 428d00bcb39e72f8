// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';

import { afterPaint, nextTask, untilIdle } from './task-scheduling.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('nextTask', () => {
  it('resolves after the pending microtasks of the current task', async () => {
    const order: string[] = [];
    const next = nextTask().then(() => order.push('next task'));
    for (let step = 1; step <= 5; step++) await Promise.resolve().then(() => order.push(`step ${step}`));
    await next;
    expect(order).toEqual(['step 1', 'step 2', 'step 3', 'step 4', 'step 5', 'next task']);
  });
});

describe('afterPaint', () => {
  it('resolves in a task after the next frame', async () => {
    vi.useFakeTimers();
    let frame: FrameRequestCallback = () => undefined;
    vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => {
      frame = callback;
      return 1;
    });
    let isResolved = false;
    void afterPaint().then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(50);
    expect(isResolved).toBe(false);
    frame(0);
    await Promise.resolve();
    expect(isResolved).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isResolved).toBe(true);
  });

  it('resolves even without a frame', async () => {
    vi.useFakeTimers();
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1);
    let isResolved = false;
    void afterPaint().then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(200);
    expect(isResolved).toBe(true);
  });

  it('resolves immediately in the background, where nothing is painted', async () => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const frame = vi.spyOn(window, 'requestAnimationFrame');
    await afterPaint();
    expect(frame).not.toHaveBeenCalled();
  });
});

describe('untilIdle', () => {
  it('resolves after a second, once the main thread is idle', async () => {
    vi.useFakeTimers();
    let becomeIdle: IdleRequestCallback = () => undefined;
    vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => {
      becomeIdle = callback;
      return 1;
    });
    let isResolved = false;
    void untilIdle().then(() => (isResolved = true));
    await vi.advanceTimersByTimeAsync(2000);
    expect(isResolved).toBe(false);
    becomeIdle({ didTimeout: false, timeRemaining: () => 10 });
    await Promise.resolve();
    expect(isResolved).toBe(true);
  });

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
