// @vitest-environment happy-dom
import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelDrawing, CanvasLayer, queueDrawing } from './canvas-layer.ts';
import type { Frame } from './frame.ts';

describe('CanvasLayer', () => {
  /** A drawing in progress in a worker. */
  interface Begun {
    readonly frame: Frame;
    readonly finish: () => void;
    readonly fail: () => void;
  }

  let frames: (() => void)[];
  let begun: Begun[];
  let shown: Frame[];
  let map: LeafletMap;
  let layer: CanvasLayer;

  const nextFrame = (): void => {
    for (const act of frames.splice(0)) act();
  };
  /** Waits until a finished drawing has been handled. */
  const aMoment = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  beforeEach(() => {
    [frames, begun, shown] = [[], [], []];
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
    map = new LeafletMap(document.createElement('div'), { zoomAnimation: false }).setView([-32, 115.7], 9);
    layer = new CanvasLayer((_picture, _size, frame) => {
      return new Promise((resolve, reject) => {
        begun.push({
          frame,
          finish: () => {
            resolve(() => shown.push(frame));
          },
          fail: () => {
            reject(new Error('no script'));
          },
        });
      });
    }, 'marks').addTo(map);
  });
  afterEach(() => {
    layer.remove();
    map.remove();
    vi.unstubAllGlobals();
  });

  it('shows a picture once it is drawn, and reports its frame', async () => {
    expect(layer.drawn).toBeNull();
    begun[0]?.finish();
    await aMoment();
    expect(shown).toEqual([begun[0]?.frame]);
    expect(layer.drawn).toBe(begun[0]?.frame);
  });

  it('starts no second drawing during another one, and draws again afterwards', async () => {
    map.setView([-31, 115], 9, { animate: false });
    nextFrame();
    nextFrame();
    expect(begun).toHaveLength(1);
    begun[0]?.finish();
    await aMoment();
    nextFrame();
    expect(begun).toHaveLength(2);
    begun[1]?.finish();
    await aMoment();
    expect(layer.drawn).toBe(begun[1]?.frame);
    expect(layer.drawn?.left).not.toBe(begun[0]?.frame.left);
  });

  it('draws again by itself after a drawing that failed', async () => {
    vi.useFakeTimers();
    try {
      begun[0]?.fail();
      await vi.advanceTimersByTimeAsync(4900);
      nextFrame();
      expect(begun).toHaveLength(1);
      await vi.advanceTimersByTimeAsync(200);
      nextFrame();
      expect(begun).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves a picture out that comes during an animation, and draws when that is over', async () => {
    const pane = map.getPane('mapPane');
    pane?.classList.add('leaflet-zoom-anim');
    map.fire('zoomanim', { center: map.getCenter(), zoom: 10 });
    // A resize during the animation does not end it.
    map.fire('moveend');
    map.fire('resize');
    begun[0]?.finish();
    await aMoment();
    expect(shown).toEqual([]);
    pane?.classList.remove('leaflet-zoom-anim');
    map.fire('moveend');
    nextFrame();
    begun[1]?.finish();
    await aMoment();
    expect(shown).toEqual([begun[1]?.frame]);
  });

  it('keeps the last picture when a drawing fails, and tries again at the next occasion', async () => {
    begun[0]?.finish();
    await aMoment();
    layer.redraw();
    nextFrame();
    begun[1]?.fail();
    await aMoment();
    expect(layer.drawn).toBe(begun[0]?.frame);
    layer.redraw();
    nextFrame();
    expect(begun).toHaveLength(3);
  });

  it('shows nothing after it is removed', async () => {
    layer.remove();
    begun[0]?.finish();
    await aMoment();
    expect(shown).toEqual([]);
  });
});

describe('the drawing queue', () => {
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
});
