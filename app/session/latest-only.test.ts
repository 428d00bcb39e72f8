import { describe, expect, it } from 'vitest';

import { latestOnly } from './latest-only.ts';

function controlled() {
  const asked: { readonly query: number; readonly result: (text: string) => void; readonly fail: () => void }[] = [];
  const ask = (query: number): Promise<string> =>
    new Promise((resolve, reject) => {
      asked.push({
        query,
        result: resolve,
        fail: () => {
          reject(new Error(`no answer to ${query}`));
        },
      });
    });
  return { asked, ask };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('asking for the latest only', () => {
  it('skips the queries made during another one, except the latest', async () => {
    const { asked, ask } = controlled();
    const answers: string[] = [];
    const put = latestOnly(
      ask,
      (result) => answers.push(result),
      () => answers.push('failed'),
    );
    [1, 2, 3, 4].forEach(put);
    expect(asked.map(({ query }) => query)).toEqual([1]);
    asked[0]?.result('one');
    await settle();
    expect(asked.map(({ query }) => query)).toEqual([1, 4]);
    asked[1]?.result('four');
    await settle();
    expect(answers).toEqual(['one', 'four']);
  });

  it('goes on after a failure', async () => {
    const { asked, ask } = controlled();
    const seen: string[] = [];
    const put = latestOnly(
      ask,
      (result) => seen.push(result),
      (error) => seen.push(String(error)),
    );
    put(1);
    put(2);
    asked[0]?.fail();
    await settle();
    asked[1]?.result('two');
    await settle();
    expect(seen).toEqual(['Error: no answer to 1', 'two']);
  });
});
