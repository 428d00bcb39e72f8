import { useEffect } from 'react';

import { debounce } from '../view/debounce.ts';
import type { ViewStore } from '../view/view-store.ts';
import { latestOnly } from './latest-only.ts';
import { useSession } from './use-session.ts';
import { viewTitleOf } from './view-title.ts';

const debounceInMilliseconds = 250;

/**
 * Sets the title of the page to what the view shows, for tabs, the browser's history and sharing. `fallback` is the
 * title of a view that shows everything in the area of the map, and the one that unmounting restores.
 */
export default function DocumentTitle({ fallback }: { readonly fallback: string }) {
  const session = useSession();
  useEffect(() => {
    let isMounted = true;
    const request = latestOnly(
      viewTitleOf,
      (title) => {
        if (isMounted) document.title = title === null ? fallback : `${title} – Coastwatch`;
      },
      // The session reports the failure of the engine.
      () => undefined,
    );
    const update = debounce(debounceInMilliseconds, () => {
      if (session.queryState.getState().loads > 0) request(session);
    });
    const stops = [
      session.view.subscribe((state, before) => {
        // Not if only the map has changed, as in every frame of a drag. Going back changes it with the rest.
        if (!isSameExceptMap(state, before)) update.trigger();
      }),
      session.queryState.subscribe(({ loads }, before) => {
        if (loads !== before.loads) update.trigger();
      }),
    ];
    update.trigger();
    return () => {
      isMounted = false;
      update.cancel();
      for (const stop of stops) stop();
      document.title = fallback;
    };
  }, [session, fallback]);
  return null;
}

function isSameExceptMap(a: ViewStore, b: ViewStore): boolean {
  return Object.entries(a).every(([key, value]) => key === 'map' || value === b[key as keyof ViewStore]);
}
