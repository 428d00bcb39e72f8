// @vitest-environment happy-dom
import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CanvasLayer } from './canvas-layer.ts';
import type { Camera } from '../camera.ts';
import type { PictureCanvas, PictureSize } from '../paint/picture-canvas.ts';

describe('CanvasLayer', () => {
  /** A drawing in progress in a worker. */
  interface Begun {
    readonly camera: Camera;
    readonly finish: () => void;
    readonly fail: () => void;
  }

  let frames: (() => void)[];
  let begun: Begun[];
  let shown: Camera[];
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
    class TestLayer extends CanvasLayer {
      protected override draw(_picture: PictureCanvas, _size: PictureSize, camera: Camera): Promise<() => void> {
        return new Promise((resolve, reject) => {
          begun.push({
            camera,
            finish: () => {
              resolve(() => shown.push(camera));
            },
            fail: () => {
              reject(new Error('no script'));
            },
          });
        });
      }
    }
    layer = new TestLayer('marks').addTo(map);
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
    expect(shown).toEqual([begun[0]?.camera]);
    expect(layer.drawn).toBe(begun[0]?.camera);
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
    expect(layer.drawn).toBe(begun[1]?.camera);
    expect(layer.drawn?.left).not.toBe(begun[0]?.camera.left);
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
    expect(shown).toEqual([begun[1]?.camera]);
  });

  it('keeps the last picture when a drawing fails, and tries again at the next occasion', async () => {
    begun[0]?.finish();
    await aMoment();
    layer.redraw();
    nextFrame();
    begun[1]?.fail();
    await aMoment();
    expect(layer.drawn).toBe(begun[0]?.camera);
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
