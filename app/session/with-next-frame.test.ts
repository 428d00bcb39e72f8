// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { withNextFrame } from './with-next-frame.ts';

let frames: (() => void)[] = [];

beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => undefined;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('acts with the next frame, once', () => {
  const act = vi.fn();
  withNextFrame(act);
  expect(act).not.toHaveBeenCalled();
  frames[0]?.();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledOnce();
});

it('acts all the same, and once, where no frame comes', () => {
  const act = vi.fn();
  withNextFrame(act);
  vi.advanceTimersByTime(1000);
  frames[0]?.();
  expect(act).toHaveBeenCalledOnce();
});

it('acts at once in a page that is not seen', () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  const act = vi.fn();
  withNextFrame(act);
  expect(act).toHaveBeenCalledOnce();
});
