import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef } from 'react';

import { dropOutline } from '../standing-outline.ts';
import { groundDrawing } from '../drawing/chart-thread.ts';
import { CanvasLayer, type Draw } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** Draws the bundled chart, or its graticule alone over another base map. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): void {
  const layer = useRef<CanvasLayer>(null);

  useEffect(() => {
    if (!map) return;
    // What moves leaves the outline behind.
    map.once('dragstart zoomstart', dropOutline);
    return () => {
      layer.current?.remove();
      layer.current = null;
    };
  }, [map]);

  useEffect(() => {
    if (!map || !palette) return;
    const draw: Draw = async (picture, size, frame) => {
      const show = await groundDrawing(picture, { frame, size, palette, isOverTiles });
      return () => {
        show();
        dropOutline();
      };
    };
    // By other colours, the picture that stands is seen until the next is drawn.
    if (layer.current) layer.current.drawAnew(draw);
    else layer.current = new CanvasLayer(draw, 'chart-ground').addTo(map);
  }, [map, palette, isOverTiles]);
}
