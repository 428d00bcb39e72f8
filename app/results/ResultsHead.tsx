import { type KeyboardEvent, useRef } from 'react';

import { countId, focusCount } from '../components/focus-count.ts';
import type { Result } from '../engine/engine.ts';
import { countLine, repeatsLine } from '../session/count-line.ts';
import { useResult, useView } from '../session/use-session.ts';
import { hasFilters, type Sort, type Tab } from '../view/view-state.ts';
import { formatCount } from '../vocabulary/numbers.ts';

const tabs = ['places', 'records'] as const satisfies readonly Tab[];
const names: Readonly<Record<Tab, string>> = { places: 'Places', records: 'Records' };
export const panelId = 'results-panel';
export const tabId = (tab: Tab): string => `results-tab-${tab}`;

function tabAfterKey(key: string, tab: Tab): Tab | null {
  // With two tabs, both arrows lead to the other one.
  if (key === 'ArrowLeft' || key === 'ArrowRight') return tab === 'places' ? 'records' : 'places';
  if (key === 'Home') return 'places';
  return key === 'End' ? 'records' : null;
}

/** The tabs for places and records, each with its count. */
export function ResultTabs() {
  const tab = useView((view) => view.tab);
  const setTab = useView((view) => view.setTab);
  const found = useResult((result) => result.found);
  const foundInOther = useResult((result) => result.foundInOtherTab);
  const resultTab = useResult((result) => result.query.tab);
  const list = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent): void {
    const next = tabAfterKey(event.key, tab);
    if (next === null) return;
    event.preventDefault();
    setTab(next);
    list.current?.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    <div className="results-tabs" role="tablist" aria-label="What the list shows" ref={list} onKeyDown={onKeyDown}>
      {tabs.map((each) => {
        const count = each === resultTab ? found : foundInOther;
        return (
          <button
            key={each}
            type="button"
            role="tab"
            id={tabId(each)}
            className="results-tab"
            aria-selected={each === tab}
            aria-controls={panelId}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => {
              setTab(each);
            }}
          >
            {names[each]}
            {count === undefined ? null : <span className="results-tab-count figure">{formatCount(count)}</span>}
          </button>
        );
      })}
    </div>
  );
}

const sortNames: Readonly<Record<'records' | 'places', Readonly<Record<Sort, string>>>> = {
  records: { newest: 'Newest first', oldest: 'Oldest first', nearest: 'Nearest first' },
  places: { newest: 'A to Z', oldest: 'Z to A', nearest: 'Nearest first' },
};
const sorts = ['newest', 'oldest', 'nearest'] as const;

/** The result count and the sort order. */
export function ResultsHead({ result }: { readonly result: Result | null }) {
  const units = useView((view) => view.units);
  const tab = useView((view) => view.tab);
  const sort = useView((view) => view.sort);
  const setSort = useView((view) => view.setSort);
  const setSearch = useView((view) => view.setSearch);
  const clearFilters = useView((view) => view.clearFilters);
  const canClear = useView((view) => view.search !== null || hasFilters(view.filters, view.tab));
  // A nearest search has a fixed order.
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
