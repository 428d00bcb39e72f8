import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { byEachMark } from '../vocabulary/kinds.ts';
import { monthNames } from '../vocabulary/dates.ts';
import { mostUnusual, seasonInWords, seasonOf } from './SeasonChart.tsx';

/** Years from 2011, each with the sightings of its months; a month is covered unless it is null. */
type Years = readonly (readonly (number | null)[])[];

function seasonOfYears(years: Years) {
  const counts = years.flatMap((months) => months.map((count) => count ?? 0));
  return seasonOf(
    { firstMonth: 2011 * 12, counts: byEachMark((mark) => Uint32Array.from(mark === 'sighting' ? counts : [])) },
    years.map((months, index) => ({
      year: 2011 + index,
      halves: months.flatMap((count) => (count === null ? [1, null] : [count, 0])),
    })),
  );
}

const april = (count: number | null, others = 0): (number | null)[] =>
  monthNames.map((name) => (name === 'April' ? count : others));

describe('what is usual in a month of the year', () => {
  it('is the range of its years without a quarter at either end, and names the unusual year', () => {
    const season = seasonOfYears([2, 9, 4, 39, 0, 3, 5].map((count) => april(count)));
    expect(season[3]).toMatchObject({ sightings: 62, usual: { least: 2, most: 9 } });
    expect(seasonInWords(season)).toBe('39 of the 62 sightings in April were in April 2014 (usual: 2 to 9).');
  });

  it('is unknown with fewer than four years', () => {
    const season = seasonOfYears([april(2), april(90), april(4), april(null)]);
    expect(season[3]?.usual).toBeNull();
    expect(mostUnusual(season)).toBeNull();
  });

  it('agrees with a count over the years one by one', () => {
    const count = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, { weight: 1, arbitrary: fc.constant(null) });
    const years = fc.array(fc.array(count, { minLength: 12, maxLength: 12 }), { maxLength: 12 });
    fc.assert(
      fc.property(years, (data) => {
        const season = seasonOfYears(data);
        let farthest = 0;
        for (const { month, years: covered, usual } of season) {
          const counts = data.flatMap((months) => (typeof months[month] === 'number' ? [months[month]] : []));
          expect(covered.map(({ sightings }) => sightings)).toEqual(counts);
          expect(usual === null).toBe(counts.length < 4);
          if (!usual) continue;
          const outside = (isOutside: (each: number) => boolean): number => counts.filter(isOutside).length;
          const quarter = Math.floor(counts.length / 4);
          expect(outside((each) => each < usual.least)).toBeLessThanOrEqual(quarter);
          expect(outside((each) => each > usual.most)).toBeLessThanOrEqual(quarter);
          expect(counts).toContain(usual.least);
          expect(counts).toContain(usual.most);
          for (const each of counts)
            if (each >= 5 && each > 2 * usual.most) farthest = Math.max(farthest, each - usual.most);
        }
        const unusual = mostUnusual(season);
        expect(unusual ? unusual.sightings - Number(unusual.of.usual?.most) : 0).toBe(farthest);
      }),
    );
  });
});
