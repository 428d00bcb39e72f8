import type { StoreApi } from 'zustand/vanilla';

import { debounce } from './debounce.ts';
import { type ViewState, wholeCoast } from './view-state.ts';
import type { ViewStore } from './view-store.ts';
import { readView, writeView } from './view-url.ts';

/**
 * Browsers refuse more than some hundred changes of the address in half a minute, and may read the page's icon anew with
 * each: a frame's time. So the address waits until what moves stands still, but not for as long as it goes on.
 */
const stillForInMilliseconds = 350;
const longestWaitInMilliseconds = 2000;

/**
 * Keeps the address in step with the view: a new entry of the history for each selection, the same one while moving.
 * Back and forward restore the view. Returns a function that ends it.
 */
export function followHistory(store: StoreApi<ViewStore>): () => void {
  let written = window.location.search;
  let isRestoring = false;
  const writing = debounce(
    stillForInMilliseconds,
    () => {
      write();
    },
    longestWaitInMilliseconds,
  );

  const write = (newEntry?: { readonly state: unknown }): void => {
    writing.end();
    const query = writeView(store.getState());
    if (query === written && !newEntry) return;
    written = query;
    const address = `${window.location.pathname}${query}`;
    if (newEntry) window.history.pushState(newEntry.state, '', address);
    else window.history.replaceState(window.history.state, '', address);
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (isRestoring) return;
    if (state.selection !== before.selection) {
      // What was moved to before the selection belongs to the entry that Back returns to.
      if (writing.isPending()) {
        const query = writeView({ ...before });
        if (query !== written) {
          window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`);
        }
      }
      if (state.selectionEntry === 'same') write();
      else write({ state: state.selection ? entryOfSelection(before) : null });
      return;
    }
    writing.moved();
  });

  const restore = (): void => {
    // As when only the fragment has changed. To read the view again would round it to what an address can tell.
    if (window.location.search === written) {
      if (writing.isPending()) write();
      return;
    }
    writing.end();
    written = window.location.search;
    const { view } = readView(window.location.search);
    isRestoring = true;
    store.setState(view);
    isRestoring = false;
  };
  // A phone may end a page that it does not show.
  const writeIfHidden = (): void => {
    if (document.hidden && writing.isPending()) write();
  };
  window.addEventListener('popstate', restore);
  document.addEventListener('visibilitychange', writeIfHidden);
  return () => {
    writing.end();
    unsubscribe();
    window.removeEventListener('popstate', restore);
    document.removeEventListener('visibilitychange', writeIfHidden);
  };
}

/** What an entry of the browser's history remembers when selecting made it. */
interface EntryState {
  /** How many entries back the list stands from which selecting led here. */
  readonly stepsToList: number;
  /** What that list shows. */
  readonly list: string;
}

/** Of the entry shown now; null when no list is behind it, as when an address led here. */
function entryNow(): EntryState | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('stepsToList' in state && 'list' in state)) return null;
  const { stepsToList, list } = state;
  return typeof stepsToList === 'number' && typeof list === 'string' ? { stepsToList, list } : null;
}

/** The search, the filters and the order of a view: whatever its list depends on, but for where the map stands. */
function listOf(view: ViewState): string {
  return writeView({ ...view, map: wholeCoast, selection: null, units: 'metric' });
}

/** The state of a new entry that selecting makes, from the view before. */
export function entryOfSelection(before: ViewState): EntryState | null {
  if (before.selection === null) return { stepsToList: 1, list: listOf(before) };
  const entry = entryNow();
  return entry && { ...entry, stepsToList: entry.stepsToList + 1 };
}

/**
 * From details to the list: the browser's own way back where the list stands behind them, so that all is as it was. A
 * list that the details have changed, as by a search around a place, is shown as it is now.
 */
export function returnToList(view: StoreApi<ViewStore>): void {
  const entry = entryNow();
  if (entry?.list === listOf(view.getState())) window.history.go(-entry.stepsToList);
  else view.getState().select(null);
}
