import { useEffect, useEffectEvent, useState } from 'react';

import { useQueryState } from '../session/use-session.ts';

/** What came of asking for something. */
export type Asked<Value> =
  | { readonly state: 'waiting' }
  | { readonly state: 'answered'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

const waiting = { state: 'waiting' } as const;

/**
 * Asks the engine as soon as its data is there, again whenever `key` changes or the data is read anew. `key` tells what
 * is asked for; with null, nothing is. What was answered to another key is never shown.
 */
export function useAsked<Value>(key: string | null, ask: () => Promise<Value>): Asked<Value> {
  // Not the version of the data: the same version is read anew where a person tries again.
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  return useOutcome(load === null || key === null ? null : `${load} ${key}`, ask);
}

/** As `useAsked`, of something that does not wait for the engine's data. */
export function useOutcome<Value>(key: string | null, ask: () => Promise<Value>): Asked<Value> {
  const [outcome, setOutcome] = useState<{ readonly key: string; readonly asked: Asked<Value> } | null>(null);

  const askAsOfNow = useEffectEvent(ask);

  useEffect(() => {
    if (key === null) return;
    let isWanted = true;
    const settle = (asked: Asked<Value>): void => {
      if (isWanted) setOutcome({ key, asked });
    };
    askAsOfNow().then(
      (value) => {
        settle({ state: 'answered', value });
      },
      (error: unknown) => {
        settle({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isWanted = false;
    };
  }, [key]);

  return outcome !== null && outcome.key === key ? outcome.asked : waiting;
}
