import { geodesicDirection } from '../../core/geo/geodesic-direction.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { useView } from '../session/use-session.ts';
import { formatDistanceAndBearing } from '../vocabulary/distances.ts';

/** How far and in which direction a point lies from the centre of the search; nothing without a search. */
export function FromSearch({ position }: { readonly position: Position }) {
  const units = useView((view) => view.units);
  const centre = useView((view) => view.search?.centre);
  if (!centre) return null;
  return (
    <div>
      <dt>From the centre of the search</dt>
      <dd className="figure">{formatDistanceAndBearing(geodesicDirection(centre, position), units)}</dd>
    </div>
  );
}
