import type { Filters } from '../../view/view-state.ts';
import type { RecordDetails } from '../engine.ts';

/** One bit for each filter that a record can fail by its details. */
export const detailFailureBits = { size: 1, offshore: 2, remark: 4 } as const;

/** The detail columns of all records, in list order. */
export interface DetailColumns {
  readonly at: (record: number) => RecordDetails;
  /** In metres; NaN where no number was recorded. */
  readonly sizes: Float64Array;
  /** 1 where a size was recorded, also in words. */
  readonly hasSize: Uint8Array;
  /** For each record, the bits of `detailFailureBits` whose filters it fails. */
  readonly failuresOf: (filters: Pick<Filters, 'size' | 'offshore' | 'remark'>) => Uint8Array;
  /**
   * Sorts records by descending size: sharks, then whale carcasses and other objects, which have sizes too. Records
   * without a size in metres are last. Records of the same size keep their order.
   */
  readonly largestFirst: (records: Uint32Array) => Uint32Array;
}
