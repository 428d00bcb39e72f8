import { useEffect } from 'react';

import { useSession, useView } from '../session/use-session.ts';
import { listMemoryOf } from './list-memory.ts';

/** Gives the focus to the list when details close that had it. Wherever else it is, it stays. */
export function useFocusReturn(): void {
  const session = useSession();
  const isAway = useView(({ selection }) => selection !== null);

  useEffect(() => {
    const memory = listMemoryOf(session);
    if (isAway || !memory.wasAway) return;
    memory.wasAway = false;
    if (document.activeElement === document.body) document.getElementById('results')?.focus({ preventScroll: true });
  }, [isAway, session]);
}
