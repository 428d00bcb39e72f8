import { startTransition, useEffect, useState } from 'react';

import type { Result } from '../engine/engine.ts';
import { useSession } from '../session/use-session.ts';

/** Results that follow each other more quickly belong to one movement. */
const movementInMilliseconds = 200;
/** A frame. */
const delayInMilliseconds = 17;

/**
 * The latest result, rendered as a transition. During a movement it is a frame late: React then renders list and histogram
 * one after the other. If both changed in the same frame, that frame would take twice as long.
 */
export function useLateResult(): Result | null {
  const { queryState } = useSession();
  const [late, setLate] = useState(() => queryState.getState().result);
  useEffect(() => {
    let receivedAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = (): void => {
      startTransition(() => {
        setLate(queryState.getState().result);
      });
    };
    update();
    const stop = queryState.subscribe(({ result }, before) => {
      if (result === before.result) return;
      const isMovement = performance.now() - receivedAt < movementInMilliseconds;
      receivedAt = performance.now();
      clearTimeout(timer);
      if (isMovement) timer = setTimeout(update, delayInMilliseconds);
      else update();
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryState]);
  return late;
}
