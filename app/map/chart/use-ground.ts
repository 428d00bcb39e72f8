import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useRef, useState } from 'react';

import { readCoastSource } from '../coast/coast-source.ts';
import { CanvasLayer, type Draw } from './canvas-layer.ts';
import { drawGround, onMoreDetail } from './chart-thread.ts';
import type { DrawnCoast } from './paint-ground.ts';
import type { Palette } from './palette.ts';

interface Ground {
  /** Whether the latest drawing failed. */
  readonly hasFailed: boolean;
  /** The coast that is shown; null before the first drawing, and over another base map. */
  readonly coast: DrawnCoast | null;
}

/** Draws the built-in chart, or only its graticule over another base map. */
export function useGround(map: LeafletMap | null, palette: Palette | null, isOverTiles: boolean): Ground {
  const [source] = useState(() => readCoastSource(document));
  const layer = useRef<CanvasLayer>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [coast, setCoast] = useState<DrawnCoast | null>(null);

  useEffect(() => {
    if (!map) return;
    // The outline does not move with the map.
    map.once('dragstart zoomstart', removeOutline);
    onMoreDetail(() => layer.current?.redraw());
    return () => {
      layer.current?.remove();
      layer.current = null;
    };
  }, [map]);

  useEffect(() => {
    if (!map || !palette) return;
    const draw: Draw = async (picture, size, frame) => {
      try {
        const show = await drawGround(picture, { frame, size, palette, isOverTiles, coast: source });
        setHasFailed(false);
        return () => {
          const shown = show();
          // Most drawings show the same coast, and render nothing.
          setCoast((before) => (shown?.attribution === before?.attribution ? before : shown));
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
  }, [map, palette, isOverTiles, source]);

  return { hasFailed, coast };
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
