import type { Position } from '../../core/geo/wgs84.ts';
import type { Engine, Query } from '../engine/engine.ts';
import { hasCircle, type PlaceOrPoint, type ViewState, wholeCoast } from '../view/view-state.ts';
import type { Units } from '../vocabulary/distances.ts';
import { scopeInWords } from '../vocabulary/scopes.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle, pointTitle } from '../vocabulary/titles.ts';
import type { Explorer } from './explorer.ts';

export interface NamedPlace {
  /** "Near " for a point that is named after a place nearby; otherwise ''. */
  readonly before: string;
  readonly name: string;
}

/** What people call a place or a point, and where it is. Null for a place that does not exist. */
export async function findPlace(
  engine: Engine,
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
export async function regionNameOf(
  { engine }: Explorer,
  { selection, units }: ViewState,
  query: Query,
): Promise<string> {
  const { search, council, tab } = query;
  const place = hasCircle(selection) && (await findPlace(engine, selection, units));
  if (place) return plainText(place.before + place.name);
  if (!search && council !== null) return plainText(council);
  const point = search && (await engine.pointName(search.centre));
  if (!point) return `${tab === 'records' ? 'Records' : 'Places'} ${scopeInWords({ search, council: null }, units)}`;
  const { before, name } = pointTitle(point, units);
  return before + name;
}
