import { formatRadius, type Units } from './distances.ts';
import { plainText } from './text.ts';

/*
 * The words for what a number covers, such as "within 5 km". They are the same in lists, summaries, titles and on
 * paper.
 */

/** What a number covers: a search, or else a council area, or else the area of the map. */
export interface Scope {
  readonly search: { readonly mode: 'radius' | 'nearest'; readonly radiusInMetres: number } | null;
  readonly council: string | null;
}

/** For texts that are next to the name of the council area. */
export const inThisCouncilArea = 'in this council area';

/** For a centre without a name. */
export const nearestToCentre = 'nearest to the centre';

/** "within 5 km". */
export const withinRadius = (radiusInMetres: number, units: Units): string =>
  `within ${formatRadius(radiusInMetres, units)}`;

/** "within 5 km", "in Town of Cottesloe", "on this map" or "nearest to the centre": follows a number or a noun. */
export function scopeInWords({ search, council }: Scope, units: Units): string {
  if (search?.mode === 'nearest') return nearestToCentre;
  if (search) return withinRadius(search.radiusInMetres, units);
  return council !== null ? `in ${plainText(council)}` : 'on this map';
}

/** The same for texts below a title, which is the name of the council area if there is no search. */
export function scopeBelowName(scope: Scope, units: Units): string {
  return !scope.search && scope.council !== null ? inThisCouncilArea : scopeInWords(scope, units);
}

/** "within 1 km" or "in this council area": the scope of a summary. */
export function summaryScopeInWords(
  scope: { readonly radiusInMetres: number } | { readonly council: string },
  units: Units,
): string {
  return 'council' in scope ? inThisCouncilArea : withinRadius(scope.radiusInMetres, units);
}
