import type { ReactNode } from 'react';

import { formatCount } from '../vocabulary/numbers.ts';
import './counts-table.css';

type CountsRow = readonly [name: ReactNode, ...cells: readonly (string | number)[]];

interface CountsTableProps {
  readonly className?: string;
  readonly caption?: ReactNode;
  /** The head of each column. The first column has the names of the rows. */
  readonly heads: readonly ReactNode[];
  readonly rows: readonly CountsRow[];
  readonly total?: CountsRow;
}

export function CountsTable({ className = 'small', caption, heads, rows, total }: CountsTableProps) {
  return (
    <table className={`counts-table full-width figure ${className}`}>
      {caption === undefined ? null : <caption>{caption}</caption>}
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={index} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{rows.map(renderRow)}</tbody>
      {total && <tfoot>{renderRow(total, 0)}</tfoot>}
    </table>
  );
}

const renderRow = ([name, ...cells]: CountsRow, index: number) => (
  <tr key={index}>
    <th scope="row">{name}</th>
    {cells.map((cell, column) => (
      <td key={column}>{typeof cell === 'number' ? formatCount(cell) : cell}</td>
    ))}
  </tr>
);
