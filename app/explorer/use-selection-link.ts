import { type MouseEvent, useCallback, useEffect, useState } from 'react';

import { debounce } from '../view/debounce.ts';
import type { Selection, ViewState } from '../view/view-state.ts';
import type { HistoryEntry } from '../view/view-store.ts';
import { writeView } from '../view/view-url.ts';
import { useExplorer } from './use-explorer.ts';

/** Properties of a link to details, to be spread on an `<a>`. */
export interface SelectionLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** Whether the browser should follow the link itself: into a new tab or window, or as a download. */
export const opensElsewhere = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

const debounceInMilliseconds = 250;

/**
 * The view as it was when it last stopped changing. The URL of every link depends on the view, but need not be
 * updated during a drag, when no link can be followed.
 */
export function useDebouncedView(): ViewState {
  const { view } = useExplorer();
  const [debouncedView, setDebouncedView] = useState<ViewState>(() => view.getState());
  useEffect(() => {
    const update = debounce(debounceInMilliseconds, () => {
      setDebouncedView(view.getState());
    });
    const stop = view.subscribe(update.trigger);
    return () => {
      update.cancel();
      stop();
    };
  }, [view]);
  return debouncedView;
}

/**
 * Returns a function that creates links to details. The URL of a link is the view with that selection, and a plain
 * click selects the item in this page. The function is the same object until the URLs change. With the entry
 * `same`, the selection replaces the previous one in the browser's history.
 */
export function useSelectionLink(): (selection: Selection, entry?: HistoryEntry) => SelectionLink {
  const { view } = useExplorer();
  const debouncedView = useDebouncedView();
  return useCallback(
    (selection, entry = 'new') => ({
      href: writeView({ ...debouncedView, selection }),
      onClick: (event) => {
        if (event.defaultPrevented || opensElsewhere(event)) return;
        event.preventDefault();
        view.getState().select(selection, entry);
      },
    }),
    [debouncedView, view],
  );
}
