import type { LocationSearch } from '../view/view-state.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { closestStop, radiusStops } from './radius-stops.ts';
import { RadiusField } from './RadiusField.tsx';
import { useRadius } from './use-radius.ts';

/** The radius: a slider for the eye, and a number to type. */
export function RadiusSlider({ search, units }: { readonly search: LocationSearch; readonly units: Units }) {
  const { slideTo, settle, setTo } = useRadius();
  const { radiusInMetres } = search;
  const stops = radiusStops(units);
  return (
    <div className="search-radius">
      <input
        type="range"
        className="search-slider"
        aria-label="Radius"
        aria-valuetext={formatRadius(radiusInMetres, units)}
        min={0}
        max={stops.length - 1}
        step={1}
        value={closestStop(stops, radiusInMetres)}
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
