import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import { countLine } from '../session/count-line.ts';
import { useData, useSession, useView } from '../session/use-session.ts';
import { noFilters } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { formatDate } from '../vocabulary/dates.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { PrintTable } from './PrintTable.tsx';
import { type PrintedRows, usePrintedRows } from './use-printed-rows.ts';
import './print-list.css';

/** The list on paper: rendered while the browser prints, never on the screen. */
export function PrintList() {
  const printed = usePrintedRows();
  // What it needs of the view, whose address changes with each frame of a movement, is read while it prints alone.
  return printed ? <PrintedList {...printed} /> : null;
}

function PrintedList({ result, start, rows }: PrintedRows) {
  const { siteUrl } = useSession();
  const units = useView((view) => view.units);
  const query = useView(writeView);
  const data = useData();

  const { filters, search, tab } = result.query;
  const ofTab =
    tab === 'places'
      ? { ...noFilters, featureTypes: filters.featureTypes }
      : { ...filters, featureTypes: noFilters.featureTypes };
  const words = filtersInWords(ofTab);
  return (
    <div className="print-list">
      <h1>Coastwatch: {countLine(result, units)}</h1>
      <p>
        <strong>{data?.sample ? 'Sample data: invented records. ' : ''}Historical records, not live warnings.</strong>
        {data?.newest ? ` The newest record is of ${formatDate(data.newest)}.` : ''} A record is placed at a point of a
        coastal feature, not where the animal was. Times are as recorded. {termsOfUse[0]}
      </p>
      {search ? <p>Centre of the search: {formatPosition(search.centre)}</p> : null}
      {words === '' ? null : <p>Filters: {words}</p>}
      {rows.length < result.found ? (
        <p>
          Printed here: {formatCount(start + 1)} to {formatCount(start + rows.length)} of {formatCount(result.found)}.
        </p>
      ) : null}
      <PrintTable rows={rows} units={units} showDistance={search !== null} />
      <p className="print-address">{`${siteUrl}${query}`}</p>
    </div>
  );
}
