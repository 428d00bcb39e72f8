import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { Histogram } from '../engine/engine.ts';
import { countByYear } from './LocationDetails.tsx';

function histogram(firstMonth: number, detections: readonly number[]): Histogram {
  const none = () => new Uint32Array(detections.length);
  return {
    firstMonth,
    lastMonth: firstMonth + detections.length - 1,
    counts: { sighting: none(), detection: Uint32Array.from(detections), handled: none(), other: none() },
  };
}

describe('records by year', () => {
  it('include every record', () => {
    fc.assert(
      fc.property(fc.nat({ max: 30_000 }), fc.array(fc.nat({ max: 50 }), { minLength: 1 }), (firstMonth, months) => {
        const counted = countByYear(histogram(firstMonth, months)).reduce(
          (sum, { byMark }) => sum + byMark.detection,
          0,
        );
        expect(counted).toBe(months.reduce((sum, each) => sum + each, 0));
      }),
    );
  });
});
