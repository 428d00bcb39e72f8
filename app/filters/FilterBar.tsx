import { Suspense, useState, type FocusEvent } from 'react';

import { Icon } from '../components/Icon.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useView } from '../session/use-session.ts';
import type { Tab } from '../view/view-state.ts';
import { activeFilters, filtersOf } from './filter-names.ts';
import { FilterChip } from './FilterChip.tsx';
import { FilterForm, prepareFilters } from './opening-filters.ts';
import './filter-bar.css';

/**
 * The row of filters, those of the list that is shown first. The others stand behind the name of what they filter: they
 * act on the map, and on the other list. On a phone the row scrolls sideways and starts with a button for all of them.
 */
export function FilterBar() {
  const tab = useView((view) => view.tab);
  const active = useView(({ filters }) => activeFilters(filters).length);
  const isWide = useMediaQuery(wideScreen);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const other: Tab = tab === 'records' ? 'places' : 'records';

  return (
    <section
      className="filters-bar"
      aria-label="Filters"
      onPointerEnter={prepareFilters}
      onFocus={(event) => {
        prepareFilters();
        showWhole(event);
      }}
    >
      {!isWide && (
        <button
          type="button"
          className="filters-all"
          data-active={active > 0}
          aria-haspopup="dialog"
          aria-label={active > 0 ? `Filters, ${active} set` : 'Filters'}
          onClick={() => {
            setIsFormOpen(true);
          }}
        >
          <span className="filters-all-face">
            <Icon name="filter" size={16} />
            Filters
            {active > 0 && <span className="filters-number figure">{active}</span>}
          </span>
        </button>
      )}
      {[tab, other].map((of) => (
        <div key={of} className="filters-group" role="group" aria-label={`Filters of ${of}`}>
          {filtersOf(of).map((name, index) => (
            <span key={name} className="filters-place">
              {of === other && index === 0 && (
                <span className="muted small" aria-hidden="true">
                  {of === 'places' ? 'Places:' : 'Records:'}
                </span>
              )}
              <FilterChip name={name} />
            </span>
          ))}
        </div>
      ))}
      {isFormOpen && (
        <Suspense>
          <FilterForm
            onClose={() => {
              setIsFormOpen(false);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Browsers leave a chip that gets the focus where it is as long as a part of it shows. */
function showWhole({ target }: FocusEvent<HTMLElement>): void {
  const isInRow = target.closest('[popover], dialog') === null;
  if (isInRow) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
