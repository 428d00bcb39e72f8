import { type Map as LeafletMap, Util } from 'leaflet';
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

import { textScale } from '../view/text-size.ts';
import { type Palette, readPalette, watchPalette } from './paint/canvas.ts';
import { prefersReducedMotion } from './map-options.ts';

/** Makes the map's surface focusable, with an accessible name, and respects reduced motion. */
export function useMapSurface(map: LeafletMap | null, instructionId: string): void {
  useEffect(() => {
    if (!map) return;
    const container = map.getContainer();
    container.tabIndex = 0;
    // Keys pan and zoom the map here, so assistive technology must pass them on.
    container.setAttribute('role', 'application');
    container.setAttribute('aria-label', 'Map surface');
    container.setAttribute('aria-describedby', instructionId);

    const motionQuery = window.matchMedia('(prefers-reduced-motion: reduce)');
    const adapt = (): void => {
      Util.setOptions(map, { inertia: !prefersReducedMotion() });
    };
    adapt();
    motionQuery.addEventListener('change', adapt);
    // Redraws everything, as after a resize.
    const unwatchPixelRatio = watchPixelRatio(() => {
      map.fire('resize', { oldSize: map.getSize(), newSize: map.getSize() });
    });
    return () => {
      unwatchPixelRatio();
      motionQuery.removeEventListener('change', adapt);
    };
  }, [map, instructionId]);
}

/**
 * Below this height of the map, the buttons are in two columns, so that none is cut off. Their size does not depend on
 * the size of the text.
 */
const minHeightForOneColumn = 247;
/** This and the following limits are for the default text size; larger text leaves less space. */
const minHeightForTwoScales = 360;
const narrowWidth = 600;
const veryNarrowWidth = 400;
/** Below this width, the legend's button and the credit do not fit side by side. */
const minWidthForOneRow = 310;

/**
 * Sets attributes of the map controls from which their style sheet selects the layout for the size of the map.
 * Container queries would do the same, but the browser evaluates them in every frame in which anything on the page
 * moves, which takes half of the time of such a frame.
 */
export function useLayoutMode(map: LeafletMap | null, mapControls: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!map) return;
    const update = (): void => {
      const { x: width, y: height } = map.getSize();
      // Smaller text does not save space, because the buttons keep their size.
      const textFactor = Math.max(1, textScale());
      const modes = [
        height < minHeightForTwoScales * textFactor && 'lowish',
        height < minHeightForOneColumn && 'low',
        width < narrowWidth * textFactor && 'narrow',
        width < veryNarrowWidth * textFactor && 'very-narrow',
        width < minWidthForOneRow * textFactor && 'tight',
      ].filter((mode) => mode !== false);
      const element = mapControls.current;
      element?.setAttribute('data-layout', modes.join(' '));
      element?.style.setProperty('--map-width', `${width}px`);
      element?.style.setProperty('--map-height', `${height}px`);
    };
    update();
    map.on('resize', update);
    return () => {
      map.off('resize', update);
    };
  }, [map, mapControls]);
}

/** The current colours of the chart within an element. */
export function usePalette(host: HTMLElement | null): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    if (!host) return;
    const read = (): void => {
      setPalette(readPalette(host));
    };
    read();
    return watchPalette(read);
  }, [host]);
  return palette;
}

/**
 * Calls back whenever the device pixel ratio changes, for example when a window is dragged to another screen, which is
 * not reported as a resize. Returns an unsubscribe function.
 */
function watchPixelRatio(onChange: () => void): () => void {
  let query: MediaQueryList | undefined;
  // A media query matches a single ratio, so each change needs a new one.
  const watch = (): void => {
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', change);
  };
  const end = (): void => {
    query?.removeEventListener('change', change);
  };
  const change = (): void => {
    end();
    watch();
    onChange();
  };
  watch();
  return end;
}
