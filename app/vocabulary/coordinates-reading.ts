import type { Position } from '../../core/geo/wgs84.ts';
import { regionOfData as region } from './region.ts';

/** A point that was read, with a note on what was guessed; or why none could be. Both in words for a person. */
export type CoordinatesReading = { readonly position: Position; readonly note?: string } | { readonly problem: string };

/** The reading of two numbers whose meaning is known; `note` tells what had to be guessed. */
export function readingOf(latitude: number, longitude: number, note?: string): CoordinatesReading {
  if (!(Math.abs(latitude) <= 90)) {
    return { problem: `A latitude lies between 90° S and 90° N; ${degreesOf(latitude)} is beyond.` };
  }
  if (!(Math.abs(longitude) <= 180)) {
    return { problem: `A longitude lies between 180° W and 180° E; ${degreesOf(longitude)} is beyond.` };
  }
  // Adding zero turns minus zero into zero.
  const position = { longitude: longitude + 0, latitude: latitude + 0 };
  const allNotes = [note, isMirrored(position) ? northNote : undefined].filter((each) => each !== undefined);
  return allNotes.length > 0 ? { position, note: allNotes.join(' ') } : { position };
}

const northNote = 'This is north of the equator; south takes a minus sign or the letter S.';

/** Whether a point would lie in the region with its latitude's sign turned: a sign easily forgotten. */
function isMirrored({ longitude, latitude }: Position): boolean {
  return longitude >= region.west && longitude <= region.east && latitude >= -region.north && latitude <= -region.south;
}

function degreesOf(value: number): string {
  return Number.isFinite(value) ? `${Number(value.toFixed(5))}°` : 'the number given';
}
