import { memo } from 'react';
import { useStore } from 'zustand';

import { MarkIcon } from '../components/Icon.tsx';
import { PublishedParts } from '../components/PublishedParts.tsx';
import type { Bearing, ListRow, PlaceRow, RecordRow, Row } from '../engine/engine.ts';
import { isHoveredOnMap } from '../explorer/hover.ts';
import type { SelectionLink } from '../explorer/use-selection-link.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import type { Selection } from '../view/view-state.ts';
import { formatLocalTime } from '../vocabulary/dates.ts';
import {
  distanceAndBearingInWords,
  formatDistanceAndBearing,
  hasDirection,
  type Units,
} from '../vocabulary/distances.ts';
import { sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { excerptOfRemark, partsWithHits } from '../vocabulary/remarks.ts';
import { sizeAndNumber, whatHappened } from '../vocabulary/record-facts.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle } from '../vocabulary/titles.ts';
import { featureTypeName, otherSpecies, speciesName } from '../vocabulary/value-names.ts';
import { JourneyLines } from './JourneyLines.tsx';
import './rows.css';

interface ResultRowProps {
  readonly row: Row;
  readonly linkTo: (selection: Selection) => SelectionLink;
  /** Called before a click on the row selects it. */
  readonly onOpen?: (row: Row) => void;
  readonly isSelected: boolean;
  /** The Tab key stops at one row only (roving tabindex); arrow keys move to the others. */
  readonly isTabStop: boolean;
  /** Whether to show the distance from the search centre or, in the nearest-first order, from the middle of the map. */
  readonly showDistance: boolean;
  readonly units: Units;
}

/**
 * One record or place of the list: a link to its details. While a radius is dragged, the list updates in every frame,
 * but most rows do not change. Each element and text node of a changed row is laid out again, so a row contains as few
 * of them as possible.
 */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { row, linkTo, onOpen, isSelected, isTabStop, showDistance, units } = props;
  const link = linkTo({ kind: row.kind, id: row.id });
  const isHovered = useStore(useExplorer().hover, (hover) => isHoveredOnMap(row, hover));
  return (
    <a
      className="results-row inner-focus"
      href={link.href}
      tabIndex={isTabStop ? undefined : -1}
      aria-current={isSelected ? 'true' : undefined}
      data-hovered={isHovered ? '' : undefined}
      data-in-group={isInGroup(row) ? '' : undefined}
      onClick={(event) => {
        onOpen?.(row);
        link.onClick(event);
      }}
    >
      {row.kind === 'place' ? <span className="place-dot" /> : isInGroup(row) ? null : <MarkIcon mark={row.mark} />}
      <Lines row={row} units={units} />
      {showDistance && !isInGroup(row) ? <Distance bearing={row} units={units} /> : null}
    </a>
  );
}, arePropsEqual);

const isInGroup = (row: Row): boolean => row.kind === 'record' && row.isInGroup === true;

function Lines({ row, units }: { readonly row: Row; readonly units: Units }) {
  if (row.kind === 'place') return <PlaceLines row={row} />;
  // The row of the group has everything else.
  if (isInGroup(row)) {
    return (
      <span className="results-row-place label">
        <RecordTime row={row} />
      </span>
    );
  }
  return row.step ? <JourneyLines row={row} step={row.step} units={units} /> : <RecordLines row={row} units={units} />;
}

/** Every result has new row objects, so rows are compared by their primitive values. */
export function arePropsEqual<Properties extends { readonly row: ListRow }>(
  { row, ...rest }: Properties,
  { row: next, ...nextRest }: Properties,
): boolean {
  const isPrimitive = (value: unknown): boolean => typeof value !== 'object';
  const detailsOf = (each: ListRow): object => (each.kind === 'record' && each.details) || {};
  const stepOf = (each: ListRow): string | undefined => ('step' in each ? JSON.stringify(each.step) : undefined);
  return (
    areValuesEqual(row, next, isPrimitive) &&
    areValuesEqual(detailsOf(next), detailsOf(row), () => true) &&
    stepOf(row) === stepOf(next) &&
    areValuesEqual(rest, nextRest, () => true)
  );
}

/** Whether two objects have equal properties. Compares only properties whose value passes `isCompared`. */
function areValuesEqual<Value extends object>(a: Value, b: Value, isCompared: (value: unknown) => boolean): boolean {
  for (const name in a) {
    if (isCompared(a[name]) && a[name] !== b[name]) return false;
  }
  return true;
}

/**
 * "White shark, 3.5 m"; "Sighted 300 m offshore · Cottesloe Beach"; "20 Apr 2021, 10:35 WA time · “swimming north”". A remark
 * that says most about the record has two lines, with the time and the place: of a species published as "other", or found by
 * its words.
 */
function RecordLines({ row, units }: { readonly row: RecordRow; readonly units: Units }) {
  const species = speciesName(row.species);
  const facts = sizeAndNumber(row);
  const happened = whatHappened(row, units);
  const place = placeTitle(row.place);
  const words = useView(({ filters }) => filters.remark);
  const remark = row.details?.remark ?? '';
  const isMainlyRemark = remark !== '' && (words !== '' || row.species === otherSpecies);
  return (
    <>
      <span className="results-row-title truncated strong" title={plainText(species + facts)}>
        <bdi>{species}</bdi>
        {facts}
      </span>
      {isMainlyRemark ? (
        <span className="results-row-remark small" title={plainText(remark)}>
          {`${formatLocalTime(row.dateTime, row.timeBasis)}, `}
          <bdi>{place}</bdi>
          {': “'}
          <Remark remark={excerptOfRemark(remark, words)} words={words} />”
        </span>
      ) : (
        <>
          <span className="results-row-place truncated label" title={plainText(`${happened} · ${place}`)}>
            {`${happened} · `}
            <bdi>{place}</bdi>
          </span>
          <span
            className="results-row-detail truncated small muted"
            title={remark === '' ? undefined : plainText(remark)}
          >
            <RecordTime row={row} />
            {row.tag === null ? '' : ` · tag ${row.tag}`}
            {remark === '' ? null : (
              <>
                {' · “'}
                <bdi>{remark}</bdi>”
              </>
            )}
          </span>
        </>
      )}
    </>
  );
}

function RecordTime({ row }: { readonly row: RecordRow }) {
  return (
    <time className="figure" dateTime={row.timestamp}>
      {formatLocalTime(row.dateTime, row.timeBasis)}
    </time>
  );
}

/** A remark with the words of the filter highlighted. */
export function Remark({ remark, words }: { readonly remark: string; readonly words: string }) {
  return (
    <bdi>
      {partsWithHits(remark, words).map(({ text, isHit }, index) => (isHit ? <mark key={index}>{text}</mark> : text))}
    </bdi>
  );
}

function PlaceLines({ row }: { readonly row: PlaceRow }) {
  const where = [featureTypeName(row.featureType), row.town.trim()].filter((part) => part !== '');
  return (
    <>
      <bdi className="results-row-title truncated strong" title={plainText(row.name)}>
        {row.name}
      </bdi>
      <span className="results-row-place truncated label" title={plainText(where.join(', '))}>
        <PublishedParts parts={where} />
      </span>
      <span className="results-row-detail truncated figure small muted">{`${sightingsAndVisitsInWords(row.near)} within 1 km`}</span>
    </>
  );
}

/** The direction is abbreviated on the screen, and written in full for screen readers. */
export function Distance({ bearing, units }: { readonly bearing: Bearing; readonly units: Units }) {
  const hasWords = hasDirection(bearing.distanceInMetres);
  return (
    <span
      className="results-row-distance one-line figure label"
      role={hasWords ? 'img' : undefined}
      aria-label={hasWords ? distanceAndBearingInWords(bearing, units) : undefined}
    >
      {formatDistanceAndBearing(bearing, units)}
    </span>
  );
}

/** Identifies a row across results. */
export const rowKey = ({ kind, id }: ListRow): string => `${kind} ${id}`;

/** A placeholder of the same height as a row. */
export function SkeletonRow() {
  return (
    <div className="results-skeleton" aria-hidden="true">
      <span className="results-skeleton-mark skeleton" />
      <span className="results-skeleton-line skeleton" style={{ gridArea: 'title', width: '60%' }} />
      <span className="results-skeleton-line skeleton" style={{ gridArea: 'place', width: '72%' }} />
      <span className="results-skeleton-line skeleton" style={{ gridArea: 'detail', width: '36%' }} />
    </div>
  );
}
