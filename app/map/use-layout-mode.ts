import type { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect, type RefObject } from 'react';

import { textScale } from '../view/text-size.ts';

/** On a lower map the buttons, which do not grow with the text, are side by side, so that none is cut off. */
const lowestForOneColumn = 247;
/** The following limits are for the default text size; larger text leaves less space. */
const lowestForTwoScales = 360;
const narrow = 600;
const veryNarrow = 400;
/** The legend's button and the scale do not fit side by side. */
const narrowestForOneRow = 280;

/**
 * Sets the layout mode of the map controls, by the size of the map, for their style sheet. Container queries would do
 * the same, but the browser evaluates them in every frame in which anything on the page moves: half of the work of such
 * a frame.
 */
export function useLayoutMode(map: LeafletMap | null, mapControls: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!map) return;
    const update = (): void => {
      const { x: width, y: height } = map.getSize();
      // Smaller text leaves no more space, because the buttons keep their size.
      const textFactor = Math.max(1, textScale());
      const modes = [
        height < lowestForTwoScales * textFactor && 'lowish',
        height < lowestForOneColumn && 'low',
        width < narrow * textFactor && 'narrow',
        width < veryNarrow * textFactor && 'very-narrow',
        width < narrowestForOneRow * textFactor && 'tight',
      ].filter((part) => part !== false);
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
