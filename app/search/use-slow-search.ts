import { startTransition, useEffect, useState } from 'react';

import { useSession } from '../session/use-session.ts';
import { debounce } from '../view/debounce.ts';
import type { LocationSearch } from '../view/view-state.ts';

const searchIntervalInMilliseconds = 200;
const searchPauseInMilliseconds = 50;

/**
 * The search for controls that need not follow a drag in every frame: the first of several changes at once, then five a
 * second, and the last one. Rendered as a transition.
 */
export function useSlowSearch(): LocationSearch | null {
  const { view } = useSession();
  const [slowSearch, setSlowSearch] = useState(() => view.getState().search);
  useEffect(() => {
    let changedAt = Number.NEGATIVE_INFINITY;
    const update = (): void => {
      startTransition(() => {
        setSlowSearch(view.getState().search);
      });
    };
    const updateLater = debounce(searchPauseInMilliseconds, update, searchIntervalInMilliseconds);
    update();
    const stop = view.subscribe(({ search }, before) => {
      if (search === before.search) return;
      const isFirst = performance.now() - changedAt > searchPauseInMilliseconds;
      changedAt = performance.now();
      if (isFirst) update();
      else updateLater.trigger();
    });
    return () => {
      updateLater.cancel();
      stop();
    };
  }, [view]);
  return slowSearch;
}
