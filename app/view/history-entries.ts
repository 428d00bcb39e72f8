import type { StoreApi } from 'zustand/vanilla';

import type { ViewStore } from './view-store.ts';

/** What an entry of the browser's history remembers when selecting made it. */
interface EntryState {
  /** How many entries back the list stands from which selecting led here. */
  readonly stepsToList: number;
}

/** Of the entry shown now; null when no list is behind it, as when an address led here. */
function stepsToList(): number | null {
  const state: unknown = window.history.state;
  if (typeof state !== 'object' || state === null || !('stepsToList' in state)) return null;
  return typeof state.stepsToList === 'number' ? state.stepsToList : null;
}

/** The state of a new entry; `fromDetails` says that it is made while details are shown. */
export function entryOfSelection(fromDetails: boolean): EntryState | null {
  if (!fromDetails) return { stepsToList: 1 };
  const steps = stepsToList();
  return steps === null ? null : { stepsToList: steps + 1 };
}

/** From details to the list: the browser's own way back where the list stands behind them, so that all is as it was. */
export function returnToList(view: StoreApi<ViewStore>): void {
  const steps = stepsToList();
  if (steps !== null) window.history.go(-steps);
  else view.getState().select(null);
}
