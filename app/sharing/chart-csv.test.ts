import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromExportedText } from '../../core/datasets/csv.ts';
import { sizes } from '../charts/StackedBars.tsx';
import { chartCsv, csvOf } from './ChartsDialog.tsx';

const counts = fc.array(fc.nat(1_000_000), { minLength: sizes.length, maxLength: sizes.length });

describe('the table of a chart as CSV', () => {
  it('has the counts of each category and their sum, and the other counts in the last column only', () => {
    fc.assert(
      fc.property(counts, counts, fc.nat(), (sighting, detection, withoutLength) => {
        const none = sizes.map(() => 0);
        const text = chartCsv(
          'length',
          sizes,
          { sighting, detection, handled: none, other: none },
          {
            'no length': withoutLength,
          },
        );
        expect(parse(text)).toEqual([
          ['length', 'sightings', 'visits', 'caught_or_tagged', 'other', 'all'],
          ...sizes.map(({ name }, index) => {
            const [ofSightings = 0, ofDetections = 0] = [sighting[index], detection[index]];
            return [name, ofSightings, ofDetections, 0, 0, ofSightings + ofDetections].map(String);
          }),
          ['no length', '', '', '', '', String(withoutLength)],
        ]);
      }),
    );
  });

  it('is read back with any text, and never begins a cell like a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 })), (texts) => {
        const rows = parse(csvOf([['species', 'all'], ...texts.map((text) => [text, 1])])) as string[][];
        expect(rows.slice(1).map(([text]) => fromExportedText(text ?? ''))).toEqual(texts);
        for (const [text = ''] of rows) expect(text).not.toMatch(/^[=+@\t\r\n]/);
      }),
    );
  });
});
