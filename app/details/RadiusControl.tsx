import { useId, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import { useSession, useView } from '../session/use-session.ts';
import { bringIntoView, showSearch } from '../view/search-around.ts';
import { defaultRadiusInMetres, radiusLimitsInMetres } from '../view/view-state.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { radiusAtSlider, radiusInUnits, readTypedRadius, sliderEnd, sliderPosition } from './radius-scale.ts';
import { searchWithinRadiusOf } from './search-here.ts';

/** The radius of the search around a point: by a slider, along which it doubles again and again, or as a number. */
export function RadiusControl({ centre }: { readonly centre: Position }) {
  const { view } = useSession();
  const units = useView((state) => state.units);
  const search = useView((state) => state.search);
  const [typed, setTyped] = useState<string | null>(null);
  const noteId = useId();
  const searchHere = searchWithinRadiusOf(centre, search);
  const radiusInMetres = searchHere?.radiusInMetres ?? defaultRadiusInMetres;
  const isFaulty = typed !== null && readTypedRadius(typed, units) === null;
  const unitName = units === 'metric' ? 'kilometres' : 'nautical miles';

  function apply(radius: number): void {
    const next = { mode: 'radius', centre, radiusInMetres: radius } as const;
    if (searchHere) {
      view.getState().setSearch(next);
      bringIntoView(view.getState(), next);
    } else showSearch(view.getState(), next);
  }

  return (
    <div className="details-radius">
      <label className="details-radius-slider">
        <span className="small">
          Radius: <span className="figure">{formatRadius(radiusInMetres, units)}</span>
          {searchHere ? '' : ', not searched yet'}
        </span>
        <input
          type="range"
          min={0}
          max={sliderEnd}
          value={sliderPosition(radiusInMetres)}
          aria-valuetext={formatRadius(radiusInMetres, units)}
          onChange={({ target }) => {
            setTyped(null);
            apply(radiusAtSlider(Number(target.value), units));
          }}
        />
      </label>
      <label className="details-radius-number">
        <span className="small">In {unitName}</span>
        <input
          className="field figure"
          inputMode="decimal"
          value={typed ?? String(radiusInUnits(radiusInMetres, units))}
          aria-invalid={isFaulty}
          aria-describedby={isFaulty ? noteId : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            const radius = readTypedRadius(target.value, units);
            if (radius !== null) apply(radius);
          }}
          onBlur={() => {
            setTyped(null);
          }}
        />
      </label>
      {isFaulty ? (
        <p id={noteId} className="fault small details-radius-fault">
          A radius lies between {formatRadius(radiusLimitsInMetres.smallest, units)} and{' '}
          {formatRadius(radiusLimitsInMetres.largest, units)}.
        </p>
      ) : null}
    </div>
  );
}
