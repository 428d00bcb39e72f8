import { describe, expect, it } from 'vitest';

import { latestOnly } from './use-engine-query.ts';

function controlled() {
  const started: { readonly query: number; readonly finish: (text: string) => void; readonly fail: () => void }[] = [];
  const run = (query: number): Promise<string> =>
    new Promise((resolve, reject) => {
      started.push({
        query,
        finish: resolve,
        fail: () => {
          reject(new Error(`query ${query} failed`));
        },
      });
    });
  return { started, run };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('latestOnly', () => {
  it('skips all but the latest of the queries received while another runs', async () => {
    const { started, run } = controlled();
    const outcomes: string[] = [];
    const query = latestOnly(
      run,
      (result) => outcomes.push(result),
      () => outcomes.push('failed'),
    );
    [1, 2, 3, 4].forEach(query);
    expect(started.map((each) => each.query)).toEqual([1]);
    started[0]?.finish('one');
    await settle();
    expect(started.map((each) => each.query)).toEqual([1, 4]);
    started[1]?.finish('four');
    await settle();
    expect(outcomes).toEqual(['one', 'four']);
  });

  it('runs the next query after a failure', async () => {
    const { started, run } = controlled();
    const outcomes: string[] = [];
    const query = latestOnly(
      run,
      (result) => outcomes.push(result),
      (error) => outcomes.push(String(error)),
    );
    query(1);
    query(2);
    started[0]?.fail();
    await settle();
    started[1]?.finish('two');
    await settle();
    expect(outcomes).toEqual(['Error: query 1 failed', 'two']);
  });
});
