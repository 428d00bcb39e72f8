import { Button } from '../components/buttons.tsx';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Bearing, NearbyItems, PlaceRow } from '../engine/engine.ts';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatDistanceAndBearing, hasDirection, type Units } from '../vocabulary/distances.ts';
import { sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { withinRadius } from '../vocabulary/scopes.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import { longTitle, TitleText } from './DetailsFrame.tsx';
import { type AsyncResult, useEngineQuery } from '../explorer/use-engine-query.ts';

const maxRows = 8;

/** Queries the records and places near a point. */
export function useNearby(position: Position): AsyncResult<NearbyItems> {
  const { engine } = useExplorer();
  return useEngineQuery(`around ${position.longitude} ${position.latitude}`, () => engine.nearby(position, maxRows));
}

/** The sightings and visits within a few radii; each is a button that selects its radius. */
export function RadiusCounts({
  nearby,
  radiusInMetres: chosen,
  onRadius,
}: {
  readonly nearby: NearbyItems;
  /** The selected radius, or null. */
  readonly radiusInMetres: number | null;
  readonly onRadius: (radiusInMetres: number) => void;
}) {
  const units = useView((state) => state.units);
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  return (
    <>
      <div className="details-counts stack">
        {nearby.observedWithin.map(({ radiusInMetres, ...observed }) => (
          <Button
            key={radiusInMetres}
            className="figure"
            aria-pressed={chosen === radiusInMetres}
            onClick={() => {
              onRadius(radiusInMetres);
            }}
          >
            <span>{sightingsAndVisitsInWords(observed)}</span> <span>{withinRadius(radiusInMetres, units)}</span>
          </Button>
        ))}
      </div>
      {isFiltered ? <p className="small muted">These counts ignore the filters.</p> : null}
    </>
  );
}

/** Places near a point as links, except the one that the details show. */
export function NearbyRows({
  title,
  rows,
  except,
}: {
  readonly title: string | null;
  readonly rows: readonly PlaceRow[];
  readonly except: Pick<PlaceRow, 'id'> | null;
}) {
  const others = rows.filter(({ id }) => id !== except?.id).slice(0, 5);
  if (others.length === 0) return null;
  return (
    <>
      {title === null ? null : <h4>{title}</h4>}
      <ul className="stack gap-0">
        {others.map((row) => (
          <li key={row.id}>
            <PlaceLink row={row} />
          </li>
        ))}
      </ul>
    </>
  );
}

function distanceText(bearing: Bearing, units: Units): string {
  return hasDirection(bearing.distanceInMetres) ? formatDistanceAndBearing(bearing, units) : 'at this point';
}

/** A link to the details of a place. */
function PlaceLink({ row }: { readonly row: PlaceRow }) {
  const units = useView((view) => view.units);
  const linkTo = useSelectionLink();
  const title = { published: row.name, rest: '' };
  const type = featureTypeName(row.featureType);
  return (
    <a className="details-row row ruled label" {...linkTo({ kind: 'place', id: row.id })}>
      <span className="place-dot flex-none" />
      <span className="stack gap-0 grow">
        <span className="details-row-title clamped strong" title={longTitle(title)}>
          <TitleText title={title} />
        </span>
        <span className="small muted figure">
          <bdi>{type}</bdi>
          {`${type === '' ? '' : ' · '}${distanceText(row, units)}`}
        </span>
      </span>
    </a>
  );
}

/** The places near a point, the nearest first, and the council area that it is in. */
export function NearbySection({
  position,
  except,
  council = null,
}: {
  readonly position: Position;
  readonly except: Pick<PlaceRow, 'id'> | null;
  readonly council?: string | null;
}) {
  const nearby = useNearby(position);
  const linkTo = useSelectionLink();
  return (
    <section aria-label="Nearby">
      <h3>Nearby places</h3>
      {nearby.state === 'ready' ? <NearbyRows title={null} rows={nearby.value.places} except={except} /> : null}
      {nearby.state === 'failed' ? <p className="muted">Nearby places could not be loaded. {nearby.message}</p> : null}
      {council === null ? null : (
        <p>
          Council area:{' '}
          <a {...linkTo({ kind: 'area', name: council })}>
            <bdi>{council}</bdi>
          </a>
        </p>
      )}
    </section>
  );
}
