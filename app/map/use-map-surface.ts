import { Util, type Map as LeafletMap } from 'leaflet';
import { useEffect } from 'react';

import { watchPixelRatio } from './chart/pixel-ratio.ts';
import { prefersReducedMotion } from './map-options.ts';

/** Makes the map's surface focusable, with an accessible name, and respects reduced motion. */
export function useMapSurface(map: LeafletMap | null, instructionId: string): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    container.tabIndex = 0;
    // The keys move the map here, so assistive technology must let them through.
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', 'Map surface');
    container.setAttribute('aria-describedby', instructionId);

    const list = window.matchMedia('(prefers-reduced-motion: reduce)');
    const adapt = (): void => {
      Util.setOptions(map, { inertia: !prefersReducedMotion() });
    };
    adapt();
    list.addEventListener('change', adapt);
    // Redraws everything, as after a resize.
    const endWatch = watchPixelRatio(() => {
      map.fire('resize', { oldSize: map.getSize(), newSize: map.getSize() });
    });
    return () => {
      endWatch();
      list.removeEventListener('change', adapt);
    };
  }, [map, instructionId]);
}
