import { type CSSProperties, useId, useState } from 'react';

import { Button } from './buttons.tsx';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import {
  closestStopIndex,
  formatRadiusInUnit,
  metresPerUnit,
  radiusStops,
  readRadius,
  unitSigns,
} from '../vocabulary/radii.ts';
import './radius-slider.css';

/** Handlers for a change of the radius, in metres. */
export interface RadiusActions {
  /** Changes the radius without moving the map, as during a drag. */
  slideTo(radiusInMetres: number): void;
  /** Ends a change, and moves the map if the circle does not fit. */
  settle(): void;
}

interface RadiusSliderProps {
  readonly radiusInMetres: number;
  readonly units: Units;
  readonly actions: RadiusActions;
}

/** A slider and a number field for a radius. */
export function RadiusSlider({ radiusInMetres, units, actions: { slideTo, settle } }: RadiusSliderProps) {
  const stops = radiusStops(units);
  const lastStop = stops.length - 1;
  const closestStop = closestStopIndex(stops, radiusInMetres);
  // `radiusInMetres` may be some frames behind a drag. Until it has caught up, the thumb stays where the user put it.
  const [chosen, setChosen] = useState<number | null>(null);
  if (chosen === closestStop) setChosen(null);
  const stop = chosen ?? closestStop;
  const shownRadius = chosen === null ? radiusInMetres : (stops[chosen] ?? radiusInMetres);
  return (
    <div className="radius row gap-12">
      <input
        type="range"
        className="radius-slider grow"
        aria-label="Radius"
        aria-valuetext={formatRadius(shownRadius, units)}
        min={0}
        max={lastStop}
        step={1}
        value={stop}
        // The style sheet colours the track up to here, because only Firefox can style that part of the track directly.
        style={{ '--filled': stop / lastStop } as CSSProperties}
        onChange={(event) => {
          const to = Number(event.target.value);
          setChosen(to);
          slideTo(stops[to] ?? radiusInMetres);
        }}
        onPointerUp={settle}
        onKeyUp={settle}
      />
      <RadiusField
        radiusInMetres={radiusInMetres}
        units={units}
        onRadius={(radius) => {
          slideTo(radius);
          settle();
        }}
      />
    </div>
  );
}

/** Radii of the circle around a place or point that have a button, in the displayed unit. */
export const selectionRadii = [0.5, 1, 5, 10] as const;

interface RadiusPresetsProps extends RadiusSliderProps {
  readonly className: string;
  /** In the displayed unit. */
  readonly presets: readonly number[];
}

/** Buttons for common radii. */
export function RadiusPresets({ className, presets, radiusInMetres, units, actions }: RadiusPresetsProps) {
  return (
    <div className={`${className} row gap-4`} role="group" aria-label="Common radii">
      {presets.map((preset) => {
        const metres = preset * metresPerUnit[units];
        return (
          <Button
            key={preset}
            size="small"
            aria-label={formatRadius(metres, units)}
            aria-pressed={Math.abs(metres - radiusInMetres) < 0.5}
            onClick={() => {
              actions.slideTo(metres);
              actions.settle();
            }}
          >
            {preset}
          </Button>
        );
      })}
      <span aria-hidden="true" className="small muted">
        {unitSigns[units]}
      </span>
    </div>
  );
}

interface RadiusFieldProps {
  readonly radiusInMetres: number;
  readonly units: Units;
  readonly onRadius: (radiusInMetres: number) => void;
}

/** A number field for the radius. A new value takes effect on Enter or when the field loses the focus. */
function RadiusField({ radiusInMetres, units, onRadius }: RadiusFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  function submit(): void {
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
        submit();
      }}
    >
      <label className="row">
        <input
          className="field figure"
          type="text"
          inputMode="decimal"
          autoComplete="off"
          aria-label={units === 'metric' ? 'Radius in kilometres' : 'Radius in nautical miles'}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? id : undefined}
          value={draft ?? formatRadiusInUnit(radiusInMetres, units)}
          onChange={(event) => {
            setDraft(event.target.value);
          }}
          onBlur={submit}
        />
        <span aria-hidden="true">{unitSigns[units]}</span>
      </label>
      {problem && (
        <p id={id} role="alert" className="error small">
          {problem}
        </p>
      )}
    </form>
  );
}
