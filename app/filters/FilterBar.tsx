import {
  type FocusEvent as ReactFocusEvent,
  type KeyboardEvent,
  memo,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';

import { Button } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import { restoreFocusOnUnmount } from '../components/focus-count.ts';
import { failureDialog, lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { closePopoverAround, Popover } from '../components/Popover.tsx';
import { useResult, useView } from '../explorer/use-explorer.ts';
import { type Filters, noFilters, withoutFilter } from '../view/view-state.ts';
import { filterNamesInSentence, filtersInWords } from '../vocabulary/filter-texts.ts';
import {
  activeFilters,
  chipParts,
  chipsOf,
  chipText,
  filterDescriptions,
  type FilterName,
  tabsInOrder,
} from './filter-names.ts';
import './filter-bar.css';

export interface FilterBarProps {
  /** The chart of the months, where it is opened from this bar. */
  readonly chart?: { readonly isOpen: boolean; readonly toggle: () => void };
}

/**
 * The filters as one row: those used most, the others that are set, and a button for all of them. On a narrow screen the
 * row scrolls sideways under that button. The bar is one tab stop; arrow keys move within it.
 */
export function FilterBar({ chart }: FilterBarProps) {
  const filters = useView((view) => view.filters);
  const listTab = useView((view) => view.tab);
  const active = activeFilters(filters).length;
  const hasFeatureTypes = useResult(({ facets }) => facets.featureTypes.length !== 1) ?? true;
  const [isFormOpen, setIsFormOpen] = useState(false);
  // Its chip stays, so that clearing the filter does not remove the popover in which that is done.
  const [lastUsed, setLastUsed] = useState<FilterName | null>(null);
  const bar = useRef<HTMLDivElement>(null);
  const moveFocus = useSingleTabStop(bar);

  return (
    <section
      aria-label="Filters"
      onPointerEnter={preloadFilters}
      onFocus={(event) => {
        preloadFilters();
        scrollIntoFullView(event);
      }}
    >
      <div ref={bar} className="filters-bar" role="toolbar" aria-label="Filters" onKeyDown={moveFocus}>
        {tabsInOrder.map((tab) => {
          const names = chipsOf(tab, listTab, filters, lastUsed, hasFeatureTypes);
          return names.length === 0 ? null : (
            <div key={tab} className="filters-group" role="group" aria-label={`Filters for ${tab}`}>
              {names.map((name) => (
                <FilterChip key={name} name={name} onUse={setLastUsed} />
              ))}
            </div>
          );
        })}
        {chart && (
          <button
            type="button"
            className="filters-chip filters-chip-open row bare inner-focus flex-none label one-line"
            data-active={chart.isOpen}
            aria-expanded={chart.isOpen}
            onClick={chart.toggle}
          >
            By month
          </button>
        )}
        <button
          type="button"
          className="filters-chip filters-chip-open filters-more row gap-4 bare inner-focus flex-none label one-line strong figure"
          aria-haspopup="dialog"
          aria-label={active > 0 ? `More filters, ${active} set` : undefined}
          onClick={() => {
            setIsFormOpen(true);
          }}
        >
          More filters
          {/* On a narrow screen, what is set may be scrolled out of view. */}
          {active > 0 && <span data-on="narrow">· {active}</span>}
        </button>
      </div>
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

/** Excludes what a chip has opened: its popover is inside the bar. */
const isInBar = (element: Element): boolean => element.closest('[popover], dialog') === null;

/**
 * Makes a toolbar one tab stop: only one of its buttons can be reached with the Tab key, at first the first one and then
 * the one that last had the focus. Returns a handler for the keys that move the focus.
 */
function useSingleTabStop(bar: RefObject<HTMLElement | null>): (event: KeyboardEvent) => void {
  const current = useRef<Element | null>(null);
  const buttons = (): HTMLElement[] => [...(bar.current?.querySelectorAll('button') ?? [])].filter(isInBar);

  // After each render, which may have added or removed buttons.
  useLayoutEffect(() => {
    const update = (): void => {
      const all = buttons();
      const stop = all.find((button) => button === current.current) ?? all[0];
      for (const button of all) button.tabIndex = button === stop ? 0 : -1;
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !isInBar(target)) return;
      current.current = target;
      update();
    };
    update();
    const element = bar.current;
    element?.addEventListener('focusin', onFocus);
    return () => {
      element?.removeEventListener('focusin', onFocus);
    };
  });

  return (event) => {
    if (!(event.target instanceof Element) || !isInBar(event.target)) return;
    const all = buttons();
    const index = all.findIndex((button) => button === event.target);
    const target = {
      ArrowRight: all[index + 1],
      ArrowLeft: all[index - 1],
      Home: all[0],
      End: all.at(-1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
}

/** Scrolls a focused chip fully into view: browsers do not scroll if part of it is already visible. */
function scrollIntoFullView({ target }: ReactFocusEvent<HTMLElement>): void {
  if (isInBar(target)) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

interface FilterChipProps {
  readonly name: FilterName;
  /** Called when the chip, or anything it has opened, is pressed. Must not change between renders. */
  readonly onUse: (name: FilterName) => void;
}

/** One filter: a button that names its values and opens it, and a button that clears it when it is set. */
const FilterChip = memo(function FilterChip({ name, onUse }: FilterChipProps) {
  const filter = useSingleFilter(name);
  const changeFilters = useView((view) => view.changeFilters);
  const opener = useRef<HTMLButtonElement>(null);
  const { title } = filterDescriptions[name];
  const isActive = activeFilters(filter).length > 0;
  const text = chipText(name, filter);
  const { value, rest } = chipParts(name, filter);

  return (
    <div
      className="filters-chip flex-none"
      data-active={isActive}
      onClickCapture={() => {
        onUse(name);
      }}
      // The chip of a tag is removed when it is cleared.
      ref={name === 'tag' ? restoreFocusOnUnmount : undefined}
    >
      <Popover
        buttonRef={opener}
        buttonClassName="filters-chip-open bare row apart gap-4 grow label inner-focus"
        buttonLabel={isActive ? `${title}: ${text}` : title}
        // All selected values; the chip names only the first.
        buttonTitle={isActive ? `${title}: ${filtersInWords(filter)}` : undefined}
        label={`${title} filter`}
        widthInPixels={name === 'dates' ? 344 : 320}
        button={
          <>
            <span className="filters-chip-text truncated">
              {value === '' ? null : <bdi>{value}</bdi>}
              {rest}
            </span>
            <Icon name="down" size={14} />
          </>
        }
      >
        <OtherListNote name={name} />
        <Suspense fallback={<p className="muted">Loading …</p>}>
          <FilterControl name={name} takesFocus />
        </Suspense>
      </Popover>
      {isActive && (
        <button
          type="button"
          className="filters-chip-clear bare inner-focus flex-none"
          aria-label={`Clear ${filterNamesInSentence[name]} filter`}
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
  const values = useView(({ filters }) => filters[name === 'dates' ? 'months' : name]);
  return useMemo(
    () => ({ ...noFilters, from, to, ...(values && { [isDates ? 'months' : name]: values }) }),
    [name, isDates, from, to, values],
  );
}

/** A note on a filter that applies to the other list, with a button that shows that list. */
function OtherListNote({ name }: { readonly name: FilterName }) {
  const tab = useView((view) => view.tab);
  const setTab = useView((view) => view.setTab);
  const filterTab = filterDescriptions[name].tab;
  if (filterTab === tab) return null;
  return (
    <p className="notice-box small filters-other-list row apart">
      <span>
        This filter applies to {filterTab}. The list shows {tab}.
      </span>
      <Button
        size="small"
        onClick={({ currentTarget }) => {
          // The chip receives the focus again.
          closePopoverAround(currentTarget);
          setTab(filterTab);
        }}
      >
        List {filterTab}
      </Button>
    </p>
  );
}

/** The controls of open filters, loaded on demand. */
export const filterControls = new LazyModule(() => import('./FilterForm.tsx'));

/** Loads the filter controls early, when the pointer or the focus reaches the filters. */
function preloadFilters(): void {
  filterControls.load().catch(() => {
    // Opening a filter loads it again and reports a failure.
  });
}

const FilterControl = lazyComponent(filterControls, (module) => module.FilterControl);
const FilterForm = lazyComponent(filterControls, (module) => module.FilterForm, failureDialog('Filters'));
