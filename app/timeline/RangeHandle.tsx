import type { KeyboardEvent } from 'react';

import { firstDayOfMonth, lastDayOfMonth } from '../vocabulary/calendar.ts';
import { formatDate, monthInWords } from '../vocabulary/dates.ts';
import type { MonthRange } from './month-range.ts';

export interface RangeHandleProps {
  readonly end: 'from' | 'to';
  /** Pixels from the left of the chart. */
  readonly x: number;
  /** The day set in the view, or null where the range is open. */
  readonly day: string | null;
  readonly month: number;
  /** How far it can go. */
  readonly limits: MonthRange;
  readonly onMonth: (month: number) => void;
  readonly onFocusChange: (isFocused: boolean) => void;
  /** Takes back a drag that is going on. */
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

/** One end of the range: dragged by the pointer (the chart sees to it), moved by keys a month or a year. */
export function RangeHandle({ end, x, day, month, limits, onMonth, onFocusChange, onEscape }: RangeHandleProps) {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') onEscape();
    const by = event.ctrlKey || event.metaKey || event.altKey ? undefined : monthsByKey[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMonth(Math.max(limits.start, Math.min(limits.end, month + by)));
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
