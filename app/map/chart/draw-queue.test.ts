// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelDrawing, queueDrawing } from './draw-queue.ts';

let frames: FrameRequestCallback[];
let drawn: string[];

beforeEach(() => {
  frames = [];
  drawn = [];
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
});
afterEach(() => {
  vi.restoreAllMocks();
});

function nextFrame(): void {
  const callbacks = frames;
  frames = [];
  for (const callback of callbacks) callback(0);
}

const drawing = (name: string) => (): void => {
  drawn.push(name);
};

describe('drawings that wait for a frame', () => {
  it('have one each, in the order in which they came', () => {
    for (const name of ['ground', 'marks', 'names']) queueDrawing(drawing(name));
    expect(drawn).toEqual([]);
    nextFrame();
    expect(drawn).toEqual(['ground']);
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['ground', 'marks', 'names']);
    expect(frames).toEqual([]);
  });

  it('are drawn once, even if they are queued several times', () => {
    const ground = drawing('ground');
    for (let time = 0; time < 3; time++) queueDrawing(ground);
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['ground']);
    queueDrawing(ground);
    nextFrame();
    expect(drawn).toEqual(['ground', 'ground']);
  });

  it('are skipped when they are cancelled, and a failure does not affect the others', () => {
    const ground = drawing('ground');
    const failing = (): void => {
      throw new Error('no memory');
    };
    queueDrawing(failing);
    queueDrawing(ground);
    queueDrawing(drawing('marks'));
    cancelDrawing(ground);
    expect(nextFrame).toThrow('no memory');
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['marks']);
    expect(frames).toEqual([]);
  });
});
