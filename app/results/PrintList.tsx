import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import { termsOfUse } from '../../core/datasets/terms-of-use.ts';
import type { PlaceRow, RecordRow, Result, Row } from '../engine/engine.ts';
import { countLine } from '../session/count-line.ts';
import type { Session } from '../session/session.ts';
import { useData, useSession, useView } from '../session/use-session.ts';
import { applicableFilters } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { formatAsRecorded, formatDate } from '../vocabulary/dates.ts';
import { formatDistanceAndBearing, type Units } from '../vocabulary/distances.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { kindLabels } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { featureTypeName, sourceName, speciesName } from '../vocabulary/value-names.ts';
import './print-list.css';

/** The list on paper: rendered only while the browser prints. `isRequested`: prints as soon as the rows are loaded. */
export function PrintList({ isRequested }: { readonly isRequested: boolean }) {
  const printed = usePrintedRows(isRequested);
  // A separate component, so that it subscribes to the view only while printing: the address of the view changes in
  // every frame of a movement.
  return printed ? <PrintedList {...printed} /> : null;
}

function PrintedList({ result, start, rows }: PrintedRows) {
  const { siteUrl } = useSession();
  const units = useView((view) => view.units);
  const query = useView(writeView);
  const data = useData();

  const { filters, search, tab } = result.query;
  const words = filtersInWords(applicableFilters(filters, tab));
  return (
    <div className="print-list">
      <h1>Coastwatch: {countLine(result, units)}</h1>
      <p>
        <strong>{data?.sample ? 'Sample data: invented records. ' : ''}Historical records, not live warnings.</strong>
        {data?.newest ? ` The newest record is from ${formatDate(data.newest)}.` : ''} Locations are approximate: each
        record is placed at the nearest named beach or landmark, not where the shark was. Times are as recorded.{' '}
        {termsOfUse[0]}
      </p>
      {search ? <p>Search centre: {formatPosition(search.centre)}</p> : null}
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

interface PrintTableProps {
  readonly rows: readonly Row[];
  readonly units: Units;
  readonly showDistance: boolean;
}

type Cells = readonly (readonly [heading: string, text: string])[];

/** Records or places as a table. */
function PrintTable({ rows, units, showDistance }: PrintTableProps) {
  const table = rows.map((row): Cells => {
    const cells = row.kind === 'record' ? recordCells(row) : placeCells(row);
    return showDistance ? [...cells, ['Distance', formatDistanceAndBearing(row, units)]] : cells;
  });
  const [first] = table;
  if (!first) return null;
  return (
    <table className="figure">
      <thead>
        <tr>
          {first.map(([heading]) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.map((cells, index) => (
          <tr key={index}>
            {cells.map(([heading, text]) => (
              <td key={heading}>
                <bdi>{text}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function recordCells(row: RecordRow): Cells {
  return [
    ['Record', String(row.id)],
    ['Time, as recorded', formatAsRecorded(row.dateTime)],
    ['Species', speciesName(row.species)],
    ['Interaction', kindLabels[row.interaction]],
    ['Place', row.place],
    ['Source', sourceName(row.source)],
  ];
}

function placeCells(row: PlaceRow): Cells {
  return [
    ['Place', row.name],
    ['Type', featureTypeName(row.featureType)],
    ['Town', row.town],
    ['Inshore point', formatPosition(row.inshore)],
    ['Records within 1 km', formatCount(row.recordsNear)],
  ];
}

/** The rows to print: consecutive rows of a result. */
interface PrintedRows {
  readonly result: Result;
  /** Index of the first row in the list. */
  readonly start: number;
  readonly rows: readonly Row[];
}

const maxPrintedRows = 500;

/**
 * The rows to print while the browser prints, otherwise null. The print key and a `coastwatch:print` event load the
 * rows before printing. Printing from the browser's menu does not wait: it prints the rows that are already loaded, and
 * the others only if the browser captures the page late enough.
 */
function usePrintedRows(isRequested: boolean): PrintedRows | null {
  const session = useSession();
  const [printed, setPrinted] = useState<PrintedRows | null>(null);

  useEffect(() => {
    let prepared: PrintedRows | null = null;
    let isPrinting = false;

    async function prepare(): Promise<void> {
      const { result } = session.queryState.getState();
      if (!result || prepared?.result === result) return;
      prepared = await readRows(session, result);
    }
    const beforePrint = (): void => {
      const { result } = session.queryState.getState();
      if (!result) return;
      isPrinting = true;
      const loadedRows = {
        result,
        start: result.query.rows.start,
        rows: result.rows.filter((row) => row.kind !== 'group'),
      };
      // The browser captures the page as soon as this handler returns.
      flushSync(() => {
        setPrinted(prepared?.result === result ? prepared : loadedRows);
      });
      prepare().then(
        () => {
          if (isPrinting) setPrinted(prepared);
        },
        () => {
          // The rows that are already loaded are printed.
        },
      );
    };
    const afterPrint = (): void => {
      isPrinting = false;
      setPrinted(null);
    };
    const print = (event?: Event): void => {
      event?.preventDefault();
      prepare().then(
        () => {
          window.print();
        },
        () => {
          window.print();
        },
      );
    };
    const onKey = (event: KeyboardEvent): void => {
      const isPrintKey = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'p';
      if (isPrintKey && !event.defaultPrevented) print(event);
    };

    if (isRequested) print();
    window.addEventListener('beforeprint', beforePrint);
    window.addEventListener('afterprint', afterPrint);
    window.addEventListener('coastwatch:print', print);
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      window.removeEventListener('coastwatch:print', print);
      window.removeEventListener('keydown', onKey);
    };
  }, [session, isRequested]);

  return printed;
}

async function readRows(session: Session, result: Result): Promise<PrintedRows> {
  const rows = await session.engine.rows(result.query, 0, Math.min(maxPrintedRows, result.found));
  return { result, start: 0, rows };
}
