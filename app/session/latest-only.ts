/**
 * Runs one query at a time. While one is in progress, only the latest new query is kept and runs next, so that a drag
 * never falls behind and results arrive in the order of their queries.
 */
export function latestOnly<Query, Result>(
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
