import type { CountByMark } from '../engine/engine.ts';
import { observationsInWords } from '../vocabulary/observation-counts.ts';
import type { SavablePlace } from './saved-places.ts';

/** The day of a visit on this device's calendar: "2 July", with the year if it is not the current one. */
function dayOf(time: Date, now: Date): string {
  const isThisYear = time.getFullYear() === now.getFullYear();
  const options = { day: 'numeric', month: 'long' } as const;
  return time.toLocaleDateString('en-AU', isThisYear ? options : { ...options, year: 'numeric' });
}

/**
 * "New near Trigg since 2 July: 1 sighting and 2 visits", or "New around your point near Trigg …"; without the place if
 * its name is next to the text. What is new was published since that day, and may have happened before.
 */
export function newRecordsText(counts: CountByMark, seenAt: string, place?: NamedPlace, now = new Date()): string {
  const near = place === undefined ? '' : ` ${placeInWords(place)}`;
  return `New${near} since ${dayOf(new Date(seenAt), now)}: ${observationsInWords(counts)}`;
}

type NamedPlace = Pick<SavablePlace, 'placeId' | 'name'>;

/** A saved point is often named after a place that is also saved: the words must distinguish the two. */
function placeInWords({ placeId, name }: NamedPlace): string {
  if (placeId !== null) return `near ${name}`;
  // "Near Trigg Beach", "12 km from Trigg Beach", or a name of its own.
  const [relation] = /^(?:near|[\d.,]+ \S+ from) /i.exec(name) ?? [];
  if (relation === undefined) return `around your point at ${name}`;
  return `around your point ${relation.toLowerCase()}${name.slice(relation.length)}`;
}
