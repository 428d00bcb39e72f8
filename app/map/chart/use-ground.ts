import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { ownTask } from '../../components/own-tasks.ts';
import type { CoastFile } from '../coast/coast-codec.ts';
import { unpackCoast } from '../coast/coast-codec.ts';
import { dropOutline } from '../standing-outline.ts';
import { CanvasLayer, type Paint } from './canvas-layer.ts';
import { paintGraticule, paintGround } from './paint-ground.ts';
import type { Palette } from './palette.ts';
import { chartRing, type ChartRing } from './trace-ring.ts';

let coast: Promise<readonly ChartRing[]> | undefined;

/** The coast comes in a file of its own, which nothing waits for. A failed one is asked for again next time. */
function loadCoast(): Promise<readonly ChartRing[]> {
  coast ??= import('../coast/coast.json').then(async ({ default: file }) => {
    const rings = unpackCoast(file as unknown as CoastFile).map(chartRing);
    // Reading it takes about as long as drawing it.
    await ownTask();
    return rings;
  });
  coast.catch(() => {
    coast = undefined;
  });
  return coast;
}

/** Draws the bundled chart, or its graticule alone over another base map. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): void {
  useEffect(() => {
    if (!map || !palette) return;
    // What moves leaves the outline behind.
    map.once('dragstart zoomstart', dropOutline);
    let isOver = false;
    let layer: CanvasLayer | undefined;
    const draw = (paint: Paint): void => {
      if (isOver) return;
      layer = new CanvasLayer(paint, 'chart-ground');
      layer.addTo(map);
      dropOutline();
    };
    // Drawn once, with the coast: it comes beside the scripts, and without it there is little to see.
    const drawGround = (rings: readonly ChartRing[]): void => {
      draw((context, frame) => {
        paintGround(context, frame, palette, rings);
      });
    };
    if (isOverTiles) {
      draw((context, frame) => {
        paintGraticule(context, frame, palette);
      });
    } else {
      loadCoast().then(drawGround, () => {
        drawGround([]);
      });
    }
    return () => {
      isOver = true;
      layer?.remove();
    };
  }, [map, palette, isOverTiles]);
}
