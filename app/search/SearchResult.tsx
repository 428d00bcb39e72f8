import type { Answer, PlaceRow, RecordRow } from '../engine/questions.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useAnswer, useFindings, useView } from '../session/use-session.ts';
import type { LocationSearch } from '../view/view-state.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { bearingInWords, formatBearing, formatDistance, formatRadius, type Units } from '../vocabulary/distances.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/species.ts';
import { hasDirection } from '../vocabulary/ways.ts';

/** What the search found, in a sentence or two. */
export function SearchResult() {
  const units = useView((view) => view.units);
  const answer = useAnswer((each) => each);
  const isFailed = useFindings(({ loading }) => loading.state === 'failed');
  const asked = answer?.question.search;
  // Numbers are told with the search that they answer, which a finger may have left behind already.
  if (!answer || !asked) {
    return (
      <p className="search-result muted">{isFailed ? 'Not searched: the records could not be read.' : 'Searching …'}</p>
    );
  }
  return asked.mode === 'nearest' ? (
    <Nearest answer={answer} units={units} />
  ) : (
    <p className="search-result figure">{radiusSentence(answer, asked, units)}</p>
  );
}

function radiusSentence({ found, question }: Answer, { radiusInMetres }: LocationSearch, units: Units): string {
  const one = question.tab === 'records' ? 'record' : 'place';
  return `${found === 0 ? `No ${one}s` : countOf(found, one)} within ${formatRadius(radiusInMetres, units)}`;
}

function Nearest({ answer, units }: { readonly answer: Answer; readonly units: Units }) {
  const { nearestRecord, nearestPlace, question } = answer;
  const isFiltered = hasFilters(question.filters, 'records');
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
      {/* What stands at the centre itself lies in no direction. */}
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
