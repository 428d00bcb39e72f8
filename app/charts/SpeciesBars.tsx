import type { FacetValue } from '../engine/engine.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import './charts.css';

/** A longer name is cut off after a few lines, and its tooltip shows the whole name. */
const longNameLength = 80;

/** The number of sharks of each species: see `speciesAmong`, the most frequent first, with bars. */
export function SpeciesBars({ species }: { readonly species: readonly FacetValue[] }) {
  const most = Math.max(1, ...species.map(({ count }) => count));
  return (
    <ul className="species-bars stack gap-4 label">
      {species.map(({ key, count }) => {
        const name = speciesName(key);
        return (
          <li key={key}>
            <span className="clamped" title={name.length > longNameLength ? name : undefined}>
              <bdi>{name}</bdi>
            </span>
            <span className="figure">{formatCount(count)}</span>
            <span className="species-bars-bar" style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
          </li>
        );
      })}
    </ul>
  );
}
