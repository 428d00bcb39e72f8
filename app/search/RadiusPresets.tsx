import type { LocationSearch } from '../view/view-state.ts';
import { formatRadius, type Units } from '../vocabulary/distances.ts';
import { metresPerUnit, presets, unitSigns } from '../vocabulary/radii.ts';
import { useRadius } from './use-radius.ts';

/** The radii that are used most, at one press each. */
export function RadiusPresets({ search, units }: { readonly search: LocationSearch; readonly units: Units }) {
  const { setTo } = useRadius();
  return (
    <div className="search-presets" role="group" aria-label="Common radii">
      {presets.map((preset) => {
        const metres = preset * metresPerUnit[units];
        return (
          <button
            key={preset}
            type="button"
            className="button"
            data-size="small"
            aria-label={formatRadius(metres, units)}
            aria-pressed={Math.abs(metres - search.radiusInMetres) < 0.5}
            onClick={() => {
              setTo(metres);
            }}
          >
            {preset}
          </button>
        );
      })}
      <span aria-hidden="true" className="small muted">
        {unitSigns[units]}
      </span>
    </div>
  );
}
