import { useEffect, useRef } from 'react';

import { useSession } from '../session/use-session.ts';
import type { KnownNeighbours } from './use-neighbours.ts';

/**
 * Steps through the list that were asked for before it was known where they lead to: taken one by one, each as soon as
 * it is. Returns what adds one: 1 onwards, -1 back.
 */
export function useOwedSteps(
  kind: 'record' | 'place',
  id: number,
  known: KnownNeighbours | undefined,
): (step: 1 | -1) => void {
  const { view } = useSession();
  const owed = useRef(0);

  useEffect(() => {
    if (owed.current === 0 || (known && known.id !== id)) return;
    const { next = null, previous = null } = known?.neighbours ?? {};
    const to = owed.current > 0 ? next : previous;
    // At an end of the list, or off it, the rest of them lead nowhere.
    owed.current = to === null ? 0 : owed.current - Math.sign(owed.current);
    if (to !== null) view.getState().select({ kind, id: to }, 'same');
  }, [view, kind, id, known]);

  return (step) => {
    owed.current += step;
  };
}
