import type { Map as LeafletMap } from 'leaflet';
import { useLayoutEffect, type RefObject } from 'react';

import { textScale } from '../view/text-size.ts';

/** On a lower map the buttons, which do not grow with the text, stand side by side, so that none is cut off. */
const lowestForOneColumn = 247;
/** What follows is for text of the usual size: where it is larger, there is less room. */
const lowestForTwoScales = 360;
const narrow = 600;
const veryNarrow = 400;
/** The legend's button and the scale do not fit side by side. */
const narrowestForOneRow = 280;

/**
 * Tells the style of what floats over the map how much room there is. The style could ask for that itself, by container
 * queries, but then the browser lays out all of it anew with every frame in which anything on the page moves: half of the
 * work of such a frame.
 */
export function useFurnitureRoom(map: LeafletMap | null, furniture: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (!map) return;
    const tell = (): void => {
      const { x: width, y: height } = map.getSize();
      // Smaller text makes no more room: the buttons keep their size.
      const ofText = Math.max(1, textScale());
      const room = [
        height < lowestForTwoScales * ofText && 'lowish',
        height < lowestForOneColumn && 'low',
        width < narrow * ofText && 'narrow',
        width < veryNarrow * ofText && 'very-narrow',
        width < narrowestForOneRow * ofText && 'tight',
      ].filter((part) => part !== false);
      const element = furniture.current;
      element?.setAttribute('data-room', room.join(' '));
      element?.style.setProperty('--map-width', `${width}px`);
      element?.style.setProperty('--map-height', `${height}px`);
    };
    tell();
    map.on('resize', tell);
    return () => {
      map.off('resize', tell);
    };
  }, [map, furniture]);
}
