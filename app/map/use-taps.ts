import type { LatLng, LeafletMouseEvent, Map as LeafletMap } from 'leaflet';
import { useEffect, type RefObject } from 'react';

import { useSession } from '../session/use-session.ts';
import { placeCentre } from '../view/search-around.ts';
import { activateTarget } from './activate-target.ts';
import { pointIn } from './chart/frame.ts';
import { positionOf } from './map-box.ts';
import { fingerInPixels } from './map-options.ts';
import { hitsAround, type Target } from './marks/hit-test.ts';
import type { DrawnOverlay } from './overlay/use-overlay.ts';

/** A second press within this time is a double click, which zooms in and does not set a search centre. */
const doubleClickInMilliseconds = 220;
/** A mouse is more precise than a finger. */
const mouseInPixels = 6;

/** The targets around a point of the map, the nearest first. */
export function targetsAround(drawn: DrawnOverlay | null, at: LatLng, reachInPixels: number): Target[] {
  if (!drawn) return [];
  const { x, y } = pointIn(drawn.frame, positionOf(at));
  return hitsAround(drawn.targets, x, y, reachInPixels).map(({ target }) => target);
}

/**
 * A press on a mark or a name activates it; elsewhere it sets the search centre. `isPressing` is true while a press is
 * handled.
 */
export function useTaps(
  map: LeafletMap | null,
  drawn: RefObject<DrawnOverlay | null>,
  isPressing: RefObject<boolean>,
): void {
  const session = useSession();

  useEffect(() => {
    if (!map) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;

    const press = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      clearTimeout(waiting);
      waiting = undefined;
      const isMouse = 'pointerType' in originalEvent && originalEvent.pointerType === 'mouse';
      const [target] = targetsAround(drawn.current, latlng, isMouse ? mouseInPixels : fingerInPixels);
      if (target) {
        isPressing.current = true;
        activateTarget(target, session.view);
        isPressing.current = false;
        return;
      }
      // The second of two presses.
      if (originalEvent.detail > 1) return;
      waiting = setTimeout(() => {
        placeCentre(session.view.getState(), positionOf(latlng.wrap()));
      }, doubleClickInMilliseconds);
    };
    const point = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      // What is being dragged cannot be pressed.
      if (originalEvent.buttons !== 0) return;
      const hits = targetsAround(drawn.current, latlng, mouseInPixels);
      map.getContainer().classList.toggle('map-hits-mark', hits.length > 0);
    };
    const forget = (): void => {
      clearTimeout(waiting);
    };

    map.on('click', press);
    map.on('mousemove', point);
    map.on('dblclick zoomstart', forget);
    return () => {
      forget();
      map.off('click', press);
      map.off('mousemove', point);
      map.off('dblclick zoomstart', forget);
    };
  }, [map, drawn, session, isPressing]);
}
