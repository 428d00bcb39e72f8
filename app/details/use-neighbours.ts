import { useEffect, useState } from 'react';

import type { Engine } from '../engine/engine.ts';
import { useResult, useSession, useView } from '../session/use-session.ts';

type Neighbours = Awaited<ReturnType<Engine['neighbours']>>;

/** Whose neighbours they are, and the neighbours. */
export interface KnownNeighbours {
  readonly id: number;
  readonly neighbours: Neighbours;
}

/**
 * Where something stands in the list, and what stands before and after it, kept up to date with the list. While it is
 * asked anew, what was known stays, even if it is of what was shown before; undefined until it is first known, and when
 * the list is of other things.
 */
export function useNeighbours(kind: 'record' | 'place', id: number): KnownNeighbours | undefined {
  const session = useSession();
  const result = useResult((whole) => whole);
  // Numbers of records and of places mean different things: only the list of its own kind may be asked.
  const isListed = useView(({ tab }) => tab === `${kind}s`);
  const [known, setKnown] = useState<KnownNeighbours>();

  useEffect(() => {
    if (!result || !isListed) return;
    let isWanted = true;
    session.engine.neighbours(session.query(), id).then(
      (neighbours) => {
        if (isWanted) setKnown({ id, neighbours });
      },
      () => {
        // Without it there are no ways on; the details stand.
        if (isWanted) setKnown(undefined);
      },
    );
    return () => {
      isWanted = false;
    };
  }, [session, result, isListed, id]);

  return isListed ? known : undefined;
}
