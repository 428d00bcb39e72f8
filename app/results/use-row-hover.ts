import { type PointerEvent, useEffect, useMemo } from 'react';

import type { ListRow } from '../engine/engine.ts';
import { useExplorer, useView } from '../explorer/use-explorer.ts';

/** Event handlers of the list, and a callback for when the focus moves. */
interface RowHover {
  readonly onPointerOver: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  /** Call with the focused element, or null when the focus leaves the list. */
  readonly onFocusChange: (focused: Element | null) => void;
}

/**
 * Stores the row under a mouse, a pen or the visible keyboard focus in `explorer.hover`, for the map to highlight.
 * `rowAt` returns a row by its index.
 */
export function useRowHover(rowAt: { readonly current: (index: number) => ListRow | undefined }): RowHover {
  const { hover } = useExplorer();
  const hasSelection = useView(({ selection }) => selection !== null);

  const handlers = useMemo(() => {
    const setHovered = (target: Element | null): void => {
      const index = target?.closest('[data-index]')?.getAttribute('data-index');
      const row = index ? rowAt.current(Number(index)) : undefined;
      const current = hover.getState();
      if (row) {
        const { id } = row;
        // The records of a group are all at the same point.
        const kind = row.kind === 'group' ? 'record' : row.kind;
        if (current?.from === 'list' && current.kind === kind && current.id === id) return;
        hover.setState({ kind, id, position: row.kind === 'place' ? row.inshore : row.position, from: 'list' }, true);
      } else if (current?.from === 'list') hover.setState(null, true);
    };
    return {
      onPointerOver: ({ pointerType, target }: PointerEvent) => {
        // After a touch, no event would clear the hover.
        if (pointerType !== 'touch') setHovered(target as Element);
      },
      onPointerLeave: () => {
        setHovered(null);
      },
      onFocusChange: (focused: Element | null) => {
        // A tapped or clicked row has the focus too, but no visible focus outline.
        if (!focused?.matches(':not(:focus-visible)')) setHovered(focused);
      },
    };
  }, [hover, rowAt]);

  // When the list is hidden, the pointer leaves it without an event.
  useEffect(() => {
    if (hasSelection) handlers.onFocusChange(null);
  }, [hasSelection, handlers]);

  return handlers;
}
