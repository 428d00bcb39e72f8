import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import type { TileSource } from './map-options.ts';

/** Shows a publisher's tiles below the marks, or none for null. Returns an error message, or null. */
export function useTiles(map: LeafletMap | null, tiles: TileSource | null): string | null {
  const [problem, setProblem] = useState<{ readonly tiles: TileSource; readonly message: string } | null>(null);

  useEffect(() => {
    if (!map || !tiles) return;
    const fail = (message: string): void => {
      setProblem({ tiles, message });
    };
    let isRemoved = false;
    let remove: (() => void) | undefined;
    // Imported only here, so that users of the built-in chart do not load it.
    import('./tile-layers.ts')
      .then(({ addTiles }) => {
        if (!isRemoved) remove = addTiles(map, tiles, fail);
      })
      .catch(() => {
        fail('The map tiles could not be loaded.');
      });
    return () => {
      isRemoved = true;
      remove?.();
      setProblem(null);
    };
  }, [map, tiles]);

  return problem && problem.tiles === tiles ? problem.message : null;
}
