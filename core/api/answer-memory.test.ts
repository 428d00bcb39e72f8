import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { AnswerMemory, costInBytes } from './answer-memory.ts';
import type { ApiAnswer } from './api-message.ts';

const answerOf = (length: number, status = 200): ApiAnswer => ({ status, headers: {}, body: new Uint8Array(length) });

async function* streamed(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  await Promise.resolve();
  yield Uint8Array.of(1);
}

describe('the memory for answers', () => {
  it('gives an answer again, with the version it was made from, until another takes its place', () => {
    const memory = new AnswerMemory(100_000);
    expect(memory.recall('a')).toBeUndefined();
    const [first, second] = [answerOf(10), answerOf(20)];
    memory.remember('a', 'one', first);
    expect(memory.recall('a')).toMatchObject({ dataVersion: 'one', answer: first });
    memory.remember('a', 'two', second);
    expect(memory.recall('a')?.dataVersion).toBe('two');
    expect(memory.recall('a')?.answer).toBe(second);
  });

  it('remembers results alone: no problem, no 304, no stream, nothing too large, nothing at all within no bound', () => {
    const largest = 1000;
    const memory = new AnswerMemory(16 * costInBytes('just fits', largest));
    memory.remember('problem', 'one', answerOf(10, 404));
    memory.remember('unavailable', 'one', answerOf(10, 503));
    memory.remember('not modified', 'one', { status: 304, headers: {}, body: null });
    memory.remember('stream', 'one', { status: 200, headers: {}, body: streamed() });
    memory.remember('too large', 'one', answerOf(largest + 20));
    memory.remember('just fits', 'one', answerOf(largest));
    const urls = ['problem', 'unavailable', 'not modified', 'stream', 'too large', 'just fits'];
    expect(urls.filter((url) => memory.recall(url))).toEqual(['just fits']);
    const none = new AnswerMemory(0);
    none.remember('a', 'one', answerOf(0));
    expect(none.recall('a')).toBeUndefined();
  });

  it('never holds more than its bound, and forgets the least recently used first', () => {
    const uses = fc.array(
      fc.record({ url: fc.nat({ max: 40 }).map((name) => `u${name}`), length: fc.nat({ max: 140 }) }),
      { minLength: 60, maxLength: 120 },
    );
    fc.assert(
      fc.property(uses, (steps) => {
        const maximum = 30_000; // some 16 to 19 answers
        const memory = new AnswerMemory(maximum);
        // In order of last use, the plainest way.
        let model: { url: string; bytes: number }[] = [];
        for (const { url, length } of steps) {
          const bytes = costInBytes(url, length);
          if (memory.recall(url))
            model = [...model.filter((held) => held.url !== url), ...model.filter((held) => held.url === url)];
          memory.remember(url, 'one', answerOf(length));
          if (bytes > maximum / 16) continue;
          model = [...model.filter((held) => held.url !== url), { url, bytes }];
          while (model.reduce((sum, held) => sum + held.bytes, 0) > maximum) model.shift();
        }
        expect(model.length).toBeLessThan(25);
        const held = Array.from({ length: 41 }, (_, name) => `u${name}`).filter((url) => memory.recall(url));
        expect(held.sort()).toEqual(model.map(({ url }) => url).sort());
      }),
    );
  });
});
