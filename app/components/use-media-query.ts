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
 * Where the panel stands beside the map; below, it is a sheet over the map. From 1024 px at the usual size of text, and
 * counted by it: for whoever sets it larger, a screen is as narrow as if it were zoomed.
 */
export const wideScreen = '(width >= 64em)';
/** Too low for a sheet over the map, as a phone on its side: below or beside the map, the sheet shows all of itself. */
export const lowScreen = '(height <= 30em)';
