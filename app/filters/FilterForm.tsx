import { Dialog } from '../components/Dialog.tsx';
import { useResult, useView } from '../session/use-session.ts';
import { type Tab, withoutFilter } from '../view/view-state.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { DateFilter } from './DateFilter.tsx';
import { FilterOptions } from './FilterOptions.tsx';
import { activeFilters, filterDescriptions, type FilterName, filtersOf } from './filter-names.ts';
import './filter-form.css';

const valuesAtFirst = 6;

/** All filters on one page. What is ticked counts at once; closing keeps it. */
export function FilterForm({ onClose }: { readonly onClose: () => void }) {
  const tab = useView((view) => view.tab);
  const found = useResult((result) => result.found);
  const foundInOtherTab = useResult((result) => result.foundInOtherTab);
  const active = useView(({ filters }) => activeFilters(filters).length);
  const clearFilters = useView((view) => view.clearFilters);
  const other: Tab = tab === 'records' ? 'places' : 'records';

  return (
    <Dialog title="Filters" onClose={onClose} isFullOnPhone>
      <div className="filters-form">
        {[tab, other].map((of) => (
          <section key={of} aria-label={`Filters of ${of}`}>
            <h3>
              {of === 'records' ? 'Records' : 'Places'}
              {of === other && <span className="muted small"> in the other list and on the map</span>}
            </h3>
            {filtersOf(of).map((name) =>
              name === 'dates' ? (
                <DateFilter key={name} />
              ) : (
                <FilterOptions key={name} name={name} mostAtFirst={valuesAtFirst} />
              ),
            )}
          </section>
        ))}
      </div>
      <div className="filters-form-foot">
        <EmptyHint />
        <div className="filters-form-buttons">
          <button
            type="button"
            className="button"
            aria-disabled={active === 0}
            onClick={() => {
              clearFilters();
            }}
          >
            Clear all
          </button>
          <button type="button" className="button" data-kind="primary" onClick={onClose}>
            {found === undefined ? `Show ${tab}` : `Show ${countOfTab(found, tab)}`}
          </button>
        </div>
        {foundInOtherTab !== undefined && (
          <p className="muted small figure">{countOfTab(foundInOtherTab, other)} in the other list.</p>
        )}
      </div>
    </Dialog>
  );
}

/** When nothing is left: which filter is responsible, and a press that takes it away. */
function EmptyHint() {
  const tab = useView((view) => view.tab);
  const changeFilters = useView((view) => view.changeFilters);
  const emptyReason = useResult((result) => result.emptyReason);
  if (!emptyReason) return null;
  const [best] = emptyReason.without;
  if (!best) {
    return (
      <p className="notice-box small">
        {emptyReason.inArea === 0
          ? `No ${tab} stand in this area, whatever the filters.`
          : `No single filter is responsible; without all of them ${countOfTab(emptyReason.inArea, tab)} stand here.`}
      </p>
    );
  }
  const name: FilterName = best.filter === 'from' || best.filter === 'to' ? 'dates' : best.filter;
  const { inSentence } = filterDescriptions[name];
  return (
    <p className="notice-box small filters-other-list">
      <span>
        Without the {inSentence} filter: {countOfTab(best.count, tab)}.
      </span>
      <button
        type="button"
        className="button"
        data-size="small"
        onClick={() => {
          changeFilters(withoutFilter(name));
        }}
      >
        Clear {inSentence}
      </button>
    </p>
  );
}

function countOfTab(count: number, tab: Tab): string {
  return countOf(count, tab === 'records' ? 'record' : 'place');
}
