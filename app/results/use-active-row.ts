import { useState } from 'react';

import type { Result, Query, Row } from '../engine/engine.ts';

export interface ActiveRow {
  /** Index of the row that has the focus; null when none has. */
  readonly activeIndex: number | null;
  readonly setActiveIndex: (index: number | null) => void;
  /** That row, also when it has been scrolled so far away that the answer no longer holds it. */
  readonly keptRow: Row | undefined;
  /** The row that got the focus, whether the list still has it or not. */
  readonly heldRow: Row | undefined;
}

/** Which row has the focus, and what it shows, however far it is scrolled away. */
export function useActiveRow(result: Result): ActiveRow {
  const { query, rows } = result;
  const [active, setActive] = useState<{
    readonly index: number;
    readonly row: Row | undefined;
    readonly query: Query;
  }>();
  const isSame = active !== undefined && isSameList(active.query, query);
  // Of another list, the same row may stand elsewhere, and the focus with it.
  const inOther = isSame || !active?.row ? -1 : rows.findIndex(({ kind, id }) => isRow(active.row, kind, id));
  return {
    activeIndex: inOther < 0 ? (active?.index ?? null) : query.rows.start + inOther,
    setActiveIndex: (index) => {
      setActive(index === null ? undefined : { index, row: rows[index - query.rows.start], query });
    },
    keptRow: isSame ? active.row : undefined,
    heldRow: active?.row,
  };
}

const isRow = (row: Row | undefined, kind: Row['kind'], id: number): boolean => row?.kind === kind && row.id === id;

/** Whether two questions give the same list, of which they may want different rows. */
function isSameList(a: Query, b: Query): boolean {
  return a.filters === b.filters && a.search === b.search && a.tab === b.tab && a.sort === b.sort && a.area === b.area;
}
