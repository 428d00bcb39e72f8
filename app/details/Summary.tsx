import type { ReactNode } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import { HelpLink } from '../components/HelpLink.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import { type RadiusActions, RadiusSlider } from '../components/RadiusSlider.tsx';
import type { NearestReceiver, RecordRow, Summary as SummaryOfRecords } from '../engine/engine.ts';
import { useDetails } from '../session/use-details.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useSession, useView } from '../session/use-session.ts';
import { hasFilters } from '../view/view-state.ts';
import { formatRecordedTime } from '../vocabulary/dates.ts';
import { formatDistance, formatDistanceAndBearing, formatRadius, hasDirection } from '../vocabulary/distances.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { sizeAndNumber, whatHappened } from '../vocabulary/record-facts.ts';
import { plainText } from '../vocabulary/text.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { MonthsChart } from './MonthsChart.tsx';
import { summarySentence } from './summary-sentence.ts';
import { useEngineQuery } from './use-async.ts';
import './summary.css';

interface SummaryProps {
  readonly centre: Position;
  readonly radiusInMetres: number;
  readonly radiusActions: RadiusActions;
  /** Shows all records of the circle in the list. */
  readonly onSeeAll: () => void;
  /** Shown after the newest records. */
  readonly children?: ReactNode;
}

/** What has been recorded around a point, in everyday words: the same records as a search of the API finds there. */
export function Summary({ centre, radiusInMetres, radiusActions, onSeeAll, children }: SummaryProps) {
  const { engine } = useSession();
  const units = useView((state) => state.units);
  const isFiltered = useView((state) => hasFilters(state.filters, 'records'));
  useDetails();
  const latest = useEngineQuery(`summary ${centre.longitude} ${centre.latitude} ${radiusInMetres}`, () =>
    engine.summarise(centre, radiusInMetres),
  );
  const summary = latest.state === 'ready' ? latest.value : null;
  return (
    <section className="summary" aria-label="Summary">
      {latest.state === 'failed' ? (
        <p role="alert">The records could not be summarised. {latest.message}</p>
      ) : (
        <p className="summary-sentence figure" aria-live="polite">
          {summary ? summarySentence(summary, units) : 'Counting …'}
        </p>
      )}
      {isFiltered ? <p className="small muted">All records, regardless of the filters.</p> : null}
      <RadiusSlider radiusInMetres={radiusInMetres} units={units} actions={radiusActions} />
      {summary ? <SummaryBody summary={summary} onSeeAll={onSeeAll} /> : null}
      {children}
    </section>
  );
}

function SummaryBody({ summary, onSeeAll }: { readonly summary: SummaryOfRecords; readonly onSeeAll: () => void }) {
  const { records, byMonth, newest } = summary;
  return (
    <>
      {records > 0 ? (
        <>
          <section aria-label="Records by month of the year">
            <h3>When in the year</h3>
            <MonthsChart byMonth={byMonth} />
          </section>
          <section aria-label="Newest records">
            <h3>Newest records</h3>
            <ul className="details-rows">
              {newest.map((row) => (
                <li key={row.id}>
                  <NewestRecord row={row} />
                </li>
              ))}
            </ul>
            {records > newest.length ? (
              <button type="button" className="button" onClick={onSeeAll}>
                See all {formatCount(records)}
              </button>
            ) : null}
          </section>
        </>
      ) : null}
      <ReceiverNote summary={summary} />
    </>
  );
}

function NewestRecord({ row }: { readonly row: RecordRow }) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const species = speciesName(row.species);
  const place = row.place.trim() || 'Place not recorded';
  const remark = row.details?.remark ?? '';
  return (
    <a className="details-row" {...linkTo({ kind: 'record', id: row.id })}>
      <span className="details-row-mark">
        <MarkIcon mark={row.mark} size={16} />
      </span>
      <span className="details-row-title" title={plainText(species + sizeAndNumber(row))}>
        <bdi>{species}</bdi>
        {sizeAndNumber(row)}
      </span>
      <span className="details-row-rest small muted figure">
        {whatHappened(row, units)} · <bdi>{place}</bdi>
        <br />
        {formatRecordedTime(row.dateTime, row.timeBasis)}
        {remark === '' ? null : (
          <>
            {' · “'}
            <bdi>{remark}</bdi>”
          </>
        )}
      </span>
    </a>
  );
}

/** The nearest receiver, and what the absence of records can mean. */
function ReceiverNote({
  summary: { records, byMark, nearestReceiver, radiusInMetres },
}: {
  readonly summary: SummaryOfRecords;
}) {
  const units = useView((state) => state.units);
  return (
    <section aria-label="How to read this">
      <h3>How to read this</h3>
      <p className="small">
        {records === 0 ? 'No records does not mean no sharks. ' : ''}
        People report only what they see, and a receiver detects only tagged animals that swim within a few hundred
        metres of it. {nearestReceiver ? <ReceiverSentence receiver={nearestReceiver} /> : 'The data has no receivers.'}
        {nearestReceiver && byMark.detection === 0 && nearestReceiver.distanceInMetres > radiusInMetres
          ? ` It is outside this circle of ${formatRadius(radiusInMetres, units)}, so no tagged animal could be detected here.`
          : ''}{' '}
        <HelpLink topic="positions" className="details-help">
          How positions were derived
        </HelpLink>{' '}
        <HelpLink topic="terms" className="details-help">
          Terms of use
        </HelpLink>
      </p>
    </section>
  );
}

function ReceiverSentence({ receiver }: { readonly receiver: NearestReceiver }) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const { name, position, detections, distanceInMetres } = receiver;
  const where = hasDirection(distanceInMetres)
    ? `${formatDistanceAndBearing(receiver, units)} from here`
    : `${formatDistance(distanceInMetres, units)} from here`;
  return (
    <>
      The nearest receiver is{' '}
      <a {...linkTo({ kind: 'location', position })}>
        <bdi>{name.trim() || 'without a name'}</bdi>
      </a>
      , {where}, with {countOf(detections, 'detection')}.
    </>
  );
}
