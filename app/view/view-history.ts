import type { StoreApi } from 'zustand/vanilla';

import { debounce } from './debounce.ts';
import { type Filters, type ViewState, wholeCoast } from './view-state.ts';
import type { ViewStore } from './view-store.ts';
import { readView, writeView } from './view-url.ts';

/**
 * Browsers reject more than about a hundred changes of the URL in half a minute, and may reload the page's icon with
 * each, which takes as long as a frame. Changes of the URL are therefore debounced, with a maximum delay.
 */
const quietPeriodInMilliseconds = 350;
const maxDelayInMilliseconds = 2000;

/** Changes of the search or of the filters within this pause, also after a selection, share a history entry. */
const groupPauseInMilliseconds = 1500;

/**
 * Synchronises the URL with the view: each selection, each opening of the charts or a comparison, and each group of
 * changes of the search and the filters creates a history entry; other changes replace the current entry. Back and
 * Forward restore the view. Returns a function that stops the synchronisation.
 */
export function followHistory(store: StoreApi<ViewStore>): () => void {
  let written = window.location.search;
  let isRestoring = false;
  /** The latest change that may share its history entry with the next one. */
  let group: { readonly part: ChangedPart; readonly changedAt: number } | null = null;
  const writing = debounce(
    quietPeriodInMilliseconds,
    () => {
      write();
    },
    maxDelayInMilliseconds,
  );

  const write = (newEntry?: { readonly state: unknown }): void => {
    writing.cancel();
    const query = writeView(store.getState());
    if (query === written && !newEntry) return;
    written = query;
    const url = `${window.location.pathname}${query}`;
    if (newEntry) window.history.pushState(newEntry.state, '', url);
    else window.history.replaceState(window.history.state, '', url);
  };

  const unsubscribe = store.subscribe((state, before) => {
    if (isRestoring) return;
    const isOpeningDialog =
      (state.hasCharts && !before.hasCharts) || (state.comparison !== null && before.comparison === null);
    const part = changedPart(state, before);
    const changedAt = performance.now();
    const isInGroup =
      (group?.part === part || group?.part === 'selection') && changedAt - group.changedAt < groupPauseInMilliseconds;
    if (part !== null) group = { part, changedAt };
    const isNewList = part !== null && !isInGroup && listOf(state) !== listOf(before);
    if (part === 'selection' || isOpeningDialog || isNewList) {
      // Changes before it belong to the entry that Back returns to.
      if (writing.isPending()) {
        const query = writeView({ ...before });
        if (query !== written) {
          window.history.replaceState(window.history.state, '', `${window.location.pathname}${query}`);
        }
      }
      if (isOpeningDialog) write({ state: dialogEntry });
      else if (state.latestEntry === 'same') write();
      else write({ state: state.selection ? entryOfSelection(before) : null });
      return;
    }
    writing.trigger();
  });

  const restore = (): void => {
    // Only the fragment has changed. Reading the view again would round it to the precision of URLs.
    if (window.location.search === written) {
      if (writing.isPending()) write();
      return;
    }
    writing.cancel();
    written = window.location.search;
    group = null;
    const { view } = readView(window.location.search);
    isRestoring = true;
    store.setState({ ...view, isPlaying: false, datesBeforePlay: null });
    isRestoring = false;
  };
  // A phone may discard a hidden page at any time.
  const writeIfHidden = (): void => {
    if (document.hidden && writing.isPending()) write();
  };
  window.addEventListener('popstate', restore);
  document.addEventListener('visibilitychange', writeIfHidden);
  return () => {
    writing.cancel();
    unsubscribe();
    window.removeEventListener('popstate', restore);
    document.removeEventListener('visibilitychange', writeIfHidden);
  };
}

/** The state of a history entry that was created by a selection. */
interface EntryState {
  /** The number of entries back to the list from which the selection was made. */
  readonly stepsToList: number;
  /** Identifies what that list shows. */
  readonly list: string;
}

/** The state of the current entry; null if it was not reached from a list but, for example, by opening a URL. */
function currentEntry(): EntryState | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('stepsToList' in state && 'list' in state)) return null;
  const { stepsToList, list } = state;
  return typeof stepsToList === 'number' && typeof list === 'string' ? { stepsToList, list } : null;
}

type ChangedPart = 'selection' | 'search' | 'filters';

/** What a change that may create a history entry changes. While a period is played, its dates change without the user. */
function changedPart(state: ViewState, before: ViewState): ChangedPart | null {
  if (state.selection !== before.selection) return 'selection';
  if (state.search !== before.search || state.council !== before.council) return 'search';
  if (state.filters === before.filters || (before.play !== null && areSameButDates(state.filters, before.filters)))
    return null;
  return 'filters';
}

function areSameButDates(one: Filters, other: Filters): boolean {
  const dates = { from: one.from, to: one.to };
  return JSON.stringify(one) === JSON.stringify({ ...other, ...dates });
}

/** Everything that the list of a view depends on, except the position of the map. */
function listOf(view: ViewState): string {
  return writeView({ ...view, map: wholeCoast, selection: null, units: 'metric', hasCharts: false });
}

/** The state of the entry that a selection creates; `before` is the view before the selection. */
function entryOfSelection(before: ViewState): EntryState | null {
  if (before.selection === null) return { stepsToList: 1, list: listOf(before) };
  const entry = currentEntry();
  return entry && { ...entry, stepsToList: entry.stepsToList + 1 };
}

/** The state of an entry that was created by opening the charts or a comparison. */
const dialogEntry = { kind: 'dialog' } as const;

/** Closes the charts or a comparison: goes back to where it was opened, unless it was opened by its URL. */
export function closeDialog(view: StoreApi<ViewStore>, closed: Partial<ViewState>): void {
  const state: unknown = window.history.state;
  const isOpened = typeof state === 'object' && state !== null && 'kind' in state && state.kind === dialogEntry.kind;
  if (!isOpened) {
    view.setState(closed);
    return;
  }
  // A comparison can change the radius, which the user would not expect to lose. Runs after the view is restored.
  const { selectionRadiusInMetres } = view.getState();
  const keepRadius = (): void => {
    view.getState().setSelectionRadius(selectionRadiusInMetres);
  };
  window.addEventListener('popstate', keepRadius, { once: true });
  window.history.back();
}

/**
 * Returns from details to the list. If the browser's history contains the same list, it goes back, which restores
 * everything. If the list has changed since, for example by a search around a place, it shows the current list.
 */
export function returnToList(view: StoreApi<ViewStore>): void {
  const entry = currentEntry();
  if (entry?.list === listOf(view.getState())) window.history.go(-entry.stepsToList);
  else view.getState().select(null);
}
