import { countOf } from '../vocabulary/numbers.ts';
import type { SavablePlace } from './saved-places.ts';

/** The day of a visit on this device's calendar: "2 July", with the year if it is not the current one. */
function dayOf(time: Date, now: Date): string {
  const isThisYear = time.getFullYear() === now.getFullYear();
  const options = { day: 'numeric', month: 'long' } as const;
  return time.toLocaleDateString('en-AU', isThisYear ? options : { ...options, year: 'numeric' });
}

/**
 * "3 new records near Trigg since 2 July", "3 new records near your point near Trigg since 2 July"; without the place if
 * its name is next to the text.
 */
export function newRecordsText(count: number, seenAt: string, place?: NamedPlace, now = new Date()): string {
  const near = place === undefined ? '' : ` near ${placeInWords(place)}`;
  return `${countOf(count, 'new record')}${near} since ${dayOf(new Date(seenAt), now)}`;
}

type NamedPlace = Pick<SavablePlace, 'placeId' | 'name'>;

/** A point is often near a place that is also saved, and has its name: the words must tell them apart. */
function placeInWords({ placeId, name }: NamedPlace): string {
  if (placeId !== null) return name;
  // "Near Trigg Beach", "12 km from Trigg Beach", or a name of its own.
  const [relation] = /^(?:near|[\d.,]+ \S+ from) /i.exec(name) ?? [];
  if (relation === undefined) return `your point at ${name}`;
  return `your point ${relation.toLowerCase()}${name.slice(relation.length)}`;
}
