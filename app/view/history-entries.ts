import type { StoreApi } from 'zustand/vanilla';

import type { ViewStore } from './view-store.ts';
import { wholeCoast, type ViewState } from './view-state.ts';
import { writeView } from './view-url.ts';

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
