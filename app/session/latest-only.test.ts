import { describe, expect, it } from 'vitest';

import { latestOnly } from './latest-only.ts';

function controlled() {
  const asked: { readonly question: number; readonly answer: (text: string) => void; readonly fail: () => void }[] = [];
  const ask = (question: number): Promise<string> =>
    new Promise((resolve, reject) => {
      asked.push({
        question,
        answer: resolve,
        fail: () => {
          reject(new Error(`no answer to ${question}`));
        },
      });
    });
  return { asked, ask };
}
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('asking for the latest only', () => {
  it('skips what was asked while an answer was under way, but for the latest', async () => {
    const { asked, ask } = controlled();
    const answers: string[] = [];
    const put = latestOnly(
      ask,
      (answer) => answers.push(answer),
      () => answers.push('failed'),
    );
    [1, 2, 3, 4].forEach(put);
    expect(asked.map(({ question }) => question)).toEqual([1]);
    asked[0]?.answer('one');
    await settle();
    expect(asked.map(({ question }) => question)).toEqual([1, 4]);
    asked[1]?.answer('four');
    await settle();
    expect(answers).toEqual(['one', 'four']);
  });

  it('goes on after a failure', async () => {
    const { asked, ask } = controlled();
    const seen: string[] = [];
    const put = latestOnly(
      ask,
      (answer) => seen.push(answer),
      (error) => seen.push(String(error)),
    );
    put(1);
    put(2);
    asked[0]?.fail();
    await settle();
    asked[1]?.answer('two');
    await settle();
    expect(seen).toEqual(['Error: no answer to 1', 'two']);
  });
});
