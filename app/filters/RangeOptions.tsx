import { useEffect, useId, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { useQueryState, useSession, useView } from '../session/use-session.ts';
import { withoutFilter } from '../view/view-state.ts';
import { formatRange, type RangeFilter, readMetres, writeRange } from '../vocabulary/ranges.ts';
import { filterDescriptions, noneTexts, type RangeName } from './filter-names.ts';

const presets: Readonly<Record<RangeName, readonly RangeFilter[]>> = {
  size: [{ from: null, to: 2 }, { from: 2, to: 3 }, { from: 3, to: 4 }, { from: 4, to: null }, 'none'],
  offshore: [
    { from: null, to: 50 },
    { from: null, to: 200 },
    { from: null, to: 1000 },
    { from: 1000, to: null },
    'none',
  ],
};

/** A filter by size or distance: two fields in metres, and common ranges. */
export function RangeOptions({ name }: { readonly name: RangeName }) {
  const session = useSession();
  const range = useView(({ filters }) => filters[name]);
  const changeFilters = useView((view) => view.changeFilters);
  const [rejected, setRejected] = useState('');
  /** Part of the keys of the fields: a change remounts the fields, which discards text typed into them. */
  const [fieldsVersion, setFieldsVersion] = useState(0);
  const titleId = useId();
  const errorId = useId();
  const { title, inSentence } = filterDescriptions[name];
  const ends = range === null || range === 'none' ? { from: null, to: null } : range;

  useEffect(() => {
    session.requestDetails();
  }, [session]);

  const choose = (next: RangeFilter | null): void => {
    setRejected('');
    changeFilters(next === null ? withoutFilter(name) : { [name]: next });
  };
  const changeEnd = (end: 'from' | 'to', text: string): void => {
    const metres = /^[\d.]*$/.test(text) ? readMetres(text) : undefined;
    const next = { ...ends, [end]: metres ?? null };
    if (metres === undefined) setRejected('Type a number of metres, such as 2.5.');
    else if (next.from !== null && next.to !== null && next.from > next.to) {
      setRejected('“From” is more than “To”, so it is not used.');
    } else choose(next.from === null && next.to === null ? null : next);
  };
  const field = (end: 'from' | 'to', label: string) => (
    <MetresField
      key={`${end} ${fieldsVersion}`}
      label={label}
      value={ends[end]}
      errorId={rejected === '' ? undefined : errorId}
      onChange={(text) => {
        changeEnd(end, text);
      }}
    />
  );

  return (
    <div className="filters-options stack" role="group" aria-labelledby={titleId}>
      <p id={titleId} className="filters-title">
        {title}
      </p>
      <Button
        className="filters-any"
        size="small"
        aria-pressed={range === null}
        onClick={() => {
          setFieldsVersion(fieldsVersion + 1);
          choose(null);
        }}
      >
        Any<span className="visually-hidden"> {inSentence}</span>
      </Button>
      <div className="date-range stack gap-12">
        <div className="date-range-fields stack">
          {field('from', 'From (metres)')}
          {field('to', 'To (metres)')}
        </div>
        {rejected === '' ? null : (
          <p id={errorId} className="error small" role="alert">
            {rejected}
          </p>
        )}
        <ul className="stack gap-4" aria-label={`Ranges of ${inSentence}`}>
          {presets[name].map((preset) => (
            <li key={writeRange(preset)}>
              <Button
                className="date-range-preset full-width"
                aria-pressed={range !== null && writeRange(range) === writeRange(preset)}
                onClick={() => {
                  setFieldsVersion(fieldsVersion + 1);
                  choose(preset);
                }}
              >
                {formatRange(preset, noneTexts[name])}
              </Button>
            </li>
          ))}
        </ul>
        <p className="muted small">
          {name === 'size'
            ? 'Estimates of observers. Most records have none, and hardly any detections do.'
            : 'As reported by observers. Hardly any detections have a distance.'}
        </p>
        <DetailsStatus />
      </div>
    </div>
  );
}

interface MetresFieldProps {
  readonly label: string;
  readonly value: number | null;
  readonly errorId: string | undefined;
  readonly onChange: (text: string) => void;
}

function MetresField({ label, value, errorId, onChange }: MetresFieldProps) {
  /** The typed text, shown until `value` changes to another number. */
  const [draft, setDraft] = useState<string | null>(null);
  const isDraft = draft !== null && (readMetres(draft) ?? null) === value;
  const isInvalid = draft !== null && errorId !== undefined;
  return (
    <label className="stack gap-4 strong">
      <span>{label}</span>
      <input
        type="text"
        inputMode="decimal"
        className="field full-width"
        value={isDraft || isInvalid ? draft : (value ?? '')}
        aria-describedby={isInvalid ? errorId : undefined}
        aria-invalid={isInvalid}
        onChange={({ target }) => {
          setDraft(target.value);
          onChange(target.value);
        }}
      />
    </label>
  );
}

/** Whether the columns that this filter needs have been loaded. */
export function DetailsStatus() {
  const state = useQueryState(({ details }) => details);
  if (state === 'ready') return null;
  return (
    <p className="small muted" role="status">
      {state === 'failed'
        ? 'Sizes, distances and remarks could not be loaded. Trying again soon.'
        : 'Loading sizes, distances and remarks'}
    </p>
  );
}
