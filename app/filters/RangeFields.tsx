import { type ComponentProps, type ReactNode, useId, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import './range-fields.css';

/** Null without a limit. */
interface Range<Value> {
  readonly from: Value | null;
  readonly to: Value | null;
}

interface RangeFieldsProps<Value> {
  readonly range: Range<Value>;
  readonly labels: Readonly<Record<'from' | 'to', string>>;
  readonly input: Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'min' | 'max'>;
  /** The value of a field; null if it is empty, undefined if what has been typed so far is none. */
  readonly read: (field: HTMLInputElement) => Value | null | undefined;
  /** Why a value is not used, if it is none, or on the wrong side of the other one. */
  readonly problems: Readonly<Record<'from' | 'to', string>> & { readonly unread?: string };
  readonly onChange: (range: Range<Value>) => void;
  readonly presetsLabel: string;
  readonly presets: readonly { readonly name: ReactNode; readonly isChosen: boolean; readonly choose: () => void }[];
}

/** Two fields, and buttons for common ranges. */
export function RangeFields<Value extends string | number>(props: RangeFieldsProps<Value>) {
  const { range, labels, input, read, problems, onChange, presetsLabel, presets } = props;
  const [problem, setProblem] = useState<{ readonly end: 'from' | 'to'; readonly text: string } | null>(null);
  /** Part of the keys of the fields: a change remounts the fields, which discards text typed into them. */
  const [fieldsVersion, setFieldsVersion] = useState(0);
  const errorId = useId();
  const change = (end: 'from' | 'to', value: Value | null | undefined): boolean => {
    const next = { from: range.from, to: range.to, [end]: value };
    const isReversed = next.from !== null && next.to !== null && next.from > next.to;
    const text = value === undefined ? problems.unread : isReversed ? problems[end] : undefined;
    setProblem(text === undefined ? null : { end, text });
    const isUsed = value !== undefined && text === undefined;
    if (isUsed && value !== range[end]) onChange(next);
    return isUsed;
  };
  return (
    <div className="range-fields stack gap-12">
      <div className="range-fields-ends stack">
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={`${end} ${fieldsVersion}`}
            label={labels[end]}
            value={range[end]}
            input={input}
            errorId={problem?.end === end ? errorId : undefined}
            read={read}
            onChange={(value) => change(end, value)}
          />
        ))}
      </div>
      {problem && (
        <p id={errorId} className="error small" role="alert">
          {problem.text}
        </p>
      )}
      <ul className="stack gap-4" aria-label={presetsLabel}>
        {presets.map(({ name, isChosen, choose }, index) => (
          <li key={index}>
            <Button
              className="range-fields-preset full-width"
              aria-pressed={isChosen}
              onClick={() => {
                setProblem(null);
                setFieldsVersion(fieldsVersion + 1);
                choose();
              }}
            >
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface FieldProps<Value> extends Pick<RangeFieldsProps<Value>, 'input' | 'read'> {
  readonly label: string;
  readonly value: Value | null;
  readonly errorId: string | undefined;
  /** Returns whether the value is used. */
  readonly onChange: (value: Value | null | undefined) => boolean;
}

function Field<Value extends string | number>({ label, value, input, errorId, read, onChange }: FieldProps<Value>) {
  /** The typed text, and the value with which it is shown: the one that it means, or while it is not used, the one before. */
  const [draft, setDraft] = useState({ text: String(value ?? ''), shownWith: value });
  return (
    <label className="stack gap-4 strong">
      <span>{label}</span>
      <input
        {...input}
        className="field full-width"
        value={value === draft.shownWith ? draft.text : (value ?? '')}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        onChange={({ target }) => {
          const typed = read(target);
          const isUsed = onChange(typed);
          setDraft({ text: target.value, shownWith: isUsed ? (typed ?? null) : value });
        }}
      />
    </label>
  );
}
