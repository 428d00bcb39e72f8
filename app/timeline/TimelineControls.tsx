import { memo } from 'react';

import { DateRange } from '../components/DateRange.tsx';
import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { datePresets, firstDayOfMonth } from '../vocabulary/calendar.ts';
import { formatPeriodShort } from '../vocabulary/dates.ts';
import { markPlurals, marks } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { type CountByMark, countsByYear, countsOfAll, totalOf, useHistogram } from './month-counts.ts';
import { type DayRange, type MonthRange, steppedRange } from './month-range.ts';

interface TimelineControlsProps {
  readonly days: DayRange;
  readonly onDays: (days: DayRange) => void;
  readonly span: MonthRange;
  /** Time of the newest record. */
  readonly newest: string;
}

/** Buttons and date fields for the range, and the counts as a table. */
export const TimelineControls = memo(function TimelineControls({ days, onDays, span, newest }: TimelineControlsProps) {
  const isSet = days.from !== null || days.to !== null;
  return (
    <div className="timeline-controls">
      <Presets days={days} onDays={onDays} newest={newest} />
      <StepButton direction={-1} days={days} onDays={onDays} span={span} />
      <StepButton direction={1} days={days} onDays={onDays} span={span} />
      <Popover
        buttonClassName="button timeline-button"
        label="Dates"
        widthInPixels={344}
        button={
          <>
            <Icon name="calendar" size={16} /> Dates
          </>
        }
      >
        <DateRange {...days} oldest={firstDayOfMonth(span.start)} newest={newest} onChange={onDays} />
      </Popover>
      <Popover buttonClassName="button timeline-button" label="Records by year" widthInPixels={480} button="Table">
        <TimelineTable />
      </Popover>
      <button
        type="button"
        className="button timeline-button"
        aria-label="Clear dates"
        aria-disabled={!isSet}
        onClick={() => {
          if (isSet) onDays({ from: null, to: null });
        }}
      >
        <Icon name="close" size={16} /> Clear
      </button>
    </div>
  );
});

/** Shown where there is space; otherwise only in the popover with the date fields. */
function Presets({ days, onDays, newest }: Pick<TimelineControlsProps, 'days' | 'onDays' | 'newest'>) {
  const presets = datePresets(newest).filter(({ from }) => from !== null);
  return (
    <div className="timeline-presets" role="group" aria-label="Ranges counted back from the newest record">
      <span aria-hidden="true">Last</span>
      {presets.map(({ name, shortName, from, to }) => (
        <button
          key={name}
          type="button"
          className="button timeline-button"
          aria-label={name}
          title={formatPeriodShort(from, to)}
          aria-pressed={from === days.from && to === days.to}
          onClick={() => {
            onDays({ from, to });
          }}
        >
          {shortName}
        </button>
      ))}
    </div>
  );
}

interface StepButtonProps extends Pick<TimelineControlsProps, 'days' | 'onDays' | 'span'> {
  readonly direction: -1 | 1;
}

/** Uses `aria-disabled` at the end of the data, so that the button keeps the focus. */
function StepButton({ direction, days, onDays, span }: StepButtonProps) {
  const range = steppedRange(days, direction, span);
  const name = direction === -1 ? 'Previous period' : 'Next period';
  return (
    <button
      type="button"
      className="button timeline-button timeline-step"
      aria-label={range ? `${name}: ${formatPeriodShort(range.from, range.to)}` : name}
      title={range ? formatPeriodShort(range.from, range.to) : undefined}
      aria-disabled={range === null}
      onClick={() => {
        if (range) onDays(range);
      }}
    >
      <Icon name={direction === -1 ? 'back' : 'forward'} size={16} />
    </button>
  );
}

/** The counts of the chart by year, as a table. */
function TimelineTable() {
  const histogram = useHistogram();
  if (!histogram) return null;
  return (
    <table className="timeline-table">
      <caption>Records by year in the area shown, for all dates</caption>
      <thead>
        <tr>
          <th scope="col">Year</th>
          {marks.map((mark) => (
            <th key={mark} scope="col">
              {markPlurals[mark]}
            </th>
          ))}
          <th scope="col">All</th>
        </tr>
      </thead>
      <tbody>
        {countsByYear(histogram).map(({ year, byMark }) => (
          <CountRow key={year} name={String(year)} byMark={byMark} />
        ))}
      </tbody>
      <tfoot>
        <CountRow name="All" byMark={countsOfAll(histogram)} />
      </tfoot>
    </table>
  );
}

function CountRow({ name, byMark }: { readonly name: string; readonly byMark: CountByMark }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {marks.map((mark) => (
        <td key={mark}>{formatCount(byMark[mark])}</td>
      ))}
      <td>{formatCount(totalOf(byMark))}</td>
    </tr>
  );
}
