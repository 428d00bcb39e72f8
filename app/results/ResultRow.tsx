import { MarkIcon } from '../components/MarkIcon.tsx';
import { PublishedParts } from '../components/PublishedParts.tsx';
import type { Bearing, PlaceRow, RecordRow, Row } from '../engine/questions.ts';
import type { SelectionLink } from '../session/use-selection-link.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { bearingInWords, formatBearing, formatDistance, type Units } from '../vocabulary/distances.ts';
import { featureTypeName } from '../vocabulary/feature-types.ts';
import { kindVerbs } from '../vocabulary/kinds.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/plain-text.ts';
import { speciesName } from '../vocabulary/species.ts';
import { hasDirection } from '../vocabulary/ways.ts';

export interface ResultRowProps {
  readonly row: Row;
  readonly index: number;
  readonly link: SelectionLink;
  readonly isSelected: boolean;
  /** Of all rows, the Tab key stops at one; the arrows lead from it to the others. */
  readonly isTabStop: boolean;
  /** Distances are told only from a centre that a person knows of. */
  readonly tellsDistance: boolean;
  readonly units: Units;
}

/** One record or place of the list: a link to its details. */
export function ResultRow({ row, index, link, isSelected, isTabStop, tellsDistance, units }: ResultRowProps) {
  return (
    <a
      className="results-row"
      data-index={index}
      tabIndex={isTabStop ? undefined : -1}
      aria-current={isSelected ? 'true' : undefined}
      {...link}
    >
      <span className="results-row-mark">
        {row.kind === 'record' ? <MarkIcon mark={row.mark} /> : <span className="results-place-dot" />}
      </span>
      {row.kind === 'record' ? <RecordLines row={row} /> : <PlaceLines row={row} />}
      {tellsDistance ? <Distance bearing={row} units={units} /> : null}
    </a>
  );
}

function RecordLines({ row }: { readonly row: RecordRow }) {
  const species = speciesName(row.species);
  const verb = kindVerbs[row.interaction];
  const place = row.place.trim() || 'Place not recorded';
  return (
    <>
      <span className="results-row-title" title={plainText(`${species}, ${verb}`)}>
        <bdi>{species}</bdi>, {verb}
      </span>
      <span className="results-row-place" title={plainText(place)}>
        <bdi>{place}</bdi>
      </span>
      <time className="results-row-detail figure" dateTime={row.dateTime}>
        {formatAsRecorded(row.dateTime)}
      </time>
    </>
  );
}

function PlaceLines({ row }: { readonly row: PlaceRow }) {
  const where = [featureTypeName(row.featureType), row.town.trim()].filter((part) => part !== '');
  return (
    <>
      <span className="results-row-title" title={plainText(row.name)}>
        <bdi>{row.name}</bdi>
      </span>
      <span className="results-row-place" title={plainText(where.join(', '))}>
        <PublishedParts parts={where} />
      </span>
      <span className="results-row-detail figure">{countOf(row.recordsNear, 'record')} within 1 km</span>
    </>
  );
}

function Distance({ bearing, units }: { readonly bearing: Bearing; readonly units: Units }) {
  return (
    <span className="results-row-distance figure">
      {formatDistance(bearing.distanceInMetres, units)}
      {hasDirection(bearing.distanceInMetres) ? (
        <>
          {' '}
          <span aria-hidden="true">{formatBearing(bearing.bearingInDegrees)}</span>
          <span className="visually-hidden">{bearingInWords(bearing.bearingInDegrees)}</span>
        </>
      ) : null}
    </span>
  );
}
