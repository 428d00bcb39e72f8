import { type FocusEvent, memo, Suspense, useMemo, useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import { failureDialog, lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { closePopoverAround, Popover } from '../components/Popover.tsx';
import { useMediaQuery, wideScreen } from '../components/use-media-query.ts';
import { useView } from '../session/use-session.ts';
import { type Filters, noFilters, type Tab, withoutFilter } from '../view/view-state.ts';
import { formatPeriodShort } from '../vocabulary/dates.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { formatRange } from '../vocabulary/ranges.ts';
import { plainText } from '../vocabulary/text.ts';
import {
  activeFilters,
  filterDescriptions,
  type FilterName,
  filtersOf,
  isRange,
  nameOfValue,
  noneTexts,
} from './filter-names.ts';
import './filter-bar.css';

/**
 * The row of filters, starting with those of the current list. The filters of the other list follow after its name,
 * because they affect that list and the map. On a phone the row scrolls sideways and starts with a button for all
 * filters.
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
      onPointerEnter={preloadFilters}
      onFocus={(event) => {
        preloadFilters();
        scrollIntoFullView(event);
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
      {[tab, other].map((listTab) => (
        <div key={listTab} className="filters-group" role="group" aria-label={`Filters for ${listTab}`}>
          {filtersOf(listTab).map((name, index) => (
            <span key={name} className="filters-item">
              {listTab === other && index === 0 && (
                <span className="muted small" aria-hidden="true">
                  {listTab === 'places' ? 'Places:' : 'Records:'}
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

/** Scrolls a focused chip fully into view: browsers do not scroll if part of it is already visible. */
function scrollIntoFullView({ target }: FocusEvent<HTMLElement>): void {
  const isInRow = target.closest('[popover], dialog') === null;
  if (isInRow) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** One filter: a button that names its values and opens it, and a button that clears it when it is set. */
const FilterChip = memo(function FilterChip({ name }: { readonly name: FilterName }) {
  const filter = useSingleFilter(name);
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
        // All selected values; the chip names only the first.
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
          {name === 'dates' ? (
            <DateFilter />
          ) : isRange(name) ? (
            <RangeOptions name={name} />
          ) : (
            <FilterOptions name={name} />
          )}
        </Suspense>
      </Popover>
      {isActive && (
        <button
          type="button"
          className="filters-chip-clear"
          aria-label={`Clear ${inSentence} filter`}
          onClick={() => {
            changeFilters(withoutFilter(name));
            // This button disappears, so the focus moves to the chip.
            opener.current?.focus();
          }}
        >
          <Icon name="close" size={14} />
        </button>
      )}
    </div>
  );
});

/** The view's filters with all but one cleared. The object stays the same while only other filters change. */
function useSingleFilter(name: FilterName): Filters {
  const isDates = name === 'dates';
  const from = useView(({ filters }) => (isDates ? filters.from : null));
  const to = useView(({ filters }) => (isDates ? filters.to : null));
  const values = useView(({ filters }) => (name === 'dates' ? null : filters[name]));
  return useMemo(() => ({ ...noFilters, from, to, ...(values && { [name]: values }) }), [name, from, to, values]);
}

/** A note on a filter that applies to the other list, with a button that shows that list. */
function OtherListNote({ name }: { readonly name: FilterName }) {
  const tab = useView((view) => view.tab);
  const setTab = useView((view) => view.setTab);
  const filterTab = filterDescriptions[name].tab;
  if (filterTab === tab) return null;
  return (
    <p className="notice-box small filters-other-list">
      <span>
        This filter applies to {filterTab}. The list shows {tab}.
      </span>
      <button
        type="button"
        className="button"
        data-size="small"
        onClick={({ currentTarget }) => {
          // The chip moves to the front of the row and receives the focus again.
          closePopoverAround(currentTarget);
          setTab(filterTab);
        }}
      >
        List {filterTab}
      </button>
    </p>
  );
}

/** The text of a chip in two parts: the name of a value, which may be published text, and the text after it. */
interface ChipParts {
  readonly value: string;
  readonly rest: string;
}

/** "Species", "White shark" or "White shark +2". */
export function chipParts(name: FilterName, filters: Filters): ChipParts {
  if (name === 'dates') {
    return {
      value: '',
      rest: capitalised(formatPeriodShort(filters.from, filters.to)) || filterDescriptions.dates.chip,
    };
  }
  if (isRange(name)) {
    const range = filters[name];
    if (range === null) return { value: '', rest: filterDescriptions[name].chip };
    const suffix = range === 'none' || name === 'size' ? '' : ' offshore';
    return { value: '', rest: capitalised(formatRange(range, noneTexts[name])) + suffix };
  }
  const [first, ...others] = new Set(filters[name].map((key) => nameOfValue(name, key)));
  if (first === undefined) return { value: '', rest: filterDescriptions[name].chip };
  return { value: first, rest: others.length > 0 ? ` +${others.length}` : '' };
}

/** The text of a chip as one plain string, for a label. */
export function chipText(name: FilterName, filters: Filters): string {
  const { value, rest } = chipParts(name, filters);
  return plainText(value) + rest;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The controls of open filters, loaded on demand. */
export const filterControls = new LazyModule(() => import('./FilterForm.tsx'));

/** Loads the filter controls early, when the pointer or the focus reaches the filters. */
export function preloadFilters(): void {
  filterControls.load().catch(() => {
    // Opening a filter loads it again and reports a failure.
  });
}

export const DateFilter = lazyComponent(filterControls, (module) => module.DateFilter);
export const FilterForm = lazyComponent(filterControls, (module) => module.FilterForm, failureDialog('Filters'));
export const RangeOptions = lazyComponent(filterControls, (module) => module.RangeOptions);
export const FilterOptions = lazyComponent(filterControls, (module) => module.FilterOptions);
