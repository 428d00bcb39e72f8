import { distanceToBoxAtMost } from '../../core/geo/distance-bounds.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import type { Summary } from '../engine/engine.ts';
import { hasCircle, type PlaceOrPoint, wholeCoast } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle, pointTitle } from '../vocabulary/titles.ts';
import type { Session } from './session.ts';

interface NamedPlace {
  /** "Near " for a point that is named after a place nearby; otherwise ''. */
  readonly before: string;
  readonly name: string;
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

export const overlapInWords = 'The circles overlap: sightings and visits in both count for both places.';

/** The places of the comparison that is open, once the second one is chosen; null without one. */
export async function readOpenComparison(session: Session): Promise<readonly (ComparedPlace | null)[] | null> {
  const { selection, comparison, selectionRadiusInMetres, units } = session.view.getState();
  if (!hasCircle(selection) || comparison === null || comparison === 'choose') return null;
  return readComparison(session, [selection, comparison], selectionRadiusInMetres, units);
}

/** "Cottesloe Beach and Warnbro Sound". Null if one of them does not exist. */
export function comparisonTitle(places: readonly (ComparedPlace | null)[]): string | null {
  const names = places.flatMap((place) => (place ? [plainText(place.before + place.name)] : []));
  return names.length < places.length ? null : names.join(' and ');
}

async function findPlace(
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
