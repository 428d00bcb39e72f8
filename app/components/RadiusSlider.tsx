import type { CSSProperties } from 'react';

import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { closestStop, radiusStops } from '../vocabulary/radii.ts';
import { RadiusField } from './RadiusField.tsx';
import './radius-slider.css';

/** What is done with a radius, in metres. */
export interface RadiusActions {
  /** Changes it while the map holds still, as under a finger. */
  slideTo(radiusInMetres: number): void;
  /** Ends a slide: the map moves if the circle does not fit. */
  settle(): void;
  /** Changes it at once, and moves the map if the circle does not fit. */
  setTo(radiusInMetres: number): void;
}

export interface RadiusSliderProps {
  readonly radiusInMetres: number;
  readonly units: Units;
  readonly actions: RadiusActions;
}

/** A radius: a slider for the eye, and a number to type. */
export function RadiusSlider({ radiusInMetres, units, actions: { slideTo, settle, setTo } }: RadiusSliderProps) {
  const stops = radiusStops(units);
  const lastStop = stops.length - 1;
  const stop = closestStop(stops, radiusInMetres);
  return (
    <div className="radius">
      <input
        type="range"
        className="radius-slider"
        aria-label="Radius"
        aria-valuetext={formatRadius(radiusInMetres, units)}
        min={0}
        max={lastStop}
        step={1}
        value={stop}
        // Only Firefox can style the part of the track before the thumb.
        style={{ '--filled': stop / lastStop } as CSSProperties}
        onChange={(event) => {
          slideTo(stops[Number(event.target.value)] ?? radiusInMetres);
        }}
        onPointerUp={settle}
        onKeyUp={settle}
      />
      <RadiusField radiusInMetres={radiusInMetres} units={units} onRadius={setTo} />
    </div>
  );
}
