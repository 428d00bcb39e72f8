/** The visits of tagged sharks, numbered from 1; 0 is the number of a record that is not a detection. */
export interface VisitColumns {
  /** For each record, the number of its pair of tagged shark and local day: a visit to any area that contains it. */
  readonly sharkDayOf: Uint32Array;
  readonly sharkDays: number;
  /** For each record, the number of its visit to its location. */
  readonly visitOf: Uint32Array;
  readonly visits: number;
}

interface DetectionColumns {
  readonly sharkOf: Uint32Array;
  readonly sharks: { readonly tags: readonly string[] };
  readonly localDays: Int32Array;
  readonly siteOf: Uint32Array;
  readonly locationOfSite: Uint32Array;
}

/** Numbers the visits: see `tagged-sharks.ts`. */
export function numberVisits(columns: DetectionColumns): VisitColumns {
  const { sharkOf, sharks, localDays, siteOf, locationOfSite } = columns;
  const sharkDayOf = new Uint32Array(sharkOf.length);
  const visitOf = new Uint32Array(sharkOf.length);
  // Of each shark, the last even and the last odd day so far. These are enough: records are in descending order of the
  // recorded day r, and their day in local time is r or r + 1. If day d is followed by another one of its parity, that is
  // at most d - 2, so from there on r is at most d - 2, and no day can be d again.
  const latestDay = new Int32Array(2 * sharks.tags.length);
  const latestNumber = new Uint32Array(2 * sharks.tags.length);
  let sharkDays = 0;
  const visits = new Map<number, number>();
  for (let record = 0; record < sharkOf.length; record++) {
    if (sharkOf[record] === 0) continue;
    const day = localDays[record];
    const slot = 2 * sharkOf[record] + (day & 1);
    if (latestNumber[slot] === 0 || latestDay[slot] !== day) {
      latestDay[slot] = day;
      latestNumber[slot] = ++sharkDays;
    }
    const sharkDay = latestNumber[slot];
    // Unique, because there are fewer locations than sites.
    const key = sharkDay * locationOfSite.length + locationOfSite[siteOf[record]];
    const visit = visits.get(key) ?? visits.size + 1;
    visits.set(key, visit);
    sharkDayOf[record] = sharkDay;
    visitOf[record] = visit;
  }
  return { sharkDayOf, sharkDays, visitOf, visits: visits.size };
}

/**
 * Returns a function that is true the first time it is called with a number up to `largest`, and always for 0, the number
 * of a record that is not a detection.
 */
export function createFirstTest(largest: number): (number: number) => boolean {
  const seen = new Uint8Array(largest + 1);
  return (number) => {
    const isFirst = seen[number] === 0;
    if (number !== 0) seen[number] = 1;
    return isFirst;
  };
}
