import { useEffect, useEffectEvent, useState } from 'react';

import { messageOf, type Explorer } from './explorer.ts';
import { useQueryState, useExplorer } from './use-explorer.ts';

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
  const load = useLoad();
  return useAsync(load === null || key === null ? null : `${load} ${key}`, call);
}

/** The number of loads of the data instead of its version: a retry loads the same version again. Null while it loads. */
const useLoad = (): number | null => useQueryState(({ loading, loads }) => (loading.state === 'ready' ? loads : null));

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
        settle({ state: 'failed', message: messageOf(error) });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);

  return outcome !== null && outcome.key === key ? outcome.result : loading;
}

/** Requests the details of records, again after the data was loaded again. */
export function useDetails(): void {
  const explorer = useExplorer();
  const load = useLoad();
  useEffect(() => {
    if (load !== null) explorer.requestDetails();
  }, [explorer, load]);
}

/**
 * The latest result of a query about records, null before the first, and why the last query failed, if it did. The query
 * runs again whenever its parameters, the loaded data or the details of the records change. Until the next result, the
 * previous one remains. Parameters must be JSON values.
 */
export function useLatestResult<Parameters extends readonly unknown[], Result>(
  parameters: Parameters,
  query: (explorer: Explorer, ...parameters: Parameters) => Promise<Result>,
): { readonly latest: Result | null; readonly failure: string | null } {
  const explorer = useExplorer();
  const load = useLoad();
  const hasDetails = useQueryState(({ details }) => details === 'ready');
  const [outcome, setOutcome] = useState<{ readonly latest: Result | null; readonly failure: string | null }>({
    latest: null,
    failure: null,
  });
  const [request] = useState(() =>
    latestOnly(
      (wanted: Parameters) => query(explorer, ...wanted),
      (latest) => {
        setOutcome({ latest, failure: null });
      },
      (error) => {
        setOutcome(({ latest }) => ({ latest, failure: messageOf(error) }));
      },
    ),
  );
  const key = JSON.stringify(parameters);
  useDetails();

  useEffect(() => {
    if (load !== null) request(JSON.parse(key) as Parameters);
  }, [request, load, hasDetails, key]);

  return outcome;
}

/**
 * Runs one query at a time. While one is in progress, only the latest new query is kept and runs next, so that a drag
 * never falls behind and results arrive in the order of their queries.
 */
function latestOnly<Query, Result>(
  run: (query: Query) => Promise<Result>,
  onResult: (result: Result, query: Query) => void,
  onFailure: (error: unknown, query: Query) => void,
): (query: Query) => void {
  let isBusy = false;
  let waiting: { readonly query: Query } | undefined;

  async function start(query: Query): Promise<void> {
    isBusy = true;
    try {
      onResult(await run(query), query);
    } catch (error) {
      onFailure(error, query);
    } finally {
      isBusy = false;
      const next = waiting;
      waiting = undefined;
      if (next) void start(next.query);
    }
  }

  return (query) => {
    if (isBusy) waiting = { query };
    else void start(query);
  };
}
