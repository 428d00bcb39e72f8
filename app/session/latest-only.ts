/**
 * Asks one question at a time. While an answer is under way, of all questions that come only the latest is kept and
 * asked next: what a finger drags never runs behind, and no answer is older than the one shown before it.
 */
export function latestOnly<Query, Result>(
  ask: (query: Query) => Promise<Result>,
  onAnswer: (result: Result, query: Query) => void,
  onFailure: (error: unknown, query: Query) => void,
): (query: Query) => void {
  let isBusy = false;
  let waiting: { readonly query: Query } | undefined;

  async function run(query: Query): Promise<void> {
    isBusy = true;
    try {
      onAnswer(await ask(query), query);
    } catch (error) {
      onFailure(error, query);
    } finally {
      isBusy = false;
      const next = waiting;
      waiting = undefined;
      if (next) void run(next.query);
    }
  }

  return (query) => {
    if (isBusy) waiting = { query };
    else void run(query);
  };
}
