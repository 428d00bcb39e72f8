import { useSyncExternalStore } from 'react';

/** Whether a media query matches the screen. The component renders again when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => {
        list.removeEventListener('change', onChange);
      };
    },
    () => matchesScreen(query),
  );
}

const onScreen = new Map<string, boolean>();

/** While the browser prints, media queries match the paper. The layout must not change then, which would reset its state. */
function matchesScreen(query: string): boolean {
  const known = onScreen.get(query);
  if (known !== undefined && window.matchMedia('print').matches) return known;
  const { matches } = window.matchMedia(query);
  onScreen.set(query, matches);
  return matches;
}

/**
 * Matches if the panel is next to the map; otherwise, the panel is a sheet over the map. The limit is 1024 px, or 48 em
 * if the user has set a larger text size, because larger text needs more space. A smaller text size does not lower the
 * limit, because buttons keep their size.
 */
export const wideScreen = '(min-width: 48em) and (min-width: 1024px)';
/** Matches if the header of a wide screen has space for all tools side by side. */
export const wideHeader = '(min-width: 80em) and (min-width: 1280px)';
/**
 * Matches a screen that is not tall enough for a sheet over the map, such as a phone in landscape: the panel is then
 * below or next to the map.
 */
export const shortScreen = '(max-height: 30em), (max-height: 480px)';
