/*
 * What the records of tagged sharks count as. A receiver records one shark many times, so a number of detections says
 * little about sharks.
 *
 * - A detection is a record whose InteractionValue is "detected", in any letter case and without outer spaces, and whose
 *   ObjectId, the number of the tag, consists of digits only. A record that says "detected" with another ObjectId is from
 *   a sonar or a person, and counts by its species as a sighting or as something else.
 * - A tagged shark is a distinct pair of the tag's number and the species as recorded. The number alone does not identify
 *   an animal: some numbers occur with several species.
 * - A visit is one tagged shark within an area on one day in local time.
 */

/** The number of the tag that a record detected; null if the record is not a detection. */
export function detectedTag(interactionValue: string | null, objectId: string | null): string | null {
  const isDetected = interactionValue?.trim().toLowerCase() === 'detected';
  return isDetected && objectId !== null && /^[0-9]+$/.test(objectId) ? objectId : null;
}

/** Numbers of visits, by tagged shark. */
export interface Visits {
  readonly visits: number;
  /** The sharks that visited, in ascending order. */
  readonly sharks: readonly number[];
}

/** More than the 3,652,425 days of the years 0 to 9999. */
const daysPerShark = 2 ** 22;

/**
 * Counts the visits in some detections of one area. Sharks are numbered from 0, up to 2 ** 30; days are counted from
 * 1970-01-01.
 */
export function countVisits(sharks: ArrayLike<number>, localDays: ArrayLike<number>): Visits {
  const visits = new Set<number>();
  const visitors = new Set<number>();
  for (let index = 0; index < sharks.length; index++) {
    const shark = Number(sharks[index]);
    visitors.add(shark);
    // Unique, because two days differ by less than `daysPerShark`.
    visits.add(shark * daysPerShark + Number(localDays[index]));
  }
  return { visits: visits.size, sharks: [...visitors].sort((a, b) => a - b) };
}
