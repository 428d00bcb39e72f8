import { useSyncExternalStore } from 'react';

/** Whether a media query matches; updates when that changes. */
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
 * Matches when the panel is next to the map; otherwise it is a sheet over the map. The limit is 1024 px, or 64 em where
 * the user has set larger text, since that screen is as narrow as a zoomed one. Smaller text does not lower it, since
 * buttons keep their size.
 */
export const wideScreen = '(min-width: 64em) and (min-width: 1024px)';
/** Too low for a sheet over the map, such as a phone in landscape: the whole sheet is below or next to the map. */
export const lowScreen = '(max-height: 30em), (max-height: 480px)';
