import type { PlaceRow, RecordRow, Row } from '../engine/engine.ts';
import { formatAsRecorded } from '../vocabulary/dates.ts';
import { formatDistanceAndBearing, type Units } from '../vocabulary/distances.ts';
import { kindLabels } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { featureTypeName, sourceName, speciesName } from '../vocabulary/value-names.ts';

interface PrintTableProps {
  readonly rows: readonly Row[];
  readonly units: Units;
  readonly showDistance: boolean;
}

type Cells = readonly (readonly [heading: string, text: string])[];

/** Records or places as a table, a row each. */
export function PrintTable({ rows, units, showDistance }: PrintTableProps) {
  const table = rows.map((row): Cells => {
    const cells = row.kind === 'record' ? cellsOfRecord(row) : cellsOfPlace(row);
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

function cellsOfRecord(row: RecordRow): Cells {
  return [
    ['Record', String(row.id)],
    ['Time, as recorded', formatAsRecorded(row.dateTime)],
    ['Species', speciesName(row.species)],
    ['Interaction', kindLabels[row.interaction]],
    ['Place', row.place],
    ['Source', sourceName(row.source)],
  ];
}

function cellsOfPlace(row: PlaceRow): Cells {
  return [
    ['Place', row.name],
    ['Type', featureTypeName(row.featureType)],
    ['Town', row.town],
    ['Inshore point', formatPosition(row.inshore)],
    ['Records within 1 km', formatCount(row.recordsNear)],
  ];
}
