import { marks } from '../vocabulary/kinds.ts';
import { add } from './numbering.ts';
import type { RecordFilter } from './record-filter.ts';
import type { RecordStore } from './record-store.ts';

/** The records that pass some filters, wherever they stand, spot by spot. */
export interface PassingRecords {
  readonly filter: RecordFilter;
  readonly total: number;
  /** How many stand at each spot. */
  readonly atSpot: Uint32Array;
  /** The same by mark: those of mark m at spot i are at i * marks.length + m. */
  readonly byMarkAtSpot: Uint32Array;
  /** The first in the list of those at each spot; meaningless where there is none. */
  readonly firstAtSpot: Uint32Array;
}

export function passingRecordsOf(store: RecordStore, filter: RecordFilter): PassingRecords {
  const { siteOf, spotOfSite, traitOf, traits } = store;
  const { failures, start, end } = filter;
  const atSpot = new Uint32Array(store.spots.size);
  const byMarkAtSpot = new Uint32Array(store.spots.size * marks.length);
  const firstAtSpot = new Uint32Array(store.spots.size);
  let total = 0;
  for (let record = start; record < end; record++) {
    const trait = traitOf[record] ?? 0;
    if (failures[trait] !== 0) continue;
    const spot = spotOfSite[siteOf[record] ?? 0] ?? 0;
    if (atSpot[spot] === 0) firstAtSpot[spot] = record;
    add(atSpot, spot);
    add(byMarkAtSpot, spot * marks.length + (traits.markNumbers[trait] ?? 0));
    total++;
  }
  return { filter, total, atSpot, byMarkAtSpot, firstAtSpot };
}
