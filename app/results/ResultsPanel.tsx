import { type KeyboardEvent, Suspense, useRef } from 'react';

import { Button } from '../components/buttons.tsx';
import { countId, focusCount, restoreFocusOnUnmount } from '../components/focus-count.ts';
import { lazyComponent, LazyModule, noFailureView } from '../components/lazy-component.tsx';
import { CountText } from '../explorer/CountText.tsx';
import { countLine, observedInWords } from '../explorer/count-line.ts';
import { useHasResult, useQueryState, useResult, useExplorer, useView } from '../explorer/use-explorer.ts';
import { canSortByDistance, hasFilters, needsDetails, type Sort, type Tab } from '../view/view-state.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { capitalise } from '../vocabulary/text.ts';
import { isOutsideRegion, OutsideRegion } from './OutsideRegion.tsx';
import { ResultList } from './ResultList.tsx';
import { SkeletonRow } from '../rows/ResultRow.tsx';
import { useFocusReturn } from './list-return.ts';
import './results.css';
import './results-states.css';

const JourneyHeading = lazyComponent(
  new LazyModule(() => import('./JourneyHeading.tsx')),
  (module) => module.JourneyHeading,
  noFailureView,
);

/** The results: tabs, count, sort order, and the list or its empty state. */
export function ResultsPanel() {
  const loading = useQueryState((queryState) => queryState.loading);
  const hasResult = useHasResult();
  const tab = useView((view) => view.tab);
  useFocusReturn();

  return (
    <section className="results column" aria-label="Results">
      <div className="results-bar row wrap apart gap-0 flex-none ruled">
        <ResultTabs />
        {hasResult || loading.state !== 'failed' ? <SortOrder /> : null}
      </div>
      <div className="results-panel column" role="tabpanel" id={panelId} aria-labelledby={tabId(tab)}>
        {loading.state === 'failed' ? <LoadingFailed message={loading.message} hasStaleResults={hasResult} /> : null}
        {hasResult || loading.state !== 'failed' ? <ResultsHead hasCount={hasResult} /> : null}
        {hasResult ? (
          <LatestResult />
        ) : loading.state === 'failed' ? null : (
          <LoadingResults
            loaded={loading.state === 'in progress' ? loading.loaded : 0}
            total={loading.state === 'in progress' ? loading.of : 0}
          />
        )}
      </div>
    </section>
  );
}

/** A separate component, so that a new result renders only the list. */
function LatestResult() {
  const result = useResult((latest) => latest);
  if (!result) return null;
  return (
    <>
      {result.found > 0 && isOutsideRegion(result) ? <OutsideRegion /> : null}
      <ResultList result={result} />
    </>
  );
}

/** Says that the data could not be loaded and what still works, with a button to try again. */
function LoadingFailed({ message, hasStaleResults }: { readonly message: string; readonly hasStaleResults: boolean }) {
  const explorer = useExplorer();
  return (
    <div className="results-failed stack gap-12 at-start ruled break-anywhere" role="alert">
      <h2 className="error">The records could not be loaded</h2>
      <p>{message}</p>
      <p>
        {hasStaleResults
          ? 'The results below are out of date. They no longer follow the map or the filters.'
          : 'The map of the coast and the help still work; lists, counts and searches need the records.'}
      </p>
      <Button
        kind="primary"
        onClick={() => {
          void explorer.load();
          focusCount();
        }}
      >
        Try again
      </Button>
    </div>
  );
}

const skeletonRows = Array.from({ length: 12 }, (_, index) => index);

/** The list while the data is loading. `total` is 0 until the number of records is known. */
function LoadingResults({ loaded, total }: { readonly loaded: number; readonly total: number }) {
  return (
    <div
      className="results-scroller results-loading inner-focus"
      id="results"
      tabIndex={-1}
      role="group"
      aria-label="List"
      aria-busy="true"
    >
      <p className="results-progress small muted figure">
        {total > 0 ? `Loading ${formatCount(loaded)} of ${formatCount(total)} records` : 'Loading the records'}
      </p>
      {total > 0 ? (
        <progress className="results-progress-bar" aria-label="Records loaded" value={loaded} max={total} />
      ) : (
        // Reserves the space of the bar, so that the rows below do not move when it appears.
        <div className="results-progress-bar" />
      )}
      {skeletonRows.map((row) => (
        <SkeletonRow key={row} />
      ))}
    </div>
  );
}

const tabs = ['places', 'records'] as const satisfies readonly Tab[];
const tabNames: Readonly<Record<Tab, string>> = { places: 'Places', records: 'Records' };
const panelId = 'results-panel';
const tabId = (tab: Tab): string => `results-tab-${tab}`;

function tabAfterKey(key: string, tab: Tab): Tab | null {
  // There are only two tabs, so both arrows lead to the other one.
  if (key === 'ArrowLeft' || key === 'ArrowRight') return tab === 'places' ? 'records' : 'places';
  if (key === 'Home') return 'places';
  return key === 'End' ? 'records' : null;
}

/** The tabs for places and records, each with its count. */
function ResultTabs() {
  const tab = useView((view) => view.tab);
  const setTab = useView((view) => view.setTab);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const next = tabAfterKey(event.key, tab);
    if (next === null) return;
    event.preventDefault();
    setTab(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    // On a narrow screen with large text, the tabs are below each other.
    <div className="row wrap gap-4" role="tablist" aria-label="Places or records" ref={list} onKeyDown={onKeyDown}>
      {tabs.map((each) => (
        <button
          key={each}
          type="button"
          role="tab"
          id={tabId(each)}
          className="results-tab row bare label muted strong"
          aria-selected={each === tab}
          aria-controls={panelId}
          tabIndex={each === tab ? 0 : -1}
          onClick={() => {
            setTab(each);
          }}
        >
          {tabNames[each]}
          {/* The line below the tabs counts the selected one. */}
          {each === tab ? null : (
            <CountText
              className="not-strong figure small muted"
              text={({ query, found, foundInOtherTab }) => formatCount(each === query.tab ? found : foundInOtherTab)}
            />
          )}
        </button>
      ))}
    </div>
  );
}

const sortNames: Readonly<Record<'records' | 'places', Readonly<Record<Sort, string>>>> = {
  records: { newest: 'Newest first', oldest: 'Oldest first', nearest: 'Nearest first', largest: 'Largest first' },
  places: { newest: 'A to Z', oldest: 'Z to A', nearest: 'Nearest first', largest: 'A to Z' },
};
const sortsOf = {
  records: ['newest', 'oldest', 'nearest', 'largest'],
  places: ['newest', 'oldest', 'nearest'],
} as const satisfies Readonly<Record<Tab, readonly Sort[]>>;

/** The sort order; nothing for a search for the nearest items, whose order is fixed. */
function SortOrder() {
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const setSort = useView((view) => view.setSort);
  const hasOrigin = useView(canSortByDistance);
  const sorts: readonly Sort[] = sortsOf[tab].filter((each) => each !== 'nearest' || hasOrigin);
  const isNearest = useView((view) => view.search?.mode === 'nearest');
  if (isNearest) return null;
  return (
    <label className="results-sort">
      <span className="visually-hidden">Sort</span>
      <select
        className="label strong inner-focus"
        value={sorts.includes(sort) ? sort : 'newest'}
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
  );
}

/** The result count and notes about it. */
function ResultsHead({ hasCount }: { readonly hasCount: boolean }) {
  const units = useView((view) => view.units);
  const tab = useView((view) => view.tab);
  const tag = useView((view) => (view.tab === 'records' ? view.filters.tag : null));
  const isFiltered = useView((view) => hasFilters(view.filters, view.tab));
  const clearFilters = useView((view) => view.clearFilters);
  return (
    <div className="results-head stack flex-none ruled">
      {tag === null ? null : (
        <Suspense>
          <JourneyHeading tag={tag} />
        </Suspense>
      )}
      <ObservedLine />
      <div className="row wrap apart gap-0">
        <p className={`figure ${tab === 'records' ? 'small muted' : 'label strong'}`} id={countId} tabIndex={-1}>
          {hasCount ? <CountText text={(counts) => countLine(counts, units)} /> : ' '}
        </p>
        {isFiltered && (
          <span data-on="wide" ref={restoreFocusOnUnmount}>
            <Button kind="plain" size="small" onClick={clearFilters}>
              Clear all filters
            </Button>
          </span>
        )}
      </div>
      <DetailsNote />
    </div>
  );
}

/** Says that a filter or the order waits for sizes and distances, and why if they cannot be loaded. */
function DetailsNote() {
  const explorer = useExplorer();
  const isNeeded = useView(({ filters, sort }) => needsDetails(filters, sort));
  const state = useQueryState(({ details }) => details);
  if (!isNeeded || state === 'ready') return null;
  return (
    <p className="small" role="status">
      {state === 'failed' ? (
        <>
          Sizes, distances and remarks could not be loaded, so the list is out of date.{' '}
          <Button
            size="small"
            onClick={() => {
              explorer.requestDetails();
            }}
          >
            Try again
          </Button>
        </>
      ) : (
        'Loading sizes, distances and remarks'
      )}
    </p>
  );
}

function ObservedLine() {
  const observed = useResult(observedInWords);
  return observed ? <p className="results-observed close-lines label strong figure">{capitalise(observed)}</p> : null;
}
