import type { CodedTexts } from '../../../core/storage/columns/column-chunk.ts';
import type { DetailChunk } from '../../../core/storage/columns/detail-chunk.ts';
import type { RangeFilter } from '../../vocabulary/ranges.ts';
import { distanceInMetres, recordedText, joinSizeAndNumber, sizeInMetres } from '../../vocabulary/record-facts.ts';
import { createRemarkTest } from '../../vocabulary/remarks.ts';
import { type DetailColumns, detailFailureBits, type RecordStore } from './record-store.ts';

const noTexts: CodedTexts = { values: [], codes: new Uint32Array() };

/** The columns of `facts` are those of size, number and distance; those of `remarks` have the same chunks. */
export function createDetailColumns(
  { size: records, combinations, combinationOf }: Pick<RecordStore, 'size' | 'combinations' | 'combinationOf'>,
  facts: readonly DetailChunk[],
  remarks: readonly DetailChunk[],
): DetailColumns {
  const column = (chunks: readonly DetailChunk[], field: string): string[] =>
    chunks.flatMap((chunk) => {
      const { values, codes } = chunk[field] ?? noTexts;
      const texts = values.map(recordedText);
      return Array.from(codes, (code) => texts[code]);
    });
  const sizes = column(facts, 'SightingSizeValue');
  const numbers = column(facts, 'SightingNumbervalue');
  const distances = column(facts, 'Distance');
  const units = column(facts, 'DistanceUnit');
  const texts = column(remarks, 'LocationDetail');
  const inMetres = (text: string, index: number): number | null => distanceInMetres(text, units[index]);
  const parsedSizes = Float64Array.from({ length: records }, (_, index) => sizeInMetres(sizes[index]) ?? NaN);
  const parsedDistances = Float64Array.from(
    { length: records },
    (_, index) => inMetres(distances[index], index) ?? NaN,
  );
  let latest: { readonly remark: string; readonly failures: Uint8Array } | undefined;
  /** The failures of the latest filter are kept: the other filters change more often, and many records share a remark. */
  const failuresOfRemarks = (remark: string): Uint8Array => {
    if (latest?.remark === remark) return latest.failures;
    const hasWords = createRemarkTest(remark);
    const known = new Map<string, number>();
    const failures = Uint8Array.from(texts, (text) => {
      const failure = known.get(text) ?? (hasWords(text) ? 0 : detailFailureBits.remark);
      known.set(text, failure);
      return failure;
    });
    latest = { remark, failures };
    return failures;
  };
  const rankOf = (record: number): number => {
    const size = parsedSizes[record];
    if (Number.isNaN(size)) return -Infinity;
    // Below every size of the subject.
    return combinations.marks[combinationOf[record]] === 'other' ? size - 1000 : size;
  };
  return {
    sizes: parsedSizes,
    hasSize: Uint8Array.from({ length: records }, (_, record) => (sizes[record] === '' ? 0 : 1)),
    failuresOf: ({ size, offshore, remark }) => {
      const remarkFailures = failuresOfRemarks(remark);
      return Uint8Array.from({ length: records }, (_, record) => {
        const [metres, distance] = [parsedSizes[record], parsedDistances[record]];
        return (
          (isInRange(size, metres, sizes[record] !== '') ? 0 : detailFailureBits.size) |
          (isInRange(offshore, distance, !Number.isNaN(distance)) ? 0 : detailFailureBits.offshore) |
          remarkFailures[record]
        );
      });
    },
    largestFirst: (found) => {
      const ranks = Float64Array.from(found, rankOf);
      const order = Uint32Array.from(found.keys()).sort((a, b) => {
        const [one, other] = [ranks[a], ranks[b]];
        return one === other ? a - b : other - one;
      });
      return order.map((index) => found[index]);
    },
    at: (record) => ({
      size: sizes[record],
      sizeInMetres: orNull(parsedSizes[record]),
      number: numbers[record],
      sizeAndNumber: joinSizeAndNumber(sizes[record], numbers[record]),
      distanceOffshoreInMetres: orNull(parsedDistances[record]),
      distanceText: `${distances[record]} ${units[record]}`.trim(),
      remark: texts[record],
    }),
  };
}

/** A value that is not a number is in no range. */
function isInRange(range: RangeFilter | null, value: number, isRecorded: boolean): boolean {
  if (range === null) return true;
  if (range === 'none') return !isRecorded;
  return value >= (range.from ?? -Infinity) && value <= (range.to ?? Infinity);
}

function orNull(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}
