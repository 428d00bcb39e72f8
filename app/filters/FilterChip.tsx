import { memo, Suspense, useMemo, useRef } from 'react';

import { Icon } from '../components/Icon.tsx';
import { Popover } from '../components/Popover.tsx';
import { useView } from '../session/use-session.ts';
import { type Filters, noFilters, withoutFilter } from '../view/view-state.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { OtherListNote } from './OtherListNote.tsx';
import { chipParts, chipText } from './chip-text.ts';
import { activeFilters, filterDescriptions, type FilterName } from './filter-names.ts';
import { DateFilter, FilterOptions } from './opening-filters.ts';

/** One filter: what it lets through, a press to change it, and, when it is set, another to clear it. */
export const FilterChip = memo(function FilterChip({ name }: { readonly name: FilterName }) {
  const filter = useFilterAlone(name);
  const changeFilters = useView((view) => view.changeFilters);
  const opener = useRef<HTMLButtonElement>(null);
  const { title, inSentence } = filterDescriptions[name];
  const isActive = activeFilters(filter).length > 0;
  const text = chipText(name, filter);
  const { value, rest } = chipParts(name, filter);

  return (
    <div className="filters-chip" data-active={isActive}>
      <Popover
        buttonRef={opener}
        buttonClassName="filters-chip-open"
        buttonLabel={isActive ? `${title}: ${text}` : title}
        // All that the filter lets through, where the chip names but the first.
        buttonTitle={isActive ? `${title}: ${filtersInWords(filter)}` : undefined}
        label={`${title} filter`}
        widthInPixels={name === 'dates' ? 344 : 320}
        button={
          <>
            <span className="filters-chip-text">
              {value === '' ? null : <bdi>{value}</bdi>}
              {rest}
            </span>
            <Icon name="down" size={14} />
          </>
        }
      >
        <OtherListNote name={name} />
        <Suspense fallback={<p className="muted">Loading …</p>}>
          {name === 'dates' ? <DateFilter /> : <FilterOptions name={name} />}
        </Suspense>
      </Popover>
      {isActive && (
        <button
          type="button"
          className="filters-chip-clear"
          aria-label={`Clear ${inSentence} filter`}
          onClick={() => {
            changeFilters(withoutFilter(name));
            // This button goes away: the focus stays at the filter.
            opener.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
});

/** A filter without the others: it stays the same while they change, and its chip need not be rendered for them. */
function useFilterAlone(name: FilterName): Filters {
  const isOfDates = name === 'dates';
  const from = useView(({ filters }) => (isOfDates ? filters.from : null));
  const to = useView(({ filters }) => (isOfDates ? filters.to : null));
  const values = useView(({ filters }) => (isOfDates ? null : filters[name]));
  return useMemo(() => ({ ...noFilters, from, to, ...(values && { [name]: values }) }), [name, from, to, values]);
}
