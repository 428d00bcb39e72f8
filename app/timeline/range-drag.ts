import { daysOfMonths, movedRange, withEnd, type DayRange, type MonthRange } from './month-range.ts';

/** What is being dragged: one end of the range, all of it, or a new one. Positions are months and parts of them. */
export interface RangeDrag {
  readonly kind: 'from' | 'to' | 'move' | 'brush';
  readonly startPosition: number;
  /** As the range was when the drag began. */
  readonly days: DayRange;
  readonly months: MonthRange;
}

/** The range while a drag stands at a position: always whole months, but for an end that is not dragged. */
export function draggedDays(drag: RangeDrag, position: number, span: MonthRange): DayRange {
  switch (drag.kind) {
    case 'from':
      return withEnd(drag.days, 'from', Math.round(position), span);
    case 'to':
      return withEnd(drag.days, 'to', Math.round(position) - 1, span);
    case 'move':
      return daysOfMonths(movedRange(drag.months, Math.round(position - drag.startPosition), span), span);
    case 'brush': {
      const months = [drag.startPosition, position].map((each) =>
        Math.max(span.start, Math.min(span.end, Math.floor(each))),
      );
      return daysOfMonths({ start: Math.min(...months), end: Math.max(...months) }, span);
    }
  }
}
