import { memo, useId } from 'react';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** What it is called where the label is only a sign. */
  readonly name?: string;
}

export interface SegmentsProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/**
 * A few choices side by side, one of which holds: radio buttons that look like one control in segments. Rendered anew only
 * for other properties: React writes all of a radio button each time, and a drag of the search comes by with every frame.
 */
export const Segments = memo(SegmentButtons) as typeof SegmentButtons;

function SegmentButtons<Value extends string>({ legend, choices, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className="search-segments">
      <legend className="visually-hidden">{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className="search-segment">
          <input
            type="radio"
            className="search-segment-input"
            name={name}
            checked={choice.value === value}
            aria-label={choice.name}
            onChange={() => {
              onChange(choice.value);
            }}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
