import { useEffect, useReducer, type MouseEvent } from 'react';

import type { Selection } from '../view/view-state.ts';
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
 * Renders again once the view has stood still for a moment: the address of every link changes with it, but nobody
 * follows a link while something is being dragged.
 */
function useRenderOnceStill(): void {
  const { view } = useSession();
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = view.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(render, stillAfterInMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [view]);
}

/**
 * Makes links to details: their address is the view of now with that selection, a plain click selects in this page.
 * `entry` is `same` where the selection shall take the place of the one before in the browser's history.
 */
export function useSelectionLink(): (selection: Selection, entry?: 'new' | 'same') => SelectionLink {
  const { view } = useSession();
  useRenderOnceStill();
  return (selection, entry = 'new') => ({
    href: writeView({ ...view.getState(), selection }),
    onClick: (event) => {
      if (event.defaultPrevented || isForBrowser(event)) return;
      event.preventDefault();
      view.getState().select(selection, entry);
    },
  });
}
