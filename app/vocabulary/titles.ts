import { dateInWords } from './dates.ts';
import { formatDistance, type Units } from './distances.ts';
import type { Kind, Mark } from '../../core/datasets/kinds.ts';
import { site } from './site.ts';
import { withinRadius } from './scopes.ts';
import { capitalise, plainText } from './text.ts';
import { speciesName } from './value-names.ts';
import { taggedSubject } from './site-words.ts';

/** A title in two parts: published text, which may have any text direction, and the interface's text after it. */
export interface Title {
  readonly published: string;
  readonly rest: string;
}

interface NamedRecord {
  readonly species: string;
  readonly interaction: Kind;
  readonly place: string;
  readonly dateTime: string;
}

/** What a record is. */
export const recordLabel = ({ mark }: { readonly mark: Mark }): string =>
  mark === 'detection' ? `${site.marks.detection.label} of a ${taggedSubject.one}` : site.marks[mark].label;

/** "White shark, detected". */
export function recordTitle({ species, interaction }: Pick<NamedRecord, 'species' | 'interaction'>): Title {
  return { published: speciesName(species), rest: `, ${site.kinds[interaction].verb}` };
}

/** "White shark, detected near Albany, 31 July 2021": for a title without further details of the record. */
export function fullRecordTitle(record: NamedRecord): string {
  const { published, rest } = recordTitle(record);
  const place = record.place.trim();
  return `${published}${rest}${place === '' ? '' : ` near ${place}`}, ${dateInWords(record.dateTime)}`;
}

/** The name of a place as published, trimmed. */
export function placeTitle(name: string): string {
  return name.trim() || 'Place not recorded';
}

/** The published name of a town or place, for a point. */
export interface PointName {
  readonly name: string;
  /** Whether the point is the centre of the town or the place itself, and not only near it. */
  readonly isExact: boolean;
  /** To the named place; 0 if the name is exact. */
  readonly distanceInMetres: number;
}

/** Farther away, a point is not near a place in everyday words. */
const nearInMetres = 5000;

/** How a point is related to the place that it is named after: "near ", "12 km from "; '' at the place itself. */
export function beforePointName({ isExact, distanceInMetres }: PointName, units: Units): string {
  if (isExact) return '';
  return distanceInMetres <= nearInMetres ? 'near ' : `${formatDistance(distanceInMetres, units)} from `;
}

/** The title of a point: "Trigg Beach", "Near Trigg Beach", "12 km from Trigg Beach". */
export function pointTitle(point: PointName | null, units: Units): { readonly before: string; readonly name: string } {
  if (!point) return { before: 'Point on the map', name: '' };
  return { before: capitalise(beforePointName(point, units)), name: plainText(point.name).trim() };
}

/** "within 10 km of Albany", "within 10 km, near Albany", "within 10 km". */
export function circleInWords(radiusInMetres: number, point: PointName | null, units: Units): string {
  const within = withinRadius(radiusInMetres, units);
  return point ? `${within}${afterRadius(point, units)}${plainText(point.name).trim()}` : within;
}

/** What comes between a radius and the name of its centre: " of ", ", near ", ", 12 km from ". */
export function afterRadius(point: PointName, units: Units): string {
  return point.isExact ? ' of ' : `, ${beforePointName(point, units)}`;
}

/** The titles of selections that do not exist. */
export const missingTitles = {
  record: 'No such record',
  place: 'No such place',
  area: 'No such council area',
} as const;
