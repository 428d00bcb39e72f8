import type { StoreApi } from 'zustand/vanilla';

import { entryOfSelection } from './history-entries.ts';
import { onceStill } from './once-still.ts';
import { readView, writeView } from './view-url.ts';
import type { ViewStore } from './view-store.ts';

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
  const writing = onceStill(
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
      if (writing.isOwed()) {
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
      if (writing.isOwed()) write();
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
    if (document.hidden && writing.isOwed()) write();
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
