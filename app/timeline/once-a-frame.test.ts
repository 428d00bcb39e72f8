import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { onceAFrame } from './once-a-frame.ts';

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
  const told: number[] = [];
  const changes = onceAFrame((value: number) => told.push(value));
  changes.push(1);
  changes.push(2);
  changes.push(3);
  expect(told).toEqual([]);
  showFrame();
  showFrame();
  changes.push(4);
  showFrame();
  expect(told).toEqual([3, 4]);
});

it('passes on at once what waits, and not again with the frame', () => {
  const told: number[] = [];
  const changes = onceAFrame((value: number) => told.push(value));
  changes.push(1);
  changes.flush();
  changes.flush();
  showFrame();
  expect(told).toEqual([1]);
});

it('forgets what waits', () => {
  const told: number[] = [];
  const changes = onceAFrame((value: number) => told.push(value));
  changes.push(1);
  changes.cancel();
  showFrame();
  changes.flush();
  expect(told).toEqual([]);
});
