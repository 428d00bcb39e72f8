import type { Position } from '../../core/geo/wgs84.ts';
import type { LocationSearch } from './view-state.ts';
import { plainPosition } from '../vocabulary/coordinates.ts';

/** The search if it is one within a radius of this very point, as far as an address tells points apart; else null. */
export function searchWithinRadiusOf(point: Position, search: LocationSearch | null): LocationSearch | null {
  return search?.mode === 'radius' && plainPosition(search.centre) === plainPosition(point) ? search : null;
}
