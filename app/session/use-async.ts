import { useEffect, useEffectEvent, useState } from 'react';

import { useQueryState } from './use-session.ts';

/** The state of an asynchronous call. */
export type AsyncResult<Value> =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly value: Value }
  | { readonly state: 'failed'; readonly message: string };

const loading = { state: 'loading' } as const;

/**
 * Runs an engine query as soon as the data is loaded, and again whenever `key` changes or the data is reloaded. `key`
 * identifies the query; if it is null, no query runs. The result of another key is never returned.
 */
export function useEngineQuery<Value>(key: string | null, call: () => Promise<Value>): AsyncResult<Value> {
  // The number of loads instead of the data version: a retry loads the same version again.
  const load = useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));
  return useAsync(load === null || key === null ? null : `${load} ${key}`, call);
}

/** Like `useEngineQuery`, for a call that does not need the engine's data. */
export function useAsync<Value>(key: string | null, call: () => Promise<Value>): AsyncResult<Value> {
  const [outcome, setOutcome] = useState<{ readonly key: string; readonly result: AsyncResult<Value> } | null>(null);

  const latestCall = useEffectEvent(call);

  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    const settle = (result: AsyncResult<Value>): void => {
      if (isCurrent) setOutcome({ key, result });
    };
    latestCall().then(
      (value) => {
        settle({ state: 'ready', value });
      },
      (error: unknown) => {
        settle({ state: 'failed', message: error instanceof Error ? error.message : String(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);

  return outcome !== null && outcome.key === key ? outcome.result : loading;
}
