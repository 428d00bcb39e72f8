import type { FileFormat, LoadedData, Question } from '../engine/questions.ts';
import { formatPosition } from '../vocabulary/coordinates.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-words.ts';
import { applyingFilters } from './applying-filters.ts';

export interface DownloadFactsProps {
  readonly question: Question;
  readonly units: Units;
  readonly data: LoadedData;
  readonly format: FileFormat;
}

const ofValues: Readonly<Record<FileFormat, string>> = {
  csv: 'Every field is written as it was published; text that a spreadsheet would run as a formula gets an apostrophe before it.',
  geojson: 'Every field is written as it was published.',
};

/** What narrows down the records of a download, and what must be known of them. */
export function DownloadFacts({ question, units, data, format }: DownloadFactsProps) {
  const { search, tab, filters } = question;
  const area =
    search?.mode === 'radius'
      ? `within ${formatRadius(search.radiusInMetres, units)} of ${formatPosition(search.centre)}`
      : search
        ? `nearest to ${formatPosition(search.centre)}`
        : 'what the map shows';
  return (
    <>
      <dl className="sharing-facts">
        <dt>Filters</dt>
        <dd>{filtersInWords(applyingFilters(filters, tab)) || 'none'}</dd>
        <dt>Area</dt>
        <dd className="figure">{area}</dd>
      </dl>
      <p className={data.sample ? 'notice-box small' : 'muted small'}>
        {data.sample
          ? 'This is sample data, made up to try the explorer with. The file name says so.'
          : `Historical records, not live warnings. ${ofValues[format]}`}{' '}
        <a href="./docs/data-dictionary/#terms">Terms of use</a>
      </p>
    </>
  );
}
