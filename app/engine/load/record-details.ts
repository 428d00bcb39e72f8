import type { CodedTexts } from '../../../core/storage/columns/column-chunk.ts';
import type { DetailChunk } from '../../../core/storage/columns/detail-chunk.ts';
import { distanceInMetres, recordedText, sizeInMetres } from '../../vocabulary/record-facts.ts';
import type { RecordDetails } from '../engine.ts';

/** The detail columns of all records, in list order. */
export interface DetailColumns {
  readonly at: (record: number) => RecordDetails;
  /** In metres; NaN where no number was recorded. */
  readonly sizes: Float64Array;
  /** 1 where a size was recorded, also in words. */
  readonly hasSize: Uint8Array;
  /** The distance offshore in metres; NaN where none was recorded. */
  readonly distances: Float64Array;
}

const noTexts: CodedTexts = { values: [], codes: new Uint32Array() };

/** The columns of `facts` are those of size, number and distance; those of `remarks` have the same chunks. */
export function createDetailColumns(
  records: number,
  facts: readonly DetailChunk[],
  remarks: readonly DetailChunk[],
): DetailColumns {
  const column = (chunks: readonly DetailChunk[], field: string): string[] =>
    chunks.flatMap((chunk) => {
      const { values, codes } = chunk[field] ?? noTexts;
      const texts = values.map(recordedText);
      return Array.from(codes, (code) => texts[code] ?? '');
    });
  const sizes = column(facts, 'SightingSizeValue');
  const numbers = column(facts, 'SightingNumbervalue');
  const distances = column(facts, 'Distance');
  const units = column(facts, 'DistanceUnit');
  const texts = column(remarks, 'LocationDetail');
  const inMetres = (text: string, index: number): number | null => distanceInMetres(text, units[index] ?? '');
  const parsedSizes = Float64Array.from({ length: records }, (_, index) => sizeInMetres(sizes[index] ?? '') ?? NaN);
  const parsedDistances = Float64Array.from(
    { length: records },
    (_, index) => inMetres(distances[index] ?? '', index) ?? NaN,
  );
  return {
    sizes: parsedSizes,
    hasSize: Uint8Array.from({ length: records }, (_, index) => (sizes[index] === '' ? 0 : 1)),
    distances: parsedDistances,
    at: (record) => ({
      size: sizes[record] ?? '',
      sizeInMetres: orNull(parsedSizes[record]),
      number: numbers[record] ?? '',
      distanceOffshoreInMetres: orNull(parsedDistances[record]),
      distanceText: `${distances[record] ?? ''} ${units[record] ?? ''}`.trim(),
      remark: texts[record] ?? '',
    }),
  };
}

function orNull(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}
