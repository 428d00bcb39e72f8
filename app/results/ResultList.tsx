import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

import type { Result, Row } from '../engine/engine.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useSession, useView } from '../session/use-session.ts';
import { textSizeInPixels } from '../view/text-size.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { EmptyResults } from './EmptyResults.tsx';
import { ResultRow } from './ResultRow.tsx';
import { SkeletonRow } from './SkeletonRow.tsx';
import { RowSlots } from './row-slots.ts';
import { useActiveRow } from './use-active-row.ts';
import { useHeldRow } from './use-held-row.ts';
import { useListReturn } from './use-list-return.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { mostRows, rowAfterKey, tabStopOf, wantedRows } from './visible-rows.ts';

const rowHeightInRem = 4.75;
const rowHeightInPixels = (): number => rowHeightInRem * textSizeInPixels();

const keyOf = ({ kind, id }: Row): string => `${kind} ${id}`;

interface ShownRow {
  readonly index: number;
  readonly row: Row | undefined;
  readonly key: string;
}

/** The list of what was found, of which only the rows on the screen exist. */
export function ResultList({ result }: { readonly result: Result }) {
  const session = useSession();
  const selection = useView((view) => view.selection);
  const units = useView((view) => view.units);
  const linkTo = useSelectionLink();
  const scroller = useRef<HTMLDivElement>(null);
  const [rowHeight] = useState(rowHeightInPixels);
  const { activeIndex, setActiveIndex, keptRow, heldRow } = useActiveRow(result);
  const [slots] = useState(() => new RowSlots<ShownRow>());
  const [lastActive, setLastActive] = useState<number | null>(null);
  const keysId = useId();
  const count = Math.min(result.found, mostRows);

  const { indexes, range, scrollToIndex } = useVirtualRows({ scroller, count, rowHeight });
  const { first, last } = range ?? { first: 0, last: 0 };
  const { start, end } = wantedRows(first, last, count);
  const isShown = range !== null;
  const tabStop = activeIndex ?? tabStopOf(lastActive, first, last);
  useEffect(() => {
    const { visibleRows } = session.queryState.getState();
    if (isShown && (visibleRows.start !== start || visibleRows.end !== end)) session.showRows(start, end);
  }, [session, isShown, start, end]);

  const focusRow = useRowFocus(scroller, scrollToIndex);
  const remember = useListReturn(scroller, result, focusRow);
  const holdRow = useHeldRow(() => {
    focusRow(Math.min(activeIndex ?? 0, count - 1), false);
  });

  function onKeyDown(event: KeyboardEvent): void {
    if (event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return;
    const next = rowAfterKey(event.key, activeIndex ?? first - 1, count, last - first);
    if (next === null) return;
    event.preventDefault();
    setActiveIndex(next);
    focusRow(next, true);
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    const index = target.closest('[data-index]')?.getAttribute('data-index');
    if (index === null || index === undefined) return;
    holdRow(target);
    setActiveIndex(Number(index));
    setLastActive(Number(index));
  }

  function onBlur({ target, relatedTarget, currentTarget }: FocusEvent<HTMLElement>): void {
    // Of a window that is left, the element keeps the focus for when one comes back.
    if (document.activeElement === target) return;
    if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return;
    holdRow(null);
    setActiveIndex(null);
  }

  // The row that has the focus stays, however far it is scrolled away: or the focus would be lost.
  const isKept = activeIndex !== null && activeIndex < count && !indexes.includes(activeIndex);
  const { rows, query } = result;
  const shown = (isKept ? [...indexes, activeIndex].sort((a, b) => a - b) : indexes).map((index): ShownRow => {
    const row = rows[index - query.rows.start] ?? (index === activeIndex ? keptRow : undefined);
    return { index, row, key: row ? keyOf(row) : String(index) };
  });
  const isEmpty = count === 0;
  // Where nothing is found, the elements stay, out of sight, for what is found next; but not one with the focus.
  const placed = isEmpty && !heldRow ? slots.last : slots.place(shown, heldRow ? keyOf(heldRow) : null);
  const showDistance = query.search !== null || query.sort === 'nearest';
  return (
    <>
      {isEmpty ? null : (
        <p id={keysId} className="visually-hidden">
          Up and down arrows, Page Up, Page Down, Home and End move from row to row.
        </p>
      )}
      <div
        className="results-scroller"
        id="results"
        ref={scroller}
        tabIndex={-1}
        role="group"
        aria-label={isEmpty ? 'Nothing found' : query.tab === 'records' ? 'Records found' : 'Places found'}
        aria-describedby={isEmpty ? undefined : keysId}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {isEmpty ? <EmptyResults result={result} /> : null}
        <ul
          className={isEmpty ? 'results-list is-empty' : 'results-list'}
          aria-hidden={isEmpty || undefined}
          style={{ height: count * rowHeight }}
        >
          {placed.map(({ index, row, slot }) => (
            <li
              key={slot}
              data-index={index}
              aria-setsize={result.found}
              aria-posinset={index + 1}
              style={{ top: index * rowHeight, height: rowHeight }}
            >
              {row ? (
                <ResultRow
                  row={row}
                  linkTo={linkTo}
                  onOpen={remember}
                  isSelected={selection?.kind === row.kind && selection.id === row.id}
                  isTabStop={index === tabStop}
                  showDistance={showDistance}
                  units={units}
                />
              ) : (
                <SkeletonRow />
              )}
            </li>
          ))}
        </ul>
        {count < result.found ? (
          <p className="results-end small muted">
            The list ends here, with the first {formatCount(count)}. Zoom in or set a filter to see others.
          </p>
        ) : null}
      </div>
    </>
  );
}
