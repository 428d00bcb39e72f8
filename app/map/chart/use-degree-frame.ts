import type { Map as LeafletMap } from 'leaflet';
import { useEffect, type RefObject } from 'react';

import { DegreeFrame } from './degree-frame.ts';
import type { Palette } from './palette.ts';

/** Draws the frame of degrees over the map, in the element of the map controls. */
export function useDegreeFrame(
  map: LeafletMap | null,
  palette: Palette | null,
  host: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (!map || !palette) return;
    const frame = new DegreeFrame(map, palette);
    host.current?.prepend(frame.element);
    return () => {
      frame.remove();
    };
  }, [map, palette, host]);
}
