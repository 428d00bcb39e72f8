import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import type { BaseMap } from '../../core/http/base-maps.ts';
import { useMediaQuery } from '../components/use-media-query.ts';

/** The first pause before another attempt, and the longest: each pause is twice as long as the one before. */
const pauseInMilliseconds = { first: 15_000, longest: 300_000 } as const;

/**
 * Shows a base map between the outline and the marks, or none for null. Returns a message about what is missing, or
 * null. Tries again as soon as the device is online and, while nothing could be loaded, at growing intervals.
 */
export function useBaseMapLayer(map: LeafletMap | null, baseMap: BaseMap | null): string | null {
  const [found, setFound] = useState<{ readonly baseMap: BaseMap; readonly problem: string | null } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  // The message remains while the next attempt loads.
  const problem = found?.baseMap === baseMap ? (found?.problem ?? null) : null;

  useEffect(() => {
    if (!map || !baseMap) return;
    let isRemoved = false;
    let remove: (() => void) | undefined;
    const report = (reported: string | null): void => {
      if (isRemoved) return;
      setFound((before) =>
        before?.baseMap === baseMap && before.problem === reported ? before : { baseMap, problem: reported },
      );
    };
    // Imported only here, so that users of the outline do not load it.
    import('./tile-layers.ts')
      .then(({ addBaseMap }) => {
        if (!isRemoved) remove = addBaseMap(map, baseMap, isDark, report);
      })
      .catch(() => {
        report(`${baseMap.title} could not be loaded. The outline of the coast is shown instead.`);
      });
    return () => {
      isRemoved = true;
      remove?.();
    };
  }, [map, baseMap, isDark, attempt]);

  useEffect(() => {
    if (problem === null) return;
    const retry = (): void => {
      setAttempt((before) => before + 1);
    };
    // A hidden page waits until it is visible, when another attempt is useful.
    const retryIfVisible = (): void => {
      if (document.visibilityState === 'visible') retry();
    };
    const timer = setTimeout(
      retryIfVisible,
      Math.min(pauseInMilliseconds.first * 2 ** attempt, pauseInMilliseconds.longest),
    );
    window.addEventListener('online', retry);
    document.addEventListener('visibilitychange', retryIfVisible);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
      document.removeEventListener('visibilitychange', retryIfVisible);
    };
  }, [problem, attempt]);

  return problem;
}
