import { type PointerEvent, useEffect, useMemo } from 'react';

import type { Row } from '../engine/engine.ts';
import { useSession, useView } from '../session/use-session.ts';

/** Event handlers of the list, and what to call when the focus moves. */
interface RowHover {
  readonly onPointerOver: (event: PointerEvent) => void;
  readonly onPointerLeave: () => void;
  /** Call with the focused element, or null when the focus leaves the list. */
  readonly onFocusChange: (focused: Element | null) => void;
}

/** Tells the map which row a mouse, a pen or the visible keyboard focus is at. `rowAt` returns a row by its index. */
export function useRowHover(rowAt: { readonly current: (index: number) => Row | undefined }): RowHover {
  const { hover } = useSession();
  const isAway = useView(({ selection }) => selection !== null);

  const handlers = useMemo(() => {
    /** Null for none. */
    const pointAt = (target: Element | null): void => {
      const index = target?.closest('[data-index]')?.getAttribute('data-index');
      const row = index ? rowAt.current(Number(index)) : undefined;
      const now = hover.getState();
      if (row) {
        const { kind, id } = row;
        if (now?.from === 'list' && now.kind === kind && now.id === id) return;
        hover.setState({ kind, id, position: kind === 'record' ? row.position : row.inshore, from: 'list' }, true);
      } else if (now?.from === 'list') hover.setState(null, true);
    };
    return {
      onPointerOver: ({ pointerType, target }: PointerEvent) => {
        // After a touch, no event would clear it.
        if (pointerType !== 'touch') pointAt(target as Element);
      },
      onPointerLeave: () => {
        pointAt(null);
      },
      onFocusChange: (focused: Element | null) => {
        // A tapped or clicked row has the focus too, but does not show it.
        if (!focused?.matches(':not(:focus-visible)')) pointAt(focused);
      },
    };
  }, [hover, rowAt]);

  // A hidden list has no pointer over it, but gets no event.
  useEffect(() => {
    if (isAway) handlers.onFocusChange(null);
  }, [isAway, handlers]);

  return handlers;
}
