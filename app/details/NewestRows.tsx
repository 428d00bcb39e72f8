import { useCallback, useState } from 'react';

import type { GroupedRecordRow } from '../engine/engine.ts';
import { GroupRow } from '../rows/GroupRow.tsx';
import { ResultRow, rowKey } from '../rows/ResultRow.tsx';
import { useSelectionLink } from '../explorer/use-selection-link.ts';
import { useView } from '../explorer/use-explorer.ts';
import './summary.css';

/** The identifiers of the groups that list their records, and a function that expands or collapses one. */
export function useExpandedGroups(): readonly [readonly number[], (id: number) => void] {
  const [expandedGroups, setExpandedGroups] = useState<readonly number[]>([]);
  const toggleGroup = useCallback((id: number) => {
    setExpandedGroups((groups) => (groups.includes(id) ? groups.filter((each) => each !== id) : [...groups, id]));
  }, []);
  return [expandedGroups, toggleGroup];
}

interface NewestRowsProps {
  readonly rows: readonly GroupedRecordRow[];
  readonly showDistance: boolean;
  readonly onToggle: (id: number) => void;
}

/** The same rows as at the beginning of the list of these records. */
export function NewestRows({ rows, showDistance, onToggle }: NewestRowsProps) {
  const units = useView((state) => state.units);
  const linkTo = useSelectionLink();
  const common = { isTabStop: true, showDistance, units };
  return (
    <ul className="summary-rows">
      {rows.map((row) => (
        <li key={rowKey(row)}>
          {row.kind === 'group' ? (
            <GroupRow row={row} onToggle={onToggle} {...common} />
          ) : (
            <ResultRow row={row} linkTo={linkTo} isSelected={false} {...common} />
          )}
        </li>
      ))}
    </ul>
  );
}
