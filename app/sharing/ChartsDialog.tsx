import type { ReactNode } from 'react';

import { Button } from '../components/buttons.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import type { ChartCounts } from '../engine/engine.ts';
import { regionNameOf } from '../explorer/place-names.ts';
import { useEmptyFields } from '../explorer/use-empty-fields.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { useLatestResult } from '../explorer/use-engine-query.ts';
import { useData, useQueryState, useExplorer, useView } from '../explorer/use-explorer.ts';
import { createFileName, saveFile } from './download-file.ts';
import { applicableFilters, type LocationSearch } from '../view/view-state.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { countsInWords } from '../vocabulary/observation-counts.ts';
import { recordsInWords } from '../vocabulary/observation-sentences.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { withinRadius } from '../vocabulary/scopes.ts';
import {
  type Category,
  type CountsOfCategories,
  extremesInWords,
  hours,
  months,
  rowsOf,
  sizes,
  StackedBars,
} from '../charts/StackedBars.tsx';
import { SpeciesBars } from '../charts/SpeciesCharts.tsx';
import { csvCell } from '../../core/datasets/csv.ts';
import { type Mark, marks } from '../../core/datasets/kinds.ts';
import { site } from '../vocabulary/site.ts';
import { hasReceivers, hasReports, taggedSubject } from '../vocabulary/site-words.ts';
import { capitalise, withArticle } from '../vocabulary/text.ts';
import { inFileName } from '../vocabulary/file-names.ts';

/** Charts of the listed records by month, hour, species and size, each with its table and its CSV file. */
export default function ChartsDialog({ onClose }: { readonly onClose: () => void }) {
  const circle = useQueryState(({ selectionCircle }) => selectionCircle);
  const { latest: subject, failure } = useLatestResult<[LocationSearch | null], Subject>([circle], readSubject);
  return (
    <Dialog title="Charts" size="wide" isFullOnPhone onClose={onClose}>
      {failure === null ? null : <p role="alert">The records could not be counted. {failure}</p>}
      {subject ? (
        <div className="charts stack gap-24">
          <p className="title figure">
            <bdi>{subject.name}</bdi>
            {`: ${countsInWords(subject.counts)}${subject.scope}.`}
          </p>
          {subject.counts.records === 0 ? (
            <p>There is nothing to count. A wider area or fewer filters may help.</p>
          ) : (
            <Charts counts={subject.counts} isFiltered={subject.isFiltered} />
          )}
        </div>
      ) : (
        <p aria-busy="true">Counting …</p>
      )}
    </Dialog>
  );
}

interface Subject {
  readonly counts: ChartCounts;
  /** "Cottesloe Beach". */
  readonly name: string;
  /** " within 1 km. Filters: White shark". */
  readonly scope: string;
  readonly isFiltered: boolean;
}

/** Reads the counts of the current list. */
async function readSubject(explorer: Explorer): Promise<Subject> {
  const view = explorer.view.getState();
  const query = { ...explorer.query(), tab: 'records' as const };
  const { search, filters } = query;
  const words = filtersInWords(applicableFilters(filters, 'records'));
  const radius = search?.mode === 'radius' ? ` ${withinRadius(search.radiusInMetres, view.units)}` : '';
  const [counts, name] = await Promise.all([explorer.engine.charts(query), regionNameOf(explorer, view, query)]);
  return { counts, name, isFiltered: words !== '', scope: `${radius}${words === '' ? '' : `. Filters: ${words}`}` };
}

function Charts({ counts, isFiltered }: { readonly counts: ChartCounts; readonly isFiltered: boolean }) {
  const data = useData();
  const byMonth = extremesInWords(months, counts.months, 'month');
  const { withoutTime } = counts.hours;
  const hasSizes = !useEmptyFields('RawData').has('SightingSizeValue');
  const byHour = extremesInWords(hours, counts.hours.counts, 'hour', 'from');
  return (
    <>
      <ChartSection
        title={`By month of the year, ${site.time.name}`}
        chart="by-month"
        csv={() => chartCsv('month', months, counts.months)}
        note={byMonth}
      >
        <StackedBars categories={months} counts={counts.months} noun="month" label={byMonth} />
        <p className="small muted">{recordsInWords(counts, isFiltered)}</p>
      </ChartSection>
      {!counts.hasTimes ? null : (
        <ChartSection
          title={`By hour of the day, ${site.time.name}`}
          chart="by-hour"
          csv={() =>
            chartCsv(
              `hour_${columnName(site.time.shortName)}`,
              hours,
              counts.hours.counts,
              withoutTime > 0 ? { 'no time': withoutTime } : {},
            )
          }
          note={byHour}
        >
          <StackedBars categories={hours} counts={counts.hours.counts} noun="hour" label={byHour} />
          <p className="small muted">
            {hasReceivers
              ? `${capitalise(withArticle(visit.one))} counts in every hour in which the ${site.subject.one} was detected, so the hours can add up to more than the ${visit.many}. `
              : ''}
            {convertedInWords(counts)} {data?.timeRule}{' '}
            {[
              hasReports ? [`People report ${sighting.many} mostly in daylight`] : [],
              hasReceivers ? ['receivers listen day and night'] : [],
            ]
              .flat()
              .join('; ')}
            .
          </p>
        </ChartSection>
      )}
      <ChartSection
        title="By species"
        chart="by-species"
        csv={() =>
          csvOf([['species', 'all'], ...counts.species.map(({ key, count }) => [speciesName(key), count] as const)])
        }
        note={`${countOf(counts.species.length, 'species', 'species')}, the most frequent first.${hasReceivers ? ` Each ${taggedSubject.one} counts once.` : ''}`}
      >
        <SpeciesBars species={counts.species} />
      </ChartSection>
      {hasSizes ? <Sizes sizes={counts.sizes} /> : null}
    </>
  );
}

function convertedInWords({ records, hours: { convertedFromUtc, withoutTime } }: ChartCounts): string {
  const dates = withoutTime === 0 ? '' : `Not in the chart: ${countOf(withoutTime, 'record')} with a date only. `;
  if (withoutTime === records) return dates.trim();
  if (convertedFromUtc === 0) return `${dates}All of these times were recorded in ${site.time.name}.`;
  const share = `${formatCount(convertedFromUtc)} of ${countOf(records, 'record')}`;
  return `${dates}Recorded in UTC and converted here: ${share}.`;
}

/** Null while the details of the records are loading. */
function Sizes({ sizes: counted }: Pick<ChartCounts, 'sizes'>) {
  if (!counted) {
    return (
      <section className="stack" aria-label="By estimated length">
        <h3>By estimated length</h3>
        <p aria-busy="true">The lengths are loading …</p>
      </section>
    );
  }
  const { counts, withSizeInWords, withoutSize } = counted;
  const rows = rowsOf(sizes, counts);
  const most = Math.max(...rows.map(({ total }) => total));
  const isEmpty = most === 0;
  const label = isEmpty
    ? 'No length in metres was recorded.'
    : `Most: ${rows.find(({ total }) => total === most)?.name ?? ''}, ${formatCount(most)}.`;
  const others = { 'length in words': withSizeInWords, 'no length': withoutSize };
  return (
    <ChartSection
      title="By estimated length"
      chart="by-length"
      csv={() => chartCsv('length', sizes, counts, others)}
      note={`Not in the chart: ${countOf(withSizeInWords, 'observation')} with a length in words only, ${formatCount(withoutSize)} without a length.`}
    >
      {isEmpty ? <p>{label}</p> : <StackedBars categories={sizes} counts={counts} noun="length" label={label} />}
    </ChartSection>
  );
}

interface ChartSectionProps {
  readonly title: string;
  /** For the name of the file. */
  readonly chart: string;
  readonly csv: () => string;
  readonly note: string;
  readonly children: ReactNode;
}

/** A chart with its heading, its note and a button that saves its table. */
function ChartSection({ title, chart, csv, note, children }: ChartSectionProps) {
  const explorer = useExplorer();
  const data = useData();
  const units = useView((view) => view.units);
  return (
    <section className="stack" aria-label={title}>
      <h3>{title}</h3>
      <p className="small muted figure">{note}</p>
      {children}
      <Button
        size="small"
        aria-label={`Download CSV: ${title}`}
        onClick={() => {
          const query = { ...explorer.query(), tab: 'records' as const };
          const name = createFileName(query, units, data?.sample ?? false, 'csv', chart);
          saveFile(new Blob([csv()], { type: 'text/csv;charset=utf-8' }), name);
        }}
      >
        <Icon name="download" size={16} />
        Download CSV
      </Button>
    </section>
  );
}

const { sighting, detection: visit, handled, other } = site.marks;

const columnName = (words: string): string => inFileName(words).replaceAll('-', '_');
/** The names of the columns with the counts of each mark. */
const columnNames: Readonly<Record<Mark, string>> = {
  sighting: columnName(sighting.many),
  detection: columnName(visit.many),
  handled: columnName(handled.labelOfMany),
  other: columnName(other.shortLabel),
};

/**
 * The table of a chart as CSV (RFC 4180): a line for each category with its counts by kind and in all, and a line for
 * each of `others`, which are counted in all only.
 */
export function chartCsv(
  column: string,
  categories: readonly Category[],
  counts: CountsOfCategories,
  others: Readonly<Record<string, number>> = {},
): string {
  return csvOf([
    [column, ...marks.map((mark) => columnNames[mark]), 'all'],
    ...rowsOf(categories, counts).map(({ name, byMark, total }) => [name, ...marks.map((mark) => byMark[mark]), total]),
    ...Object.entries(others).map(([name, count]) => [name, ...marks.map(() => ''), count]),
  ]);
}

/**
 * Rows of cells as CSV (RFC 4180). An empty text is an empty cell. A text that a spreadsheet would run as a formula has an
 * apostrophe before it.
 */
export function csvOf(rows: readonly (readonly (string | number)[])[]): string {
  return rows
    .map((row) => `${row.map((cell) => (cell === '' ? '' : csvCell(cell, 'spreadsheet'))).join(',')}\r\n`)
    .join('');
}
