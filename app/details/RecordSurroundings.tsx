import type { RecordRow } from '../engine/engine.ts';
import { useSelectionLink } from '../session/use-selection-link.ts';
import { useSession, useView } from '../session/use-session.ts';
import { showSearch } from '../view/search-around.ts';
import { noFilters, searchWithinRadiusOf } from '../view/view-state.ts';
import { countOf, formatCount } from '../vocabulary/numbers.ts';
import { CountsAround, RowsAround, useNearby } from './Around.tsx';
import { useAsked } from './use-asked.ts';

/** What stands near a record, and what else stands at its very point. */
export function RecordSurroundings({ row }: { readonly row: RecordRow }) {
  const { engine, view } = useSession();
  const linkTo = useSelectionLink();
  const { position } = row;
  const searchHere = useView((state) => searchWithinRadiusOf(position, state.search));
  const surroundings = useNearby(position);
  const spot = useAsked(`spot ${position.longitude} ${position.latitude}`, () => engine.spot(position, noFilters));
  const others = spot.state === 'answered' && spot.value ? spot.value.records - 1 : 0;

  return (
    <section aria-label="Near it">
      <h3>Near it</h3>
      {others > 0 ? (
        <p className="figure">
          {countOf(others, 'other record')} {others === 1 ? 'stands' : 'stand'} at this point:{' '}
          <a {...linkTo({ kind: 'spot', position })}>
            {others === 1 ? 'both records' : `all ${formatCount(others + 1)}`} at this point
          </a>
        </p>
      ) : null}
      {surroundings.state === 'answered' ? (
        <>
          <CountsAround
            surroundings={surroundings.value}
            radiusInMetres={searchHere?.radiusInMetres ?? null}
            onRadius={(radiusInMetres) => {
              showSearch(view.getState(), { mode: 'radius', centre: position, radiusInMetres });
            }}
          />
          <RowsAround title="Places" rows={surroundings.value.places} except={null} />
        </>
      ) : null}
      {surroundings.state === 'failed' ? (
        <p className="muted">This could not be found out. {surroundings.message}</p>
      ) : null}
    </section>
  );
}
