import { distanceToBoxAtMost } from '../../core/geo/distance-bounds.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Query, Summary } from '../engine/engine.ts';
import { hasCircle, type PlaceOrPoint, type ViewState, wholeCoast } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { observationSentences, usualInWords } from '../vocabulary/observation-sentences.ts';
import { scopeInWords, summaryScopeInWords } from '../vocabulary/scopes.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle, pointTitle } from '../vocabulary/titles.ts';
import type { Session } from './session.ts';

const millisecondsAheadOfUtc = 8 * 3_600_000;

/**
 * "89 sightings, and 80 visits by 32 tagged sharks within 1 km since October 2014.", "Last sighting 8 April 2021.", …: the
 * sentences after the name of a place. The last one says what is usual at this time of the year.
 */
export function summarySentences(summary: Summary, units: Units, now = Date.now()): readonly string[] {
  const today = new Date(now + millisecondsAheadOfUtc).toISOString().slice(0, 10);
  const usual = usualInWords(summary.sightingDays, today);
  const sentences = observationSentences(summary, summaryScopeInWords(summary.scope, units), summary.firstMonth);
  return summary.records === 0 || usual === '' ? sentences : [...sentences, usual];
}

export interface NamedPlace {
  /** "Near " for a point that is named after a place nearby; otherwise ''. */
  readonly before: string;
  readonly name: string;
}

/** What people call a place or a point, and where it is. Null for a place that does not exist. */
export async function findPlace(
  { engine }: Session,
  place: PlaceOrPoint,
  units: Units,
): Promise<(NamedPlace & { readonly centre: Position }) | null> {
  if (place.kind === 'location') {
    const { position } = place;
    return { ...pointTitle(await engine.pointName(position), units), centre: position };
  }
  const row = await engine.place(place.id, wholeCoast.centre);
  return row && { before: '', name: placeTitle(row.name), centre: row.inshore };
}

/** "Cottesloe Beach and Warnbro Sound". Null if one of them does not exist. */
export function titleOfPlaces(places: readonly (NamedPlace | null)[]): string | null {
  const names = places.flatMap((place) => (place ? [plainText(place.before + place.name)] : []));
  return names.length < places.length ? null : names.join(' and ');
}

/**
 * What the list of a view is about: "Cottesloe Beach", "Near Cottesloe Beach", "12 km from Exmouth" or "Records on this
 * map".
 */
export async function regionNameOf(session: Session, { selection, units }: ViewState, query: Query): Promise<string> {
  const { search, council, tab } = query;
  const place = hasCircle(selection) && (await findPlace(session, selection, units));
  if (place) return plainText(place.before + place.name);
  if (!search && council !== null) return plainText(council);
  const point = search && (await session.engine.pointName(search.centre));
  if (!point) return `${tab === 'records' ? 'Records' : 'Places'} ${scopeInWords({ search, council: null }, units)}`;
  const { before, name } = pointTitle(point, units);
  return before + name;
}

/** A place or point that is compared, with the facts about its circle. */
export interface ComparedPlace extends NamedPlace {
  readonly summary: Summary;
}

export const comparisonIgnoresFilters = 'This comparison ignores the filters.';

/**
 * Reads the same summaries as the details of these places show, of circles with one radius. Null for a place that does
 * not exist. Rejects if the engine fails.
 */
export function readComparison(
  session: Session,
  places: readonly PlaceOrPoint[],
  radiusInMetres: number,
  units: Units,
): Promise<readonly (ComparedPlace | null)[]> {
  return Promise.all(
    places.map(async (place) => {
      const found = await findPlace(session, place, units);
      const summary = found && (await session.engine.summarise({ centre: found.centre, radiusInMetres }));
      return summary && { before: found.before, name: found.name, summary };
    }),
  );
}

/** Whether the circles surely overlap, so that some records may count for both places. */
export function doOverlap([first, second]: readonly Pick<ComparedPlace, 'summary'>[], radiusInMetres: number): boolean {
  if (!first || !second) return false;
  const { longitude, latitude } = second.summary.centre;
  const box = { west: longitude, south: latitude, east: longitude, north: latitude };
  return distanceToBoxAtMost(first.summary.centre, box) < 2 * radiusInMetres;
}
