import { countId, focusCount } from '../components/focus-count.ts';
import type { Result } from '../engine/engine.ts';
import { countLine, repeatsLine } from '../session/count-line.ts';
import { useView } from '../session/use-session.ts';
import { hasFilters, type Sort } from '../view/view-state.ts';

const sortNames: Readonly<Record<'records' | 'places', Readonly<Record<Sort, string>>>> = {
  records: { newest: 'Newest first', oldest: 'Oldest first', nearest: 'Nearest first' },
  places: { newest: 'A to Z', oldest: 'Z to A', nearest: 'Nearest first' },
};
const sorts = ['newest', 'oldest', 'nearest'] as const;

/** How many were found of how many, and in which order they stand. */
export function ResultsHead({ result }: { readonly result: Result | null }) {
  const units = useView((view) => view.units);
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const setSort = useView((view) => view.setSort);
  const setSearch = useView((view) => view.setSearch);
  const clearFilters = useView((view) => view.clearFilters);
  const canClear = useView((view) => view.search !== null || hasFilters(view.filters, view.tab));
  // What stands nearest has one order alone.
  const isNearest = useView((view) => view.search?.mode === 'nearest');
  const repeats = result?.query.tab === 'records' ? repeatsLine(result.mostDetected) : null;

  return (
    <div className="results-head">
      <p className="results-count figure" id={countId} tabIndex={-1}>
        {result ? countLine(result, units) : ' '}
        {canClear ? (
          <>
            {' · '}
            <button
              type="button"
              className="results-clear"
              onClick={() => {
                clearFilters();
                setSearch(null);
                focusCount();
              }}
            >
              Clear<span className="visually-hidden"> the search and the filters</span>
            </button>
          </>
        ) : null}
      </p>
      {isNearest ? null : (
        <label className="results-sort">
          <span className="visually-hidden">Sort</span>
          <select
            value={sort}
            onChange={({ target }) => {
              const chosen = sorts.find((each) => each === target.value);
              if (chosen) setSort(chosen);
            }}
          >
            {sorts.map((each) => (
              <option key={each} value={each}>
                {sortNames[tab][each]}
              </option>
            ))}
          </select>
        </label>
      )}
      {repeats === null ? null : <p className="results-repeats small muted figure">{repeats}</p>}
    </div>
  );
}
