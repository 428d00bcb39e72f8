import type { Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import type { CoastFile } from '../coast/coast-codec.ts';
import { unpackCoast } from '../coast/coast-codec.ts';
import { CanvasLayer } from './canvas-layer.ts';
import { paintGraticule, paintGround } from './paint-ground.ts';
import type { Palette } from './palette.ts';
import { chartRing, type ChartRing } from './trace-ring.ts';

let coast: Promise<readonly ChartRing[]> | undefined;

/** The coast comes in a file of its own, which nothing waits for. A failed one is asked for again next time. */
function loadCoast(): Promise<readonly ChartRing[]> {
  coast ??= import('../coast/coast.json').then(({ default: file }) =>
    unpackCoast(file as unknown as CoastFile).map(chartRing),
  );
  coast.catch(() => {
    coast = undefined;
  });
  return coast;
}

/** Draws the bundled chart, or its graticule alone over another base map. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): void {
  useEffect(() => {
    if (!map || !palette) return;
    let rings: readonly ChartRing[] = [];
    let isOver = false;
    const layer = new CanvasLayer((context, frame) => {
      if (isOverTiles) paintGraticule(context, frame, palette);
      else paintGround(context, frame, palette, rings);
    }, 'chart-ground');
    layer.addTo(map);
    loadCoast().then(
      (loaded) => {
        rings = loaded;
        if (!isOver) layer.redraw();
      },
      () => undefined,
    );
    return () => {
      isOver = true;
      layer.remove();
    };
  }, [map, palette, isOverTiles]);
}
