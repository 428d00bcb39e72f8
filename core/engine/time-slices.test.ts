import { expect, it } from 'vitest';

import { TimeSlices } from './time-slices.ts';

function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

it('runs parts one after the other, lets others run between long ones, and goes on after a failure', async () => {
  const events: string[] = [];
  const slices = new TimeSlices();
  setTimeout(() => events.push('other'));
  const parts = ['a', 'b', 'c'].map((name) =>
    slices.run(() => {
      events.push(`${name} begins`);
      work(30);
      events.push(`${name} ends`);
      if (name === 'b') throw new Error('b fails');
      return name;
    }),
  );
  const results = await Promise.allSettled(parts);
  expect(events.filter((event) => event !== 'other')).toEqual(
    ['a', 'b', 'c'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  );
  expect(events.indexOf('other')).toBeLessThan(events.indexOf('b begins'));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
