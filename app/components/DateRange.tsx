import { useId, useState } from 'react';

import { Button } from './buttons.tsx';
import { datePresets, formatPeriod } from '../vocabulary/dates.ts';
import './date-range.css';

interface DateRangeProps {
  /** The first day, `YYYY-MM-DD`; null if there is no lower limit. */
  readonly from: string | null;
  /** The last day, `YYYY-MM-DD`; null if there is no upper limit. */
  readonly to: string | null;
  /** The first day of the month of the oldest record; null if there are no records. */
  readonly oldest: string | null;
  /** The day, or the date and time, of the newest record; null if there are no records. */
  readonly newest: string | null;
  readonly onChange: (change: { readonly from: string | null; readonly to: string | null }) => void;
}

/** Two date fields, and presets that are counted back from the newest record. */
export function DateRange({ from, to, oldest, newest, onChange }: DateRangeProps) {
  const [rejectedEnd, setRejectedEnd] = useState<'from' | 'to' | null>(null);
  /** Part of the keys of the fields: a change remounts the fields, which discards text typed into them. */
  const [fieldsVersion, setFieldsVersion] = useState(0);
  const errorId = useId();
  const change = (end: 'from' | 'to', day: string | null): void => {
    const next = { from, to, [end]: day };
    if (next.from !== null && next.to !== null && next.from > next.to) {
      setRejectedEnd(end);
      return;
    }
    setRejectedEnd(null);
    onChange(next);
  };
  const field = (end: 'from' | 'to', label: string, value: string | null) => (
    <DayField
      key={`${end} ${fieldsVersion}`}
      label={label}
      value={value}
      oldest={oldest}
      newest={newest}
      errorId={rejectedEnd === end ? errorId : undefined}
      onChange={(day) => {
        change(end, day);
      }}
    />
  );

  return (
    <div className="date-range stack gap-12">
      <div className="date-range-fields stack">
        {field('from', 'From', from)}
        {field('to', 'To', to)}
      </div>
      {rejectedEnd && (
        <p id={errorId} className="error small" role="alert">
          {rejectedEnd === 'from'
            ? 'This date is after the “To” date, so it is not used.'
            : 'This date is before the “From” date, so it is not used.'}
        </p>
      )}
      {newest !== null && (
        <ul className="stack gap-4" aria-label="Ranges counted back from the newest record">
          {datePresets(newest).map((preset) => (
            <li key={preset.name}>
              <Button
                className="date-range-preset full-width"
                aria-pressed={preset.from === from && preset.to === to}
                onClick={() => {
                  setRejectedEnd(null);
                  setFieldsVersion(fieldsVersion + 1);
                  onChange({ from: preset.from, to: preset.to });
                }}
              >
                <span>{preset.name}</span>{' '}
                <span className="muted small figure">
                  {preset.from === null && oldest !== null
                    ? formatPeriod(oldest, newest)
                    : formatPeriod(preset.from, preset.to)}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string | null;
  readonly oldest: string | null;
  readonly newest: string | null;
  readonly errorId: string | undefined;
  readonly onChange: (day: string | null) => void;
}

/** A date field. While a year is being typed, the browser reports years such as 0002 or no date, which are ignored. */
function DayField({ label, value, oldest, newest, errorId, onChange }: DayFieldProps) {
  /** The typed text, shown until `value` changes. */
  const [draft, setDraft] = useState({ text: value ?? '', valueWhenTyped: value });
  return (
    <label className="stack gap-4 strong">
      <span>{label}</span>
      <input
        type="date"
        className="field full-width"
        value={draft.valueWhenTyped === value ? draft.text : (value ?? '')}
        min={oldest ?? undefined}
        max={newest?.slice(0, 10)}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        onChange={({ target }) => {
          const day = target.value === '' ? null : target.value;
          const isComplete = day === null ? !target.validity.badInput : day >= '1000-01-01' && day <= '9999-12-31';
          setDraft({ text: target.value, valueWhenTyped: value });
          if (isComplete && day !== value) onChange(day);
        }}
      />
    </label>
  );
}
