import { focusCount } from '../components/focus-count.ts';
import type { Result } from '../engine/engine.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useSession, useView } from '../session/use-session.ts';
import { showSearch } from '../view/search-around.ts';
import { hasFilters, withoutFilter } from '../view/view-state.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { formatRadius, formatDistanceAndBearing } from '../vocabulary/distances.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { OutsideRegion } from './OutsideRegion.tsx';
import { filterNames, isOutsideRegion, widerRadiusInMetres } from './remedies.ts';
import { showWholeCoast } from './show-whole-coast.ts';

/** Says why nothing was found, what that does not mean, and what helps. */
export function EmptyResults({ result }: { readonly result: Result }) {
  const { view } = useSession();
  const units = useView((state) => state.units);
  const search = useView((state) => state.search);
  const isFiltered = useView((state) => hasFilters(state.filters, state.tab));
  const { tab } = result.query;
  const { emptyReason } = result;
  const one = tab === 'records' ? 'record' : 'place';
  const isOutside = isOutsideRegion(result);
  const nearest = tab === 'records' ? emptyReason?.nearestRecord : result.nearestPlace;
  const wider =
    search?.mode === 'radius'
      ? widerRadiusInMetres(search.radiusInMetres, nearest?.distanceInMetres ?? null, units)
      : null;

  // Nothing that can be changed helps where there is nothing at all.
  if (result.all === 0) {
    return (
      <div className="results-empty">
        <h2>No {tab} here</h2>
        <p>This site holds no {tab}.</p>
      </div>
    );
  }
  return (
    <div className="results-empty">
      <h2>No {tab} here</h2>
      {tab === 'records' ? <p>No records here does not mean no sharks.</p> : null}
      {isOutside ? <OutsideRegion /> : null}
      <div className="results-remedies">
        {emptyReason?.without.map(({ filter, count }) => (
          <button
            key={filter}
            type="button"
            className="button"
            onClick={() => {
              view.getState().changeFilters(withoutFilter(filter));
              focusCount();
            }}
          >
            Without the {filterNames[filter]} filter: {countOf(count, one)}
          </button>
        ))}
        {search && wider !== null && !isOutside ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              showSearch(view.getState(), { ...search, radiusInMetres: wider });
              focusCount();
            }}
          >
            Widen to {formatRadius(wider, units)}
          </button>
        ) : null}
        {isFiltered ? (
          <button
            type="button"
            className="button"
            onClick={() => {
              view.getState().clearFilters();
              focusCount();
            }}
          >
            Clear filters
          </button>
        ) : null}
        {isOutside ? null : (
          <button
            type="button"
            className="button"
            onClick={() => {
              showWholeCoast(view);
              focusCount();
            }}
          >
            Show the whole coast
          </button>
        )}
      </div>
      <Nearest result={result} />
    </div>
  );
}

/** What stands nearest to a place where nothing stands. */
function Nearest({ result: { emptyReason, nearestPlace, query } }: { readonly result: Result }) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const from = query.search ? 'from the centre of the search' : 'from the middle of the map';
  const record = emptyReason?.nearestRecord;
  const receiver = emptyReason?.nearestReceiver;

  if (query.tab === 'places') {
    return nearestPlace ? (
      <p className="figure">
        The nearest place,{' '}
        <a {...linkTo({ kind: 'place', id: nearestPlace.id })}>
          <bdi>{nearestPlace.name}</bdi>
        </a>
        , lies {formatDistanceAndBearing(nearestPlace, units)} {from}.
      </p>
    ) : null;
  }
  return (
    <>
      {record ? (
        <p className="figure">
          The nearest record{hasFilters(query.filters, 'records') ? ' that the filters let through' : ''} stands{' '}
          {formatDistanceAndBearing(record, units)} {from}:{' '}
          <a {...linkTo({ kind: 'record', id: record.id })}>
            <bdi>{speciesName(record.species)}</bdi>, {kindVerbs[record.interaction]}
          </a>
          {record.place.trim() === '' ? null : (
            <>
              , <bdi>{record.place.trim()}</bdi>
            </>
          )}
          , {formatAsRecorded(record.dateTime)}.
        </p>
      ) : null}
      {receiver ? (
        <p className="figure">
          The nearest receiver,{' '}
          <a {...linkTo({ kind: 'spot', position: receiver.position })}>
            <bdi>{receiver.name.trim()}</bdi>
          </a>
          , stands {formatDistanceAndBearing(receiver, units)} {from}. A place without receivers has no detections.
        </p>
      ) : null}
    </>
  );
}
