import { useEffect, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import type { WithinCounts } from '../engine/engine.ts';
import { latestOnly } from '../session/latest-only.ts';
import { useQueryState, useSession } from '../session/use-session.ts';

/**
 * How much stands within a radius of a point, following the radius as it is dragged: the latest counts that are known,
 * with the radius that they are of; null before the first.
 */
export function useCountsWithin({ longitude, latitude }: Position, radiusInMetres: number): WithinCounts | null {
  const { engine } = useSession();
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  const [counts, setCounts] = useState<WithinCounts | null>(null);
  const [ask] = useState(() =>
    latestOnly(
      ({ position, radius }: { readonly position: Position; readonly radius: number }) =>
        engine.countWithin(position, radius),
      setCounts,
      // The session tells of a failed engine; what was counted stays.
      () => undefined,
    ),
  );

  useEffect(() => {
    if (load !== null) ask({ position: { longitude, latitude }, radius: radiusInMetres });
  }, [ask, load, longitude, latitude, radiusInMetres]);

  return counts;
}
