import type { FacetValue } from '../engine/engine.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { longTitle } from './titles.ts';

/** How many records name each species, the most frequent first; the bars repeat the figures. */
export function SpeciesBars({ species }: { readonly species: readonly FacetValue[] }) {
  const most = Math.max(1, ...species.map(({ count }) => count));
  return (
    <ul className="details-species">
      {species.map(({ key, count }) => (
        <li key={key}>
          <span className="details-species-name" title={longTitle({ published: speciesName(key), rest: '' })}>
            <bdi>{speciesName(key)}</bdi>
          </span>
          <span className="figure">{formatCount(count)}</span>
          <span className="details-species-bar" style={{ inlineSize: `${(count / most) * 100}%` }} aria-hidden="true" />
        </li>
      ))}
    </ul>
  );
}
