import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import { useData, useSession, useView } from '../session/use-session.ts';
import { writeView } from '../view/view-url.ts';
import { formatPosition } from '../vocabulary/coordinates.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { filtersInWords } from '../vocabulary/filter-words.ts';
import { noFilters } from '../view/view-state.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { countLine } from '../session/count-line.ts';
import { PrintTable } from './PrintTable.tsx';
import { usePrintedRows, type PrintedRows } from './use-printed-rows.ts';
import './print-list.css';

/** The list on paper: rendered while the browser prints, never on the screen. */
export function PrintList() {
  const printed = usePrintedRows();
  // What it needs of the view, whose address changes with each frame of a movement, is read while it prints alone.
  return printed ? <PrintedList {...printed} /> : null;
}

function PrintedList({ answer, start, rows }: PrintedRows) {
  const { siteUrl } = useSession();
  const units = useView((view) => view.units);
  const query = useView(writeView);
  const data = useData();

  const { filters, search, tab } = answer.question;
  const ofTab =
    tab === 'places'
      ? { ...noFilters, featureTypes: filters.featureTypes }
      : { ...filters, featureTypes: noFilters.featureTypes };
  const words = filtersInWords(ofTab);
  return (
    <div className="print-list">
      <h1>Coastwatch: {countLine(answer, units)}</h1>
      <p>
        <strong>{data?.sample ? 'Sample data: invented records. ' : ''}Historical records, not live warnings.</strong>
        {data?.newest ? ` The newest record is of ${formatDate(data.newest)}.` : ''} A record is placed at a point of a
        coastal feature, not where the animal was. Times are as recorded. {termsOfUse[0]}
      </p>
      {search ? <p>Centre of the search: {formatPosition(search.centre)}</p> : null}
      {words === '' ? null : <p>Filters: {words}</p>}
      {rows.length < answer.found ? (
        <p>
          Printed here: {formatCount(start + 1)} to {formatCount(start + rows.length)} of {formatCount(answer.found)}.
        </p>
      ) : null}
      <PrintTable rows={rows} units={units} tellsDistance={search !== null} />
      <p className="print-address">{`${siteUrl}${query}`}</p>
    </div>
  );
}
