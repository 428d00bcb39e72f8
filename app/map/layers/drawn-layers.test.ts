// @vitest-environment happy-dom
import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { CanvasLayer } from './drawn-layers.ts';
import type { Camera } from '../camera.ts';
import type { PictureCanvas, PictureSize } from '../paint/canvas.ts';

describe('CanvasLayer', () => {
  /** A drawing in progress in a worker. */
  interface PendingDrawing {
    readonly camera: Camera;
    readonly finish: () => void;
    readonly fail: () => void;
  }

  let frames: (() => void)[];
  let drawings: PendingDrawing[];
  let shown: Camera[];
  let map: LeafletMap;
  let layer: CanvasLayer;

  const nextFrame = (): void => {
    for (const act of frames.splice(0)) act();
  };
  /** Waits until a finished drawing has been handled. */
  const untilHandled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

  beforeEach(() => {
    [frames, drawings, shown] = [[], [], []];
    vi.stubGlobal('requestAnimationFrame', (act: () => void) => frames.push(act));
    map = new LeafletMap(document.createElement('div'), { zoomAnimation: false }).setView([-32, 115.7], 9);
    class TestLayer extends CanvasLayer {
      protected override draw(_picture: PictureCanvas, _size: PictureSize, camera: Camera): Promise<() => void> {
        return new Promise((resolve, reject) => {
          drawings.push({
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

  it('does not show a picture that arrives during an animation, and draws again after the animation', async () => {
    const pane = map.getPane('mapPane');
    pane?.classList.add('leaflet-zoom-anim');
    map.fire('zoomanim', { center: map.getCenter(), zoom: 10 });
    // A resize during the animation does not end it.
    map.fire('moveend');
    map.fire('resize');
    drawings[0]?.finish();
    await untilHandled();
    expect(shown).toEqual([]);
    pane?.classList.remove('leaflet-zoom-anim');
    map.fire('moveend');
    nextFrame();
    drawings[1]?.finish();
    await untilHandled();
    expect(shown).toEqual([drawings[1]?.camera]);
  });

  it('keeps the last picture when a drawing fails, and draws again when a redraw is requested', async () => {
    drawings[0]?.finish();
    await untilHandled();
    layer.redraw();
    nextFrame();
    drawings[1]?.fail();
    await untilHandled();
    expect(layer.drawn).toBe(drawings[0]?.camera);
    layer.redraw();
    nextFrame();
    expect(drawings).toHaveLength(3);
  });
});
