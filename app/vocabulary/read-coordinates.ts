import { readMapLink } from './read-map-link.ts';
import { readWrittenCoordinates } from './read-written-coordinates.ts';
import type { CoordinatesReading } from './coordinates-reading.ts';

export type { CoordinatesReading } from './coordinates-reading.ts';

/** Long enough for the addresses of map applications. */
const longestText = 2000;

/**
 * The point that a text names, or what is wrong with it in words for a person; undefined for a text that is not meant
 * as coordinates, such as the name of a place. Understood are degrees, degrees and minutes, degrees, minutes and
 * seconds, with signs or letters; `geo:` addresses; and links of map applications and of this site. Never throws.
 */
export function readCoordinates(text: string): CoordinatesReading | undefined {
  if (text.length > longestText) return undefined;
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return readMapLink(trimmed) ?? readWrittenCoordinates(trimmed);
}
