import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef } from 'react';

import { removeOutline } from '../initial-outline.ts';
import { groundDrawing } from '../drawing/chart-thread.ts';
import { CanvasLayer, type Draw } from './canvas-layer.ts';
import type { Palette } from './palette.ts';

/** Draws the built-in chart, or only its graticule over another base map. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): void {
  const layer = useRef<CanvasLayer>(null);

  useEffect(() => {
    if (!map) return;
    // The outline does not move with the map.
    map.once('dragstart zoomstart', removeOutline);
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
        removeOutline();
      };
    };
    // After a change of colours, the last picture stays until the next one is drawn.
    if (layer.current) layer.current.drawAnew(draw);
    else layer.current = new CanvasLayer(draw, 'chart-ground').addTo(map);
  }, [map, palette, isOverTiles]);
}
