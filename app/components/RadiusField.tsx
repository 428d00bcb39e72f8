import { useId, useState } from 'react';

import type { Units } from '../vocabulary/distances.ts';
import { radiusInUnit, readRadius, unitSigns } from '../vocabulary/radii.ts';

export interface RadiusFieldProps {
  readonly radiusInMetres: number;
  readonly units: Units;
  readonly onRadius: (radiusInMetres: number) => void;
}

/** Shows the radius; what is typed counts on Enter or when the field is left. */
export function RadiusField({ radiusInMetres, units, onRadius }: RadiusFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function use(): void {
    if (draft === null) return;
    const read = readRadius(draft, units);
    if ('problem' in read) {
      setProblem(read.problem);
      return;
    }
    setProblem(null);
    setDraft(null);
    onRadius(read.radiusInMetres);
  }

  return (
    <form
      className="radius-field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <label>
        <input
          className="field figure"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={units === 'metric' ? 'Radius in kilometres' : 'Radius in nautical miles'}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={draft ?? radiusInUnit(radiusInMetres, units)}
          onChange={(event) => {
            setDraft(event.target.value);
          }}
          onBlur={use}
        />
        <span aria-hidden="true">{unitSigns[units]}</span>
      </label>
      {problem && (
        <p id={id} role="alert" className="fault small">
          {problem}
        </p>
      )}
    </form>
  );
}
