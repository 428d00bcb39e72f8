import { memo, useLayoutEffect, useRef } from 'react';
import { encode } from 'uqr';

import { MarkIcon } from '../components/Icon.tsx';
import { PublishedParts } from '../components/PublishedParts.tsx';
import { Bars, extremesInWords, months } from '../charts/StackedBars.tsx';
import { ListeningBars, ListeningKey } from '../charts/ListeningChart.tsx';
import type { CountsByMark, GroupRow, ListRow, LoadedData, PlaceRow, RecordRow, Summary } from '../engine/engine.ts';
import { formatOffshore, type Units } from '../vocabulary/distances.ts';
import { formatDate, formatLocalTime } from '../vocabulary/dates.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { markFill } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { formatSize, numberInWords, sizeAndNumber, whatHappened } from '../vocabulary/record-facts.ts';
import { placeTitle, recordLabel } from '../vocabulary/titles.ts';
import { featureTypeName, sourceName, speciesName } from '../vocabulary/value-names.ts';
import { PrintedComparison } from './PrintedComparison.tsx';
import type { PrintedText } from './printed-text.ts';
import { site } from '../vocabulary/site.ts';
import { locationName, mainCounts, mainCountsTitle, marksIn } from '../vocabulary/site-words.ts';

interface PrintedPageProps {
  readonly text: PrintedText;
  /** Null until it is drawn, and if it cannot be drawn. */
  readonly map: HTMLCanvasElement | null;
  readonly address: string;
  readonly data: LoadedData | undefined;
  /** The day of printing, `YYYY-MM-DD`. */
  readonly today: string;
}

/** One page of paper about a list, a record or a comparison. It is laid out for A4 and Letter, in portrait and landscape. */
export function PrintedPage({ text, map, address, data, today }: PrintedPageProps) {
  const { title, sentences, notes, record, counts, summary, comparison, rows, units } = text;
  const subject = comparison ? 'comparison' : record ? 'record' : 'list';
  return (
    <article className="print-page light-colours" data-subject={subject}>
      <header>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {record ? (
          <p className="print-sentence">
            {whatHappened(record, units)}
            {', '}
            <bdi>{record.place.trim() || 'place not recorded'}</bdi>
            {`, ${formatLocalTime(record.dateTime, record.timeBasis)}.`}
          </p>
        ) : (
          <p className="print-sentence">{sentences.join(' ')}</p>
        )}
        {notes.length > 0 && <p className="print-notes">{notes.join(' ')}</p>}
      </header>
      {map ? (
        <figure className="print-map">
          <Picture canvas={map} label={`Map: ${title}`} />
        </figure>
      ) : null}
      {comparison ? <PrintedComparison places={comparison} units={units} fillOf={patternOf} /> : null}
      <div className="print-facts column">
        <ul className="print-legend row wrap" aria-label="Legend">
          {marksIn(data).map((mark) =>
            counts || comparison || record?.mark === mark ? (
              <li key={mark} className="row">
                <MarkIcon mark={mark} size={15} />
                {record ? null : <Swatch fill={patternOf(mark)} />}
                {record
                  ? recordLabel(record)
                  : `${site.marks[mark].labelOfMany}${counts ? ` ${formatCount(counts.byMark[mark])}` : ''}`}
              </li>
            ) : null,
          )}
        </ul>
        {counts && counts.records > 0 ? (
          <section>
            <h2>{`${mainCountsTitle} by month${summary ? '' : ' of the year'}`}</h2>
            <MonthBars counts={counts.months} summary={summary} />
          </section>
        ) : null}
        {record ? <RecordFacts record={record} units={units} /> : <NewestRows rows={rows} units={units} />}
      </div>
      <MarkPatterns />
      <footer className="row">
        <QrCode address={address} />
        <div>
          <p className="print-disclaimer">
            {data?.sample ? 'Sample data: invented records. ' : ''}Historical records, not live warnings.
          </p>
          <p>
            {data?.newest ? `The newest record is from ${formatDate(data.newest)}. ` : ''}Printed on {formatDate(today)}
            . {site.positions?.notice} {site.terms[0]}
          </p>
          <p className="break-anywhere">{address}</p>
        </div>
      </footer>
    </article>
  );
}

/** A canvas that is already drawn. */
function Picture({ canvas, label }: { readonly canvas: HTMLCanvasElement; readonly label: string }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    host.current?.replaceChildren(canvas);
  }, [canvas]);
  return <div ref={host} className="print-canvas" role="img" aria-label={label} />;
}

/** With patterns that differ without colour too. */
function MonthBars({ counts, summary }: { readonly counts: CountsByMark; readonly summary: Summary | null }) {
  const common = { fillOf: patternOf, plot: { width: 600, height: 66 } };
  return (
    <div className="print-months">
      {summary ? (
        <>
          <ListeningBars histogram={summary.histogram} listening={summary.listening} {...common} />
          <ListeningKey listening={summary.listening} />
        </>
      ) : (
        <Bars
          categories={months}
          counts={counts}
          label={extremesInWords(months, counts, 'month')}
          isNumbered
          {...common}
        />
      )}
    </div>
  );
}

/** The fill of a mark on paper: solid for sightings, otherwise a pattern of `MarkPatterns`. */
const patternOf = (mark: Mark): string => (mark === 'sighting' ? markFill(mark) : `url(#print-${mark})`);

/** Strokes in a square of 6: lines for detections, dots for animals that were caught, a grid for the rest. */
const strokes: Readonly<Record<Mark, string>> = {
  sighting: '',
  detection: 'M-1 7L7 -1M-1 1L1 -1M5 7L7 5',
  handled: 'M2 2h2v2h-2z',
  other: 'M0 3H6M3 0V6',
};

/** The definitions of the patterns, which every picture of the page can refer to. */
function MarkPatterns() {
  return (
    <svg width="0" height="0" className="print-patterns" aria-hidden="true">
      <defs>
        {marks.map((mark) => (
          <pattern key={mark} id={`print-${mark}`} width="6" height="6" patternUnits="userSpaceOnUse">
            <rect width="6" height="6" fill="#fff" />
            <path d={strokes[mark]} stroke={markFill(mark)} strokeWidth="1.5" fill="none" />
          </pattern>
        ))}
      </defs>
    </svg>
  );
}

function Swatch({ fill }: { readonly fill: string }) {
  return (
    <svg width="16" height="12" viewBox="0 0 16 12" aria-hidden="true">
      <rect x="0.5" y="0.5" width="15" height="11" fill={fill} stroke="#13242d" strokeWidth="0.75" />
    </svg>
  );
}

/** As many rows as fit on the page: the others wrap into further columns, which are cut off. */
function NewestRows({ rows, units }: { readonly rows: readonly ListRow[]; readonly units: Units }) {
  if (rows.length === 0) return null;
  return (
    <section className="print-newest column">
      <h2>{rows[0]?.kind === 'place' ? 'Places' : `Newest ${mainCounts}`}</h2>
      <ol className="column figure">
        {rows.map((row) => (
          <li key={row.id}>
            {row.kind === 'record' ? <RecordCells row={row} units={units} /> : null}
            {row.kind === 'group' ? <GroupCells {...row} /> : null}
            {row.kind === 'place' ? <PlaceCells {...row} /> : null}
          </li>
        ))}
      </ol>
    </section>
  );
}

function RecordCells({ row, units }: { readonly row: RecordRow; readonly units: Units }) {
  return (
    <>
      <MarkIcon mark={row.mark} size={12} />
      <span>{formatLocalTime(row.dateTime, row.timeBasis)}</span>
      <span>
        <bdi>{speciesName(row.species)}</bdi>
        {sizeAndNumber(row)}
      </span>
      <span>{row.step ? `Stop ${formatCount(row.step.stop)}` : whatHappened(row, units)}</span>
      <bdi>{placeTitle(row.place)}</bdi>
    </>
  );
}

/** Has the time of its newest record, because the rows are sorted by it. */
function GroupCells({ mark, first, last, timeBasis, species, records, tag, place, step }: GroupRow) {
  // There is no space for the year, which is that of the newest record except at the turn of a year.
  const isSameDay = first.slice(0, 10) === last.slice(0, 10);
  const start = isSameDay && timeBasis !== 'date' ? first.slice(11, 16) : formatDate(first).slice(0, -5);
  return (
    <>
      <MarkIcon mark={mark} size={12} />
      <span>{formatLocalTime(last, timeBasis)}</span>
      <span>
        <bdi>{speciesName(species)}</bdi>
        {`, ${formatCount(records)} detections`}
      </span>
      <span>{`${step ? `Stop ${formatCount(step.stop)}` : `Tag ${tag}`}, from ${start}`}</span>
      <bdi>{placeTitle(place)}</bdi>
    </>
  );
}

function PlaceCells({ name, featureType, town, near }: PlaceRow) {
  return (
    <>
      <span className="print-dot" />
      <bdi>{name}</bdi>
      <span>
        <PublishedParts parts={[featureTypeName(featureType), town]} />
      </span>
      <span />
      <span>{`${sightingsAndVisitsInWords(near)} within 1 km`}</span>
    </>
  );
}

/** The facts of a record that were recorded. */
function RecordFacts({ record, units }: { readonly record: RecordRow; readonly units: Units }) {
  const { details, species, place, source, tag, position, id, dateTime, timeBasis } = record;
  const facts: readonly (readonly [name: string, text: string])[] = [
    ['Species', speciesName(species)],
    ['What happened', whatHappened(record, units)],
    ['Time', formatLocalTime(dateTime, timeBasis)],
    ['Place', place.trim()],
    ['Size, estimated', formatSize(details?.size ?? '')],
    ['Number', numberInWords(details?.number ?? '')],
    ['Distance from the shore', formatOffshore(details?.distanceOffshoreInMetres ?? null, units)],
    ['Remark', details?.remark ?? ''],
    ['Tag', tag ?? ''],
    ['Source', sourceName(source)],
    [locationName, formatPosition(position)],
    ['Record number', String(id)],
  ];
  return (
    <dl className="print-record">
      {facts.map(([name, text]) =>
        text === '' ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** The quiet zone that the standard requires, in modules. */
const borderInModules = 4;

/** A QR code of an address, black on white in every colour scheme, so that every reader decodes it. */
const QrCode = memo(function QrCode({ address }: { readonly address: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: borderInModules });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className="print-qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label="QR code of the address">
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
});
