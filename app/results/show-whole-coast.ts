import type { StoreApi } from 'zustand/vanilla';

import { wholeCoast } from '../view/view-state.ts';
import type { ViewStore } from '../view/view-store.ts';

/** Shows the whole coast, without a search; the filters stay. */
export function showWholeCoast(view: StoreApi<ViewStore>): void {
  const { setSearch, moveMap } = view.getState();
  setSearch(null);
  moveMap(wholeCoast);
}
