// @vitest-environment happy-dom
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scaleSteps } from './scale.ts';

describe('the scale bar', () => {
  it('fills at least 39% of the space for it, and is never longer', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 20_000, noNaN: true }), (metresPerPixel) => {
        for (const { pixels } of Object.values(scaleSteps(metresPerPixel, 100))) {
          expect(pixels).toBeLessThanOrEqual(100.001);
          expect(pixels).toBeGreaterThan(39);
        }
      }),
    );
  });

  it('has the length of its label in both units', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.2, max: 20_000, noNaN: true }), (metresPerPixel) => {
        const { metric, nautical } = scaleSteps(metresPerPixel, 120);
        const lengthOf = ({ label }: { label: string }): number => Number.parseFloat(label.replace(',', ''));
        const metres = lengthOf(metric) * (metric.label.endsWith('km') ? 1000 : 1);
        expect(metric.pixels * metresPerPixel).toBeCloseTo(metres, 3);
        expect((nautical.pixels * metresPerPixel) / 1852).toBeCloseTo(lengthOf(nautical), 6);
      }),
    );
  });
});
