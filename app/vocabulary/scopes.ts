import { formatRadius, type Units } from './distances.ts';
import { plainText } from './text.ts';

/*
 * What records and places are counted in: the words are the same in lists, summaries, titles and on paper.
 */

/** A search, or else a council area, or else the area of the map. */
export interface Scope {
  readonly search: { readonly mode: 'radius' | 'nearest'; readonly radiusInMetres: number } | null;
  readonly council: string | null;
}

/** Where the name of the council area is already written. */
export const inThisCouncilArea = 'in this council area';

/** Where no place names the centre. */
export const nearestToCentre = 'nearest to the centre';

/** "within 5 km". */
export const withinRadius = (radiusInMetres: number, units: Units): string =>
  `within ${formatRadius(radiusInMetres, units)}`;

/** "within 5 km", "in Town of Cottesloe", "on this map" or "nearest to the centre", to follow a number or a noun. */
export function scopeInWords({ search, council }: Scope, units: Units): string {
  if (search?.mode === 'nearest') return nearestToCentre;
  if (search) return withinRadius(search.radiusInMetres, units);
  return council !== null ? `in ${plainText(council)}` : 'on this map';
}

/** The same below a title that is the name of the council area. */
export function scopeBelowName(scope: Scope, units: Units): string {
  return !scope.search && scope.council !== null ? inThisCouncilArea : scopeInWords(scope, units);
}

/** "within 1 km" or "in this council area": what a summary covers. */
export function summaryScopeInWords(
  scope: { readonly radiusInMetres: number } | { readonly council: string },
  units: Units,
): string {
  return 'council' in scope ? inThisCouncilArea : withinRadius(scope.radiusInMetres, units);
}
