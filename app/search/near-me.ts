import type { Position } from '../../core/geo/wgs84.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { listOf, metresPerDegree } from '../view/search-around.ts';
import { defaultRadiusInMetres, defaultSelectionRadiusInMetres, roundedSearch } from '../view/view-state.ts';
import { formatDistance, formatRadius } from '../vocabulary/distances.ts';
import { regionOfData as region } from '../vocabulary/positions.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';

/** What happened, for the user. */
export interface NearMeMessage {
  readonly text: string;
  readonly isFailure: boolean;
}

const failures: Readonly<Record<Exclude<PositionOutcome['kind'], 'found'>, string>> = {
  unavailable: 'Your position is not available. Type a place or coordinates instead.',
  insecure: 'Browsers share your position only with secure (https) pages. Type a place or coordinates instead.',
  outside: 'You are outside the region this data covers. Type a place instead.',
};
/**
 * Shows the summary of the user's position, if the user allows it, or lists the nearest beaches if it is inland. Returns
 * a message about what is shown.
 */
export async function showNearMe(explorer: Explorer): Promise<NearMeMessage> {
  const outcome = await requestPosition();
  if (outcome.kind !== 'found') return { text: failures[outcome.kind], isFailure: true };
  const { position, accuracyInMetres } = outcome;
  const { units, select } = explorer.view.getState();
  // If that fails, the records are shown.
  if (await listBeachesIfInland(explorer, position).catch(() => false)) {
    const radius = formatRadius(defaultSelectionRadiusInMetres, units);
    return { text: `No beach is within ${radius} of you: these are the nearest.`, isFailure: false };
  }
  select({ kind: 'location', position });
  const accuracy = formatDistance(accuracyInMetres, units);
  return { text: `Records around your position, accurate to about ${accuracy}.`, isFailure: false };
}

/** Types of places on the seashore. Others, such as points and islands, are also at rivers. */
const shoreTypes = new Set(['beach', 'bay', 'surf break', 'cape', 'reef', 'cove']);
const fewRecords = 10;

/**
 * Lists the beaches nearest to a position if there is neither a seashore nor more than a few records around it, as in
 * the middle of a city. Returns whether it did.
 */
async function listBeachesIfInland({ engine, view }: Explorer, centre: Position): Promise<boolean> {
  const shores = (await engine.placeNames()).filter(({ featureType }) => shoreTypes.has(keyOfText(featureType)));
  const reach = defaultSelectionRadiusInMetres;
  if (shores.length === 0 || shores.some(({ inshore }) => approximateDistance(centre, inshore) <= reach)) return false;
  if ((await engine.recordIdsWithin(centre, reach)).length >= fewRecords) return false;
  const search = roundedSearch({ mode: 'nearest', centre, radiusInMetres: defaultRadiusInMetres });
  view.setState((state) => ({
    ...listOf(state, { search, council: null }),
    ...{ tab: 'places', sort: 'nearest', filters: { ...state.filters, featureTypes: ['beach'] } },
    latestEntry: 'new',
  }));
  return true;
}

/** In metres, of points that are close together. */
function approximateDistance(from: Position, to: Position): number {
  const east = (to.longitude - from.longitude) * Math.cos((from.latitude * Math.PI) / 180);
  return Math.hypot(east, to.latitude - from.latitude) * metresPerDegree;
}

type PositionOutcome =
  | { readonly kind: 'found'; readonly position: Position; readonly accuracyInMetres: number }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'insecure' }
  | { readonly kind: 'outside' };

const timeoutInMilliseconds = 15_000;

/**
 * Requests the position from the browser, which asks the user for permission. Failures are outcomes, not exceptions.
 */
function requestPosition(): Promise<PositionOutcome> {
  if (!window.isSecureContext) return Promise.resolve({ kind: 'insecure' });
  // Contrary to its type, it is undefined in some browsers if a policy forbids it.
  const geolocation = navigator.geolocation as Geolocation | undefined;
  if (!geolocation) return Promise.resolve({ kind: 'unavailable' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => {
        const { longitude, latitude, accuracy } = coords;
        const position = { longitude, latitude };
        resolve(
          isOutsideRegion(position) ? { kind: 'outside' } : { kind: 'found', position, accuracyInMetres: accuracy },
        );
      },
      () => {
        resolve({ kind: 'unavailable' });
      },
      { enableHighAccuracy: true, timeout: timeoutInMilliseconds, maximumAge: 60_000 },
    );
  });
}

/** About 300 km. */
const farInDegrees = 3;

/** Whether a point is far from the region of the data, which is not at the antimeridian. */
export function isOutsideRegion({ longitude, latitude }: Position): boolean {
  return (
    longitude < region.west - farInDegrees ||
    longitude > region.east + farInDegrees ||
    latitude < region.south - farInDegrees ||
    latitude > region.north + farInDegrees
  );
}
