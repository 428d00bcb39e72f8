import { memo, useId } from 'react';

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** The accessible name, if the label is only a symbol. */
  readonly name?: string;
}

export interface SegmentsProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/**
 * A segmented control: radio buttons side by side. Memoised, because React updates all attributes of a radio button in
 * each render, and a drag of the search renders in every frame.
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
            name={name}
            checked={choice.value === value}
            aria-label={choice.name}
            onChange={() => {
              onChange(choice.value);
            }}
          />
          <span className="label strong one-line">{choice.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
