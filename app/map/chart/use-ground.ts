import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';

import { CanvasLayer, type Draw } from './canvas-layer.ts';
import { drawGround } from './chart-thread.ts';
import type { Palette } from './palette.ts';

/** Draws the built-in chart, or only its graticule over another base map. Returns whether the latest drawing failed. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): boolean {
  const layer = useRef<CanvasLayer>(null);
  const [hasFailed, setHasFailed] = useState(false);

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
      try {
        const show = await drawGround(picture, { frame, size, palette, isOverTiles });
        setHasFailed(false);
        return () => {
          show();
          removeOutline();
        };
      } catch (error) {
        setHasFailed(true);
        throw error;
      }
    };
    // After a change of colours, the last picture stays until the next one is drawn.
    if (layer.current) layer.current.setDrawing(draw);
    else layer.current = new CanvasLayer(draw, 'chart-ground').addTo(map);
  }, [map, palette, isOverTiles]);

  return hasFailed;
}

/** The coast outline of the static HTML, found before React replaces that. */
let outline = typeof document === 'undefined' ? null : document.querySelector('.map-outline');

/** Moves the outline into `host`, below everything else, until the chart is drawn. */
export function attachOutline(host: Element | null): void {
  if (host && outline) host.prepend(outline);
}

/** Removes the outline, when the chart is drawn or the map moves before that. */
function removeOutline(): void {
  outline?.remove();
  outline = null;
}
