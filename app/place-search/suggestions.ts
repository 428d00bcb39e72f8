import type { PlaceRow } from '../engine/questions.ts';
import { formatPosition } from '../vocabulary/coordinates.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/plain-text.ts';
import type { CoordinatesReading } from '../vocabulary/read-coordinates.ts';

/** What can be chosen: a place, or the point that was typed. */
export type Suggestion =
  | { readonly kind: 'place'; readonly place: PlaceRow }
  | { readonly kind: 'point'; readonly reading: Extract<CoordinatesReading, { position: unknown }> };

export const nothingFound = 'No place of that name. Coordinates such as -31.99, 115.75 work too.';

/** The typed point, or else places: no place is called like coordinates. */
export function suggestionsOf(
  reading: CoordinatesReading | undefined,
  places: readonly PlaceRow[],
): readonly Suggestion[] {
  if (reading && 'position' in reading) return [{ kind: 'point', reading }];
  return places.map((place) => ({ kind: 'place', place }));
}

/** What the box shows once a suggestion is chosen. */
export function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'place'
    ? plainText(suggestion.place.name).trim()
    : formatPosition(suggestion.reading.position);
}

/** "Beach", "Perth Metro", "118 records near": what tells places of one name apart. */
export function placeDetails({ featureType, town, recordsNear }: PlaceRow): readonly string[] {
  const parts = [featureType.trim(), town.trim(), `${countOf(recordsNear, 'record')} near`];
  return parts.filter((part) => part !== '');
}

/** What those hear who do not see the list. */
export function announcementOf(suggestions: readonly Suggestion[], message: string | null): string {
  return message ?? countOf(suggestions.length, 'suggestion');
}
