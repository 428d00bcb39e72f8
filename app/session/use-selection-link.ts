import { type MouseEvent, useCallback, useEffect, useState } from 'react';

import { debounce } from '../view/debounce.ts';
import type { Selection, ViewState } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { useSession } from './use-session.ts';

/** What a link to the details of something needs, to be spread on an `<a>`. */
export interface SelectionLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** Whether the browser should follow the link itself: into a new tab or window, or as a download. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

const stillAfterInMilliseconds = 250;

/**
 * The view as it was when it last stood still for a moment: the address of every link changes with it, but nobody follows
 * a link while something is being dragged.
 */
function useViewOnceStill(): ViewState {
  const { view } = useSession();
  const [still, setStill] = useState<ViewState>(() => view.getState());
  useEffect(() => {
    const still = debounce(stillAfterInMilliseconds, () => {
      setStill(view.getState());
    });
    const stop = view.subscribe(still.moved);
    return () => {
      still.end();
      stop();
    };
  }, [view]);
  return still;
}

/**
 * Makes links to details: their address is the view with that selection, a plain click selects in this page. The same
 * function until the addresses change.
 * `entry` is `same` where the selection shall take the place of the one before in the browser's history.
 */
export function useSelectionLink(): (selection: Selection, entry?: 'new' | 'same') => SelectionLink {
  const { view } = useSession();
  const still = useViewOnceStill();
  return useCallback(
    (selection, entry = 'new') => ({
      href: writeView({ ...still, selection }),
      onClick: (event) => {
        if (event.defaultPrevented || isForBrowser(event)) return;
        event.preventDefault();
        view.getState().select(selection, entry);
      },
    }),
    [still, view],
  );
}
