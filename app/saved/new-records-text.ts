import { countOf } from '../vocabulary/numbers.ts';

/** The day of a visit on this device's calendar: "2 July", with the year if it is not the current one. */
function dayOf(time: Date, now: Date): string {
  const isThisYear = time.getFullYear() === now.getFullYear();
  const options = { day: 'numeric', month: 'long' } as const;
  return time.toLocaleDateString('en-AU', isThisYear ? options : { ...options, year: 'numeric' });
}

/** "3 new records near Trigg since 2 July", without the place if its name is next to the text. */
export function newRecordsText(count: number, seenAt: string, placeName?: string, now = new Date()): string {
  const near = placeName === undefined ? '' : ` near ${placeName}`;
  return `${countOf(count, 'new record')}${near} since ${dayOf(new Date(seenAt), now)}`;
}
