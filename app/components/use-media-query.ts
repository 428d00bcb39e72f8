import { useSyncExternalStore } from 'react';

/** Whether the screen matches a media query, now and as it changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => {
        list.removeEventListener('change', onChange);
      };
    },
    () => window.matchMedia(query).matches,
  );
}

/**
 * Where the panel stands beside the map; below, it is a sheet over the map. From 1024 px, and where text is set
 * larger, counted by its size: such a screen is as narrow as if it were zoomed. Smaller text makes no more room, since
 * what is pressed keeps its size.
 */
export const wideScreen = '(min-width: 64em) and (min-width: 1024px)';
/** Too low for a sheet over the map, as a phone on its side: below or beside the map, the sheet shows all of itself. */
export const lowScreen = '(max-height: 30em), (max-height: 480px)';
