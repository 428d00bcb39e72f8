import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import type { TileSource } from './tile-source.ts';

/** Shows a publisher's tiles below the marks while they are selected. Returns an error message, or null. */
export function useTiles(map: LeafletMap | null, tiles: TileSource | null): string | null {
  const [problem, setProblem] = useState<{ readonly of: TileSource; readonly words: string } | null>(null);

  useEffect(() => {
    if (!map || !tiles) return;
    const fail = (words: string): void => {
      setProblem({ of: tiles, words });
    };
    let isOver = false;
    let remove: (() => void) | undefined;
    // Users of the built-in chart load nothing of this, not even the module.
    import('./tile-layers.ts')
      .then(({ layTiles }) => {
        if (!isOver) remove = layTiles(map, tiles, fail);
      })
      .catch(() => {
        fail('What draws tiles could not be fetched.');
      });
    return () => {
      isOver = true;
      remove?.();
      setProblem(null);
    };
  }, [map, tiles]);

  return problem && problem.of === tiles ? problem.words : null;
}
