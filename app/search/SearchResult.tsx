import type { Result, PlaceRow, RecordRow } from '../engine/engine.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useResult, useQueryState, useView } from '../session/use-session.ts';
import { hasFilters, type LocationSearch } from '../view/view-state.ts';
import { formatDate } from '../vocabulary/dates.ts';
import {
  bearingInWords,
  formatBearing,
  formatDistance,
  formatRadius,
  hasDirection,
  type Units,
} from '../vocabulary/distances.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/value-names.ts';

/** What the search found, in a sentence or two. */
export function SearchResult() {
  const units = useView((view) => view.units);
  const result = useResult((each) => each);
  const isFailed = useQueryState(({ loading }) => loading.state === 'failed');
  const search = result?.query.search;
  // Numbers are shown with the search they belong to, even if the current one has already changed.
  if (!result || !search) {
    return (
      <p className="search-result muted">{isFailed ? 'Not searched: the records could not be read.' : 'Searching …'}</p>
    );
  }
  return search.mode === 'nearest' ? (
    <Nearest result={result} units={units} />
  ) : (
    <p className="search-result figure">{radiusSentence(result, search, units)}</p>
  );
}

function radiusSentence({ found, query }: Result, { radiusInMetres }: LocationSearch, units: Units): string {
  const one = query.tab === 'records' ? 'record' : 'place';
  return `${found === 0 ? `No ${one}s` : countOf(found, one)} within ${formatRadius(radiusInMetres, units)}`;
}

function Nearest({ result, units }: { readonly result: Result; readonly units: Units }) {
  const { nearestRecord, nearestPlace, query } = result;
  const isFiltered = hasFilters(query.filters, 'records');
  return (
    <div className="search-result search-nearest">
      <p>
        Nearest record{isFiltered ? ' that passes the filters' : ''}:{' '}
        {nearestRecord ? <NearestLink row={nearestRecord} units={units} /> : 'none'}
      </p>
      <p>Nearest place: {nearestPlace ? <NearestLink row={nearestPlace} units={units} /> : 'none'}</p>
    </div>
  );
}

function NearestLink({ row, units }: { readonly row: RecordRow | PlaceRow; readonly units: Units }) {
  const linkTo = useSelectionLink();
  return (
    <a className="figure" {...linkTo({ kind: row.kind, id: row.id })}>
      {row.kind === 'place' ? (
        <>
          <bdi>{row.name.trim()}</bdi>,{' '}
        </>
      ) : null}
      {formatDistance(row.distanceInMetres, units)}
      {/* At the centre itself there is no direction. */}
      {hasDirection(row.distanceInMetres) && (
        <>
          {' '}
          <span aria-hidden="true">{formatBearing(row.bearingInDegrees)}</span>
          <span className="visually-hidden">{bearingInWords(row.bearingInDegrees)}</span>
        </>
      )}
      {row.kind === 'record' ? (
        <>
          : <bdi>{speciesName(row.species)}</bdi>, {kindVerbs[row.interaction]}, {formatDate(row.dateTime)}
        </>
      ) : null}
    </a>
  );
}
