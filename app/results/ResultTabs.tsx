import { useRef, type KeyboardEvent } from 'react';

import { useResult, useView } from '../session/use-session.ts';
import type { Tab } from '../view/view-state.ts';
import { formatCount } from '../vocabulary/numbers.ts';

const tabs = ['places', 'records'] as const satisfies readonly Tab[];
const names: Readonly<Record<Tab, string>> = { places: 'Places', records: 'Records' };
export const panelId = 'results-panel';
export const tabId = (tab: Tab): string => `results-tab-${tab}`;

function tabAfterKey(key: string, tab: Tab): Tab | null {
  // There are two of them, and the arrows go round.
  if (key === 'ArrowLeft' || key === 'ArrowRight') return tab === 'places' ? 'records' : 'places';
  if (key === 'Home') return 'places';
  return key === 'End' ? 'records' : null;
}

/** Places or records, each with how many were found. */
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
