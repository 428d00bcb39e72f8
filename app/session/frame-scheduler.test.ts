import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { runInFrame, oncePerFrame } from './frame-scheduler.ts';

let frames: Map<number, () => void>;
const showFrame = (): void => {
  const waiting = [...frames.values()];
  frames.clear();
  for (const act of waiting) act();
};

beforeEach(() => {
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (act: () => void) => {
    last += 1;
    frames.set(last, act);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => frames.delete(frame));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('passes on the latest value of each frame', () => {
  const received: number[] = [];
  const changes = oncePerFrame((value: number) => received.push(value));
  changes.push(1);
  changes.push(2);
  changes.push(3);
  expect(received).toEqual([]);
  showFrame();
  showFrame();
  changes.push(4);
  showFrame();
  expect(received).toEqual([3, 4]);
});

it('runs all scheduled actions in one task of a frame, in order, even if one fails', () => {
  const received: string[] = [];
  const reported = vi.fn();
  vi.stubGlobal('reportError', reported);
  const one = oncePerFrame((value: string) => received.push(value));
  const failing = oncePerFrame((value: string) => {
    throw new Error(value);
  });
  const other = oncePerFrame((value: string) => received.push(value));
  one.push('a');
  failing.push('b');
  other.push('c');
  expect(frames.size).toBe(1);
  showFrame();
  expect(received).toEqual(['a', 'c']);
  expect(reported).toHaveBeenCalledOnce();
});

describe('an action that is not part of a movement', () => {
  let now: number;
  beforeEach(() => {
    now = performance.now() + 1e6;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    vi.stubGlobal('document', { hidden: false });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('runs in the next frame during a movement, in the same task as the movement', () => {
    const received: string[] = [];
    const changes = oncePerFrame((value: string) => received.push(value));
    changes.push('moved');
    showFrame();
    now += 30;
    runInFrame(() => received.push('result'));
    changes.push('moved on');
    expect(received).toEqual(['moved']);
    expect(frames.size).toBe(1);
    showFrame();
    expect(received).toEqual(['moved', 'result', 'moved on']);
  });
});
