import { useId } from 'react';

interface SegmentsProps<Value extends string> {
  readonly legend: string;
  /** `name` is the accessible name, if the label is only a symbol. */
  readonly choices: readonly { readonly value: Value; readonly label: string; readonly name?: string }[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** A segmented control: radio buttons side by side. */
export function Segments<Value extends string>({ legend, choices, value, onChange }: SegmentsProps<Value>) {
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
