import type { Position } from '../../core/geo/wgs84.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { listOf, metresPerDegree } from '../view/search-around.ts';
import { defaultRadiusInMetres, defaultSelectionRadiusInMetres, roundedSearch } from '../view/view-state.ts';
import { keyOfText } from '../vocabulary/text.ts';

/** Types of places on the seashore. Others, such as points and islands, are also at rivers. */
const shoreTypes = new Set(['beach', 'bay', 'surf break', 'cape', 'reef', 'cove']);
const fewRecords = 10;

/**
 * Lists the beaches nearest to a position if there is neither a seashore nor more than a few records around it, as in
 * the middle of a city. Returns whether it did.
 */
export async function listBeachesIfInland({ engine, view }: Explorer, centre: Position): Promise<boolean> {
  const shores = (await engine.placeNames()).filter(({ featureType }) => shoreTypes.has(keyOfText(featureType)));
  const reach = defaultSelectionRadiusInMetres;
  if (shores.length === 0 || shores.some(({ inshore }) => approximateDistance(centre, inshore) <= reach)) return false;
  if ((await engine.recordIdsWithin(centre, reach)).length >= fewRecords) return false;
  const search = roundedSearch({ mode: 'nearest', centre, radiusInMetres: defaultRadiusInMetres });
  view.setState((state) => ({
    ...listOf(state, { search, council: null }),
    ...{ tab: 'places', sort: 'nearest', filters: { ...state.filters, featureTypes: ['beach'] } },
    selectionEntry: 'new',
  }));
  return true;
}

/** In metres, of points that are close together. */
function approximateDistance(from: Position, to: Position): number {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  return Math.hypot(east, to.latitude - from.latitude) * metresPerDegree;
}
