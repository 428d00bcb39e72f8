import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef } from 'react';

import { oncePerFrame } from '../explorer/frame-scheduler.ts';
import {
  daysToMonths,
  type DayRange,
  firstDayOfMonth,
  formatDate,
  lastDayOfMonth,
  monthInWords,
  type MonthRange,
  monthsToDays,
} from '../vocabulary/dates.ts';
import { type ChartScale, positionAt, monthToX } from './chart-geometry.ts';
import { axisExtent, movedRange, withEnd } from './month-range.ts';

interface RangeHandleProps {
  readonly end: 'from' | 'to';
  /** Pixels from the left of the chart. */
  readonly x: number;
  /** The day set in the view, or null if this end is open. */
  readonly day: string | null;
  readonly month: number;
  /** The first and the last month to which the handle can move. */
  readonly limits: MonthRange;
  readonly onMonth: (month: number) => void;
  readonly onFocusChange: (isFocused: boolean) => void;
  /** Cancels a drag in progress. */
  readonly onEscape: () => void;
}

const monthsByKey: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
  Home: -Infinity,
  End: Infinity,
};

/**
 * One end of the range. The pointer drags it (handled by the chart), and keys move it by a month or a year at a time.
 */
export function RangeHandle({ end, x, day, month, limits, onMonth, onFocusChange, onEscape }: RangeHandleProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEscape();
    const step = event.ctrlKey || event.metaKey || event.altKey ? undefined : monthsByKey[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onMonth(Math.max(limits.start, Math.min(limits.end, month + step)));
  };
  const edge = end === 'from' ? firstDayOfMonth(month) : lastDayOfMonth(month);
  return (
    <div
      className="timeline-handle"
      data-end={end}
      style={{ left: `${x}px` }}
      role="slider"
      tabIndex={0}
      aria-label={end === 'from' ? 'First month' : 'Last month'}
      aria-valuemin={limits.start}
      aria-valuemax={limits.end}
      aria-valuenow={month}
      aria-valuetext={day === null || day === edge ? monthInWords(month) : formatDate(day)}
      onKeyDown={onKeyDown}
      onFocus={() => {
        onFocusChange(true);
      }}
      onBlur={() => {
        onFocusChange(false);
      }}
    >
      <span className="timeline-grip" data-end={end} />
    </div>
  );
}

/** A smaller movement is a press or the start of scrolling, not a drag. */
const minMovementInPixels = 4;

interface RangeDragHandlers {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: () => void;
  readonly onPointerLeave: () => void;
}

/**
 * Dragging on the chart: a drag of a handle moves one end of the range, a drag inside the range moves all of it, and a
 * drag anywhere else brushes a new range. A press outside the range selects the month under the pointer. Updates the
 * view once per frame. Returns the pointer handlers and a function that cancels a drag.
 */
export function useRangeDrag(
  scale: ChartScale,
  days: DayRange,
  onDays: (days: DayRange) => void,
  onPosition: (position: number | null) => void,
): { readonly handlers: RangeDragHandlers; readonly cancelDrag: () => void } {
  const current = useRef<{ readonly drag: RangeDrag; readonly startX: number; hasMoved: boolean } | null>(null);
  const changes = useMemo(() => oncePerFrame(onDays), [onDays]);
  useEffect(() => changes.cancel, [changes]);

  const pointerX = (event: PointerEvent<HTMLElement>): number =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;

  const cancelDrag = (): void => {
    if (!current.current) return;
    changes.cancel();
    onDays(current.current.drag.days);
    current.current = null;
  };

  const handlers: RangeDragHandlers = {
    onPointerDown: (event) => {
      if (event.button !== 0 || !event.isPrimary) return;
      const x = pointerX(event);
      const startPosition = positionAt(scale, x);
      const end = findEnd(event.target);
      const extent = axisExtent(days, scale.span);
      const isSet = days.from !== null || days.to !== null;
      const isWithin = isSet && x >= monthToX(scale, extent.start) && x <= monthToX(scale, extent.end);
      const drag = {
        kind: end ?? (isWithin ? 'move' : 'brush'),
        startPosition,
        days,
        months: daysToMonths(days, scale.span),
      } as const;
      current.current = { drag, startX: x, hasMoved: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event) => {
      const x = pointerX(event);
      const position = positionAt(scale, x);
      onPosition(position);
      const { current: dragging } = current;
      if (!dragging) return;
      if (Math.abs(x - dragging.startX) >= minMovementInPixels) dragging.hasMoved = true;
      if (dragging.hasMoved) changes.push(draggedDays(dragging.drag, position, scale.span));
    },
    onPointerUp: (event) => {
      const { current: dragging } = current;
      if (dragging && !dragging.hasMoved && dragging.drag.kind === 'brush') {
        changes.push(draggedDays(dragging.drag, positionAt(scale, pointerX(event)), scale.span));
      }
      current.current = null;
      changes.flush();
    },
    onPointerCancel: cancelDrag,
    onPointerLeave: () => {
      onPosition(null);
    },
  };
  return { handlers, cancelDrag };
}

/** The end of the range to which a handle, or an element in it, belongs; undefined for other elements. */
function findEnd(target: EventTarget): 'from' | 'to' | undefined {
  const end = target instanceof HTMLElement ? target.dataset['end'] : undefined;
  return end === 'from' || end === 'to' ? end : undefined;
}

/** A drag of one end of the range, of the whole range, or of a new one. Positions are fractional months. */
export interface RangeDrag {
  readonly kind: 'from' | 'to' | 'move' | 'brush';
  readonly startPosition: number;
  /** The range at the start of the drag. */
  readonly days: DayRange;
  readonly months: MonthRange;
}

/** The range while the drag is at a position: whole months, except for an end that is not dragged. */
export function draggedDays(drag: RangeDrag, position: number, span: MonthRange): DayRange {
  switch (drag.kind) {
    case 'from':
      return withEnd(drag.days, 'from', Math.round(position), span);
    case 'to':
      return withEnd(drag.days, 'to', Math.round(position) - 1, span);
    case 'move':
      return monthsToDays(movedRange(drag.months, Math.round(position - drag.startPosition), span), span);
    case 'brush': {
      const months = [drag.startPosition, position].map((each) =>
        Math.max(span.start, Math.min(span.end, Math.floor(each))),
      );
      return monthsToDays({ start: Math.min(...months), end: Math.max(...months) }, span);
    }
  }
}
