import type { MouseEvent } from 'react';

import type { Selection } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';
import { useSession, useView } from './use-session.ts';

/** What a link to the details of something needs, to be spread on an `<a>`. */
export interface SelectionLink {
  readonly href: string;
  readonly onClick: (event: MouseEvent) => void;
}

/** Whether the browser should follow the link itself: into a new tab or window, or as a download. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey;

/**
 * Makes links to details: their address is the view of now with that selection, a plain click selects in this page.
 * `entry` is `same` where the selection shall take the place of the one before in the browser's history.
 */
export function useSelectionLink(): (selection: Selection, entry?: 'new' | 'same') => SelectionLink {
  const { view } = useSession();
  // Renders again whenever any link's address changes.
  useView(writeView);
  return (selection, entry = 'new') => ({
    href: writeView({ ...view.getState(), selection }),
    onClick: (event) => {
      if (event.defaultPrevented || isForBrowser(event)) return;
      event.preventDefault();
      view.getState().select(selection, entry);
    },
  });
}
