import { type PointerEvent, useEffect, useMemo, useRef } from 'react';

import { oncePerFrame } from '../session/frame-scheduler.ts';
import { type ChartScale, positionAt, xOf } from './chart-scale.ts';
import { type DayRange, extentOfDays, monthsOfDays } from './month-range.ts';
import { draggedDays, type RangeDrag } from './range-drag.ts';

/** A finger that moves less is pressing, or about to scroll the page. */
const leastMovementInPixels = 4;

export interface RangeDragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
  readonly onPointerLeave: () => void;
}

/**
 * Dragging on the chart: a handle moves its end of the range, the range's body the whole range, anywhere else brushes a
 * new one; a press without a drag takes that month. The view hears of it once a frame. Returns what takes a drag back.
 */
export function useRangeDrag(
  scale: ChartScale,
  days: DayRange,
  onDays: (days: DayRange) => void,
  onPosition: (position: number | null) => void,
): { readonly handlers: RangeDragHandlers; readonly takeBack: () => void } {
  const current = useRef<{ readonly drag: RangeDrag; readonly startX: number; hasMoved: boolean } | null>(null);
  const changes = useMemo(() => oncePerFrame(onDays), [onDays]);
  useEffect(() => changes.cancel, [changes]);

  const xOfEvent = (event: PointerEvent<HTMLElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;

  const takeBack = (): void => {
    if (!current.current) return;
    changes.cancel();
    onDays(current.current.drag.days);
    current.current = null;
  };

  const handlers: RangeDragHandlers = {
    onPointerDown: (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const x = xOfEvent(event);
      const startPosition = positionAt(scale, x);
      const end = endOf(event.target);
      const extent = extentOfDays(days, scale.span);
      const isSet = days.from !== null || days.to !== null;
      const isWithin = isSet && x >= xOf(scale, extent.start) && x <= xOf(scale, extent.end);
      const drag = {
        kind: end ?? (isWithin ? 'move' : 'brush'),
        startPosition,
        days,
        months: monthsOfDays(days, scale.span),
      } as const;
      current.current = { drag, startX: x, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      const x = xOfEvent(event);
      const position = positionAt(scale, x);
      onPosition(position);
      const { current: dragging } = current;
      if (!dragging) return;
      if (Math.abs(x - dragging.startX) >= leastMovementInPixels) dragging.hasMoved = true;
      if (dragging.hasMoved) changes.push(draggedDays(dragging.drag, position, scale.span));
    },
    onPointerUp: (event) => {
      const { current: dragging } = current;
      if (dragging && !dragging.hasMoved && dragging.drag.kind === 'brush') {
        changes.push(draggedDays(dragging.drag, positionAt(scale, xOfEvent(event)), scale.span));
      }
      current.current = null;
      changes.flush();
    },
    onPointerCancel: takeBack,
    onPointerLeave: () => {
      onPosition(null);
    },
  };
  return { handlers, takeBack };
}

/** Which end of the range a handle, or something in it, belongs to. */
function endOf(target: EventTarget): 'from' | 'to' | undefined {
  const end = target instanceof HTMLElement ? target.dataset['end'] : undefined;
  return end === 'from' || end === 'to' ? end : undefined;
}
