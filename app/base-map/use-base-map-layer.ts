import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import type { BaseMap } from '../../core/http/base-maps.ts';
import { useMediaQuery } from '../components/use-media-query.ts';
import type { BaseMapProblem } from './tile-layers.ts';

const retryIntervalInMilliseconds = 15_000;

/**
 * Shows a base map below the marks, or none for null. While it cannot be loaded, tries again at intervals, and as soon as
 * the device is online.
 */
export function useBaseMapLayer(map: LeafletMap | null, baseMap: BaseMap | null): BaseMapProblem | null {
  const [found, setFound] = useState<{ readonly baseMap: BaseMap; readonly problem: BaseMapProblem | null } | null>(
    null,
  );
  const [attempt, setAttempt] = useState(0);
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');
  // The problem remains while the next attempt loads, so that the outline does not disappear in between.
  const problem = found?.baseMap === baseMap ? (found?.problem ?? null) : null;

  useEffect(() => {
    if (!map || !baseMap) return;
    let isRemoved = false;
    let remove: (() => void) | undefined;
    const report = (reported: BaseMapProblem | null): void => {
      if (isRemoved) return;
      setFound((before) =>
        before?.baseMap === baseMap && before.problem?.message === reported?.message
          ? before
          : { baseMap, problem: reported },
      );
    };
    // Imported only here, so that users of the outline do not load it.
    import('./tile-layers.ts')
      .then(({ addBaseMap }) => {
        if (!isRemoved) remove = addBaseMap(map, baseMap, isDark, report);
      })
      .catch(() => {
        report({
          message: `${baseMap.title} could not be loaded. The outline of the coast is shown instead.`,
          isTotal: true,
        });
      });
    return () => {
      isRemoved = true;
      remove?.();
    };
  }, [map, baseMap, isDark, attempt]);

  useEffect(() => {
    if (!problem) return;
    const retry = (): void => {
      setAttempt((before) => before + 1);
    };
    const timer = setInterval(retry, retryIntervalInMilliseconds);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [problem]);

  return problem;
}
