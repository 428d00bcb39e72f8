import type { Noun } from './site.ts';

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
 * - A receiver is known to have listened in a month in which it detected anything, and probably listened between its
 *   first and its last such month.
 */

/** The number of the tag that a record detected; null if the record is not a detection. */
export function detectedTag(interactionValue: string | null, objectId: string | null): string | null {
  const isDetected = interactionValue?.trim().toLowerCase() === 'detected';
  return isDetected && objectId !== null && /^[0-9]+$/.test(objectId) ? objectId : null;
}

/** These definitions in words, for documentation. `subject` is what the records are about, and `timeName` that of a time rule. */
export const visitRule = ({ one }: Noun, timeName: string): string =>
  'A detection is a record whose InteractionValue is "detected", in any letter case, and whose ObjectId consists only ' +
  'of digits: the number of the tag. ' +
  `A tagged ${one} is a pair of this number and the species as recorded: a number alone does not identify an animal. ` +
  `A visit is one tagged ${one} within an area on one day in ${timeName}. Other records that say "detected" were made ` +
  'by a device or reported by a person, and count by their species, as sightings or as others. A receiver is ' +
  'known to have listened in a month in which it detected anything, and probably listened between its first and its ' +
  'last such month; nothing is known about other months.';
