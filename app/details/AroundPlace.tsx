import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { RadiusSlider } from '../components/RadiusSlider.tsx';
import type { NearbyItems } from '../engine/engine.ts';
import { useView } from '../session/use-session.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { CountsAround } from './Around.tsx';
import type { Asked } from './use-asked.ts';
import { useCountsWithin } from './use-counts-within.ts';
import { usePlaceCircle } from './use-place-circle.ts';

/** The circle around a place: what stands in it, its radius to adjust, and the way to make it the search. */
export function AroundPlace({
  inshore,
  surroundings,
}: {
  readonly inshore: Position;
  readonly surroundings: Asked<NearbyItems>;
}) {
  const units = useView((state) => state.units);
  const circle = usePlaceCircle(inshore);
  const counts = useCountsWithin(inshore, circle.radiusInMetres);
  return (
    <section aria-label="Records around it" data-circle={circle.isSearch ? 'search' : 'own'}>
      <h3>Records around it</h3>
      <p className="figure details-within">
        {counts
          ? `${countOf(counts.records, 'record')} and ${countOf(counts.places, 'place')} within ${formatRadius(counts.radiusInMetres, units)}`
          : 'Counting …'}
      </p>
      <RadiusSlider radiusInMetres={circle.radiusInMetres} units={units} actions={circle.actions} />
      {surroundings.state === 'answered' ? (
        <CountsAround
          surroundings={surroundings.value}
          radiusInMetres={circle.radiusInMetres}
          onRadius={circle.actions.setTo}
        />
      ) : null}
      {surroundings.state === 'failed' ? (
        <p className="muted">This could not be found out. {surroundings.message}</p>
      ) : null}
      <div className="details-buttons">
        {/* It stays when it has nothing left to do, so that the focus is not lost. */}
        <button
          type="button"
          className="button"
          aria-disabled={circle.isSearch}
          onClick={() => {
            if (!circle.isSearch) circle.search();
          }}
        >
          <Icon name="search" size={16} />
          Search here
        </button>
        {circle.isSearch ? <p className="small muted">This circle is the search.</p> : null}
      </div>
    </section>
  );
}
