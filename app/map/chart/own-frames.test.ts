// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelOwnFrame, drawInOwnFrame } from './own-frames.ts';

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
    for (const name of ['ground', 'marks', 'names']) drawInOwnFrame(drawing(name));
    expect(drawn).toEqual([]);
    nextFrame();
    expect(drawn).toEqual(['ground']);
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['ground', 'marks', 'names']);
    expect(frames).toEqual([]);
  });

  it('are drawn once, however often they are asked for before their turn', () => {
    const ground = drawing('ground');
    for (let time = 0; time < 3; time++) drawInOwnFrame(ground);
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['ground']);
    drawInOwnFrame(ground);
    nextFrame();
    expect(drawn).toEqual(['ground', 'ground']);
  });

  it('are left out when they are cancelled, and one that fails does not keep the others', () => {
    const ground = drawing('ground');
    const failing = (): void => {
      throw new Error('no memory');
    };
    drawInOwnFrame(failing);
    drawInOwnFrame(ground);
    drawInOwnFrame(drawing('marks'));
    cancelOwnFrame(ground);
    expect(nextFrame).toThrow('no memory');
    nextFrame();
    nextFrame();
    expect(drawn).toEqual(['marks']);
    expect(frames).toEqual([]);
  });
});
