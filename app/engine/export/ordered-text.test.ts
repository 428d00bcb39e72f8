import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

import { OrderedText } from './ordered-text.ts';

const never = new AbortController().signal;
/** Small enough for a few texts to fill several parts and to be put down between them. */
const sizes = fc.record({
  textsInPart: fc.integer({ min: 1, max: 9 }),
  maxHeldCharacters: fc.integer({ min: 0, max: 60 }),
});
/** Texts and an order in which they are added. */
const arrivals = fc.array(fc.string({ unit: 'grapheme', maxLength: 12 }), { maxLength: 60 }).chain((texts) =>
  fc.record({
    texts: fc.constant(texts),
    order: fc.shuffledSubarray([...texts.keys()], { minLength: texts.length, maxLength: texts.length }),
  }),
);

describe('a text put together of many', () => {
  it('has each at its place, in whichever order they come', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals, sizes, async ({ texts, order }, small) => {
        const whole = new OrderedText(texts.length, small);
        for (const index of order) whole.add(index, texts[index] ?? '');
        expect(await (await whole.finish(never)).text()).toBe(texts.join(''));
      }),
    );
  });

  it('is empty without any', async () => {
    expect((await new OrderedText(0).finish(never)).size).toBe(0);
  });

  it('is not given while one is missing', async () => {
    const whole = new OrderedText(3);
    whole.add(0, 'a');
    whole.add(2, 'c');
    await expect(whole.finish(never)).rejects.toThrow('1 records are missing.');
  });

  it('is not given once it is ended', async () => {
    const ending = new AbortController();
    const whole = new OrderedText(4, { textsInPart: 2, maxHeldCharacters: 0 });
    for (const place of [3, 1, 2, 0]) whole.add(place, 'text');
    const finished = whole.finish(ending.signal);
    ending.abort();
    await expect(finished).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }) as Error);
  });

  it('says in words that the device has no room', async () => {
    const whole = new OrderedText(1);
    whole.add(0, 'a');
    const read = vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'));
    await expect(whole.finish(never)).rejects.toThrow('This device has no room for a file of this size.');
    read.mockRestore();
  });
});
