import { describe, expect, it, vi } from 'vitest';

import { answerBuildQuestion, isBuildQuestion } from './build-question.ts';

const script = 'https://data.example/coast/assets/page-1a.js';

async function ask(isOwnPage: boolean, pages: number): Promise<{ answers: boolean[]; hasSkipped: boolean }> {
  const answers: boolean[] = [];
  const skipWaiting = vi.fn(async () => undefined);
  const shellCache = { isOwnPage: ([first]: readonly string[]) => first === script && isOwnPage };
  const port = { postMessage: (answer: boolean) => answers.push(answer) };
  await answerBuildQuestion({ scripts: [script] }, port, {
    shellCache,
    countPages: async () => pages,
    skipWaiting,
  });
  return { answers, hasSkipped: skipWaiting.mock.calls.length > 0 };
}

describe('A worker that is asked by a page', () => {
  it('takes over when the page is of its build and nobody else is there', async () => {
    expect(await ask(true, 1)).toEqual({ answers: [true], hasSkipped: true });
  });

  it('waits while another page may need the worker before it', async () => {
    expect(await ask(true, 2)).toEqual({ answers: [true], hasSkipped: false });
  });

  it('waits when the page is of another build', async () => {
    expect(await ask(false, 1)).toEqual({ answers: [false], hasSkipped: false });
  });

  it.each([
    [{ scripts: [script] }, true],
    [{ scripts: [1] }, false],
    [{ scripts: 'all' }, false],
    ['keep', false],
    [null, false],
  ])('tells the question from other messages: %j', (message, isQuestion) => {
    expect(isBuildQuestion(message)).toBe(isQuestion);
  });
});
