import type { Position } from '../../core/geo/wgs84.ts';
import type { RecordRow, Row, NearbyItems } from '../engine/engine.ts';
import { useSession, useView } from '../session/use-session.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { RowLink } from './RowLink.tsx';
import { type Asked, useAsked } from './use-asked.ts';

const mostRows = 8;

/** What stands near a point: asked once, and shown by the parts below. */
export function useNearby(position: Position | null): Asked<NearbyItems> {
  const { engine } = useSession();
  const key = position === null ? null : `around ${position.longitude} ${position.latitude}`;
  return useAsked(key, () =>
    position === null ? Promise.reject(new Error('There is no point.')) : engine.nearby(position, mostRows),
  );
}

/** How many records stand within a few radii; each is a button that chooses its radius. */
export function CountsAround({
  surroundings,
  radiusInMetres: chosen,
  onRadius,
}: {
  readonly surroundings: NearbyItems;
  /** The radius chosen; null without one. */
  readonly radiusInMetres: number | null;
  readonly onRadius: (radiusInMetres: number) => void;
}) {
  const units = useView((state) => state.units);
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  return (
    <>
      <div className="details-counts">
        {surroundings.recordsWithin.map(({ radiusInMetres, count }) => (
          <button
            key={radiusInMetres}
            type="button"
            className="button figure"
            aria-pressed={chosen === radiusInMetres}
            onClick={() => {
              onRadius(radiusInMetres);
            }}
          >
            <span>{countOf(count, 'record')}</span> <span>within {formatRadius(radiusInMetres, units)}</span>
          </button>
        ))}
      </div>
      {isFiltered ? <p className="small muted">These counts are of all records, whatever the filters.</p> : null}
    </>
  );
}

/** Places or records near a point as links, without the one whose details these are. */
export function RowsAround({
  title,
  rows,
  except,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly except: Pick<RecordRow, 'id'> | null;
}) {
  const others = rows.filter(({ id }) => id !== except?.id).slice(0, 5);
  if (others.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      <ul className="details-rows">
        {others.map((row) => (
          <li key={row.id}>
            <RowLink row={row} showDistance />
          </li>
        ))}
      </ul>
    </>
  );
}
