import { Button } from '../components/buttons.tsx';
import { focusCount } from '../components/focus-count.ts';
import type { Result } from '../engine/engine.ts';
import { FilterRemovals } from '../rows/FilterRemovals.tsx';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { showSearch } from '../view/search-around.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatLocalTime } from '../vocabulary/dates.ts';
import { formatDistanceAndBearing, formatRadius, type Units } from '../vocabulary/distances.ts';
import { site } from '../vocabulary/site.ts';
import { metresPerUnit, radiusLimitsInMetres } from '../vocabulary/radii.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { isOutsideRegion, OutsideRegion, showWholeCoast } from './OutsideRegion.tsx';
import { taggedSubject } from '../vocabulary/site-words.ts';

/** The empty state of the list: why nothing was found, and what to change. */
export function EmptyResults({ result }: { readonly result: Result }) {
  const { view } = useExplorer();
  const units = useView((state) => state.units);
  const search = useView((state) => state.search);
  const { tab } = result.query;
  const { emptyReason } = result;
  const noun = tab === 'records' ? 'record' : 'place';
  const isOutside = isOutsideRegion(result);
  const nearest = tab === 'records' ? emptyReason?.nearestRecord : result.nearestPlace;
  const wider =
    search?.mode === 'radius'
      ? widerRadiusInMetres(search.radiusInMetres, nearest?.distanceInMetres ?? null, units)
      : null;

  // Without any data, no change of search or filters helps.
  if (result.all === 0) {
    return (
      <div className="results-empty stack gap-12 break-anywhere">
        <h2>No {tab} here</h2>
        <p>This site has no {tab}.</p>
      </div>
    );
  }
  return (
    <div className="results-empty stack gap-12 break-anywhere">
      <h2>No {tab} here</h2>
      {tab === 'records' ? <p>Nothing recorded here does not mean that there were no {site.subject.many}.</p> : null}
      {isOutside ? <OutsideRegion /> : null}
      <div className="row wrap">
        {emptyReason ? <FilterRemovals reason={emptyReason} noun={noun} /> : null}
        {search && wider !== null && !isOutside ? (
          <Button
            onClick={() => {
              showSearch(view.getState(), { ...search, radiusInMetres: wider });
              focusCount();
            }}
          >
            Widen to {formatRadius(wider, units)}
          </Button>
        ) : null}
        {isOutside ? null : (
          <Button
            onClick={() => {
              showWholeCoast(view);
              focusCount();
            }}
          >
            Show the whole coast
          </Button>
        )}
      </div>
      <Nearest result={result} />
    </div>
  );
}

/** The nearest record and receiver, or the nearest place. */
function Nearest({ result: { emptyReason, nearestPlace, query } }: { readonly result: Result }) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const from = query.search
    ? 'of the search centre'
    : `of the middle of the ${query.council !== null ? 'council area' : 'map'}`;
  const record = emptyReason?.nearestRecord;
  const receiver = emptyReason?.nearestReceiver;

  if (query.tab === 'places') {
    return nearestPlace ? (
      <p className="figure">
        The nearest place,{' '}
        <a {...linkTo({ kind: 'place', id: nearestPlace.id })}>
          <bdi>{nearestPlace.name}</bdi>
        </a>
        , is {formatDistanceAndBearing(nearestPlace, units)} {from}.
      </p>
    ) : null;
  }
  return (
    <>
      {record ? (
        <p className="figure">
          The nearest record{hasFilters(query.filters, 'records') ? ' that matches the filters' : ''} is{' '}
          {formatDistanceAndBearing(record, units)} {from}:{' '}
          <a {...linkTo({ kind: 'record', id: record.id })}>
            <bdi>{speciesName(record.species)}</bdi>, {site.kinds[record.interaction].verb}
          </a>
          {record.place.trim() === '' ? null : (
            <>
              , <bdi>{record.place.trim()}</bdi>
            </>
          )}
          , {formatLocalTime(record.dateTime, record.timeBasis)}.
        </p>
      ) : null}
      {receiver ? (
        <p className="figure">
          The nearest receiver,{' '}
          <a {...linkTo({ kind: 'location', position: receiver.position })}>
            <bdi>{receiver.name.trim()}</bdi>
          </a>
          , is {formatDistanceAndBearing(receiver, units)} {from}. Where no receiver listened, nothing is known about{' '}
          {taggedSubject.many}.
        </p>
      ) : null}
    </>
  );
}

/** Round radii, in kilometres or nautical miles. */
const roundRadii = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

/**
 * The next larger round radius that includes the nearest item, if that is known. Null if no allowed radius is large
 * enough.
 */
export function widerRadiusInMetres(
  radiusInMetres: number,
  nearestInMetres: number | null,
  units: Units,
): number | null {
  const radii = [...roundRadii.map((radius) => radius * metresPerUnit[units]), radiusLimitsInMetres.largest];
  const wider = radii.filter((radius) => radius > radiusInMetres && radius <= radiusLimitsInMetres.largest);
  return wider.find((radius) => radius >= (nearestInMetres ?? 0)) ?? null;
}
