import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';

import { printedRandom } from '../../tests/support/test-size.ts';
import type { SeededRandom } from '../sample/seeded-random.ts';
import { type CsvBlock, csvBlocks } from './csv-blocks.ts';

async function blocksOf(bytes: Buffer, random: SeededRandom, hasQuotes = true): Promise<CsvBlock[]> {
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length;) {
      const end = at + random.integer(1, 100_000);
      yield bytes.subarray(at, end);
      at = end;
    }
  }
  const blocks: CsvBlock[] = [];
  for await (const block of csvBlocks(chunks(), hasQuotes)) blocks.push(block);
  return blocks;
}

/** Rows with quoted cells, line ends within them, and a text of their own. */
function randomRows(count: number, random: SeededRandom, lineEnd: string): string[] {
  const cells = ['', '""', '"a, b"', `"line 1${lineEnd}line 2"`, '"say ""no"""', '115.75', 'bronze whaler'];
  return Array.from({ length: count }, (_, row) => {
    const line = Array.from({ length: 12 }, () => random.pick(cells));
    return [row, ...line, random.unit()].join(',') + lineEnd;
  });
}

const rowsOf = (text: Buffer | string): unknown[] =>
  parse(text, { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true });

describe('the blocks of a CSV file', () => {
  it.each(['\n', '\r\n', '\r'])(
    'consist of whole rows, which are those of the file, if rows end with %j',
    async (end) => {
      const random = printedRandom('blocks');
      const text = Buffer.from(randomRows(8000, random, end).join(''));
      const blocks = await blocksOf(text, random);
      expect(Buffer.concat(blocks.map(({ bytes }) => bytes)).equals(text)).toBe(true);
      expect(blocks.flatMap(({ bytes }) => rowsOf(bytes))).toEqual(rowsOf(text));
      expect(blocks.every(({ isTerminated }) => isTerminated)).toBe(true);
      expect(blocks.length).toBeGreaterThan(4);
    },
  );

  it('do not depend on the chunks in which the file is read', async () => {
    const random = printedRandom('chunks');
    const text = Buffer.from(randomRows(8000, random, '\n').join(''));
    expect(await blocksOf(text, random)).toEqual(await blocksOf(text, random));
  });

  it('remain the same apart from at most three where rows are inserted, removed or changed', async () => {
    const random = printedRandom('edited blocks');
    const rows = randomRows(20_000, random, '\n');
    const before = await blocksOf(Buffer.from(rows.join('')), random);
    const known = new Set(before.map(({ bytes }) => bytes.toString()));
    for (let edit = 0; edit < 10; edit++) {
      const at = random.integer(0, rows.length - 1);
      const edited = rows.toSpliced(at, random.integer(0, 2), ...randomRows(random.integer(0, 2), random, '\n'));
      const after = await blocksOf(Buffer.from(edited.join('')), random);
      expect(after.filter(({ bytes }) => !known.has(bytes.toString())).length).toBeLessThanOrEqual(3);
    }
  });

  it('say that the last row has no line end', async () => {
    const random = printedRandom('last row');
    const blocks = await blocksOf(Buffer.from(randomRows(2000, random, '\n').join('') + '5,6'), random);
    expect(blocks.map(({ isTerminated }) => isTerminated)).toEqual([...blocks.slice(1).map(() => true), false]);
  });

  it('are limited if a quote is never closed, and such a block has no end of a row', async () => {
    const random = printedRandom('open quote');
    const text = `a,b\n1,"${'x\n'.repeat(4_000_000)}`;
    const blocks = await blocksOf(Buffer.from(text), random);
    expect(Math.max(...blocks.map(({ bytes }) => bytes.length))).toBeLessThan(3_000_000);
    expect(blocks[0]?.isTerminated).toBe(false);
    expect((await blocksOf(Buffer.from(text), random, false))[0]?.isTerminated).toBe(true);
  });
});
