import { geodesicDistanceInMetres } from '../../../core/geo/geodesic.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { PlaceName, PointName } from '../engine.ts';
import type { DataIndex } from './data-index.ts';
import { noFilters } from '../../view/view-state.ts';
import { nearestPlaces, nearestWellKnownPlace, summariseLocation } from './around.ts';

/** A town or an island that is not a place itself, but the published town of places. */
export interface Town {
  readonly name: string;
  /** The number of places with this town. */
  readonly places: number;
  /** A circle around most of these places. */
  readonly centre: Position;
  readonly radiusInMetres: number;
}

/** The share of a town's places that its circle contains. Without a limit, a single far reef would make it useless. */
const shareInCircle = 0.9;
const smallestTownRadiusInMetres = 1000;
/** The places of a remote town may be spread along hundreds of kilometres, but are not at that town. */
const largestTownRadiusInMetres = 30_000;

const townsOfPlaces = new WeakMap<readonly PlaceName[], readonly Town[]>();

/** The published towns that are not places themselves, such as Rottnest Island. They are found once for the same array. */
export function townsOf(places: readonly PlaceName[]): readonly Town[] {
  const known = townsOfPlaces.get(places) ?? findTowns(places);
  townsOfPlaces.set(places, known);
  return known;
}

function findTowns(places: readonly PlaceName[]): Town[] {
  const names = new Set(places.map(({ name }) => keyOfText(name)));
  const groups = new Map<string, PlaceName[]>();
  for (const place of places) {
    const key = keyOfText(place.town);
    if (key === '' || names.has(key)) continue;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return [...groups.values()].map((group) => ({
    name: group[0].town.trim(),
    places: group.length,
    ...circleAroundPlaces(group),
  }));
}

function circleAroundPlaces(group: readonly PlaceName[]): Pick<Town, 'centre' | 'radiusInMetres'> {
  // Wrecks are often far out at sea.
  const onCoast = group.filter(({ featureType }) => keyOfText(featureType) !== 'wreck');
  const points = (onCoast.length > 0 ? onCoast : group).map(({ inshore }) => inshore);
  const centre = {
    longitude: median(points.map(({ longitude }) => longitude)),
    latitude: median(points.map(({ latitude }) => latitude)),
  };
  const distances = points
    .map(({ longitude, latitude }) => geodesicDistanceInMetres(centre.longitude, centre.latitude, longitude, latitude))
    .sort((a, b) => a - b);
  const reach = distances[Math.ceil(distances.length * shareInCircle) - 1];
  // Rounded up to two digits, so that the radius reads well.
  const digit = 10 ** Math.max(2, Math.floor(Math.log10(Math.max(reach, 1))) - 1);
  const rounded = Math.ceil(reach / digit) * digit;
  return {
    centre,
    radiusInMetres: Math.min(Math.max(rounded, smallestTownRadiusInMetres), largestTownRadiusInMetres),
  };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** A point this close to the centre of a town, or to a place, is the same point: addresses contain rounded coordinates. */
const sameCentreInMetres = 5;

/**
 * What people call a point: the town or the place at this point, the place that its records name, or the nearest
 * well-known place; null if there is none.
 */
export function pointNameOf(dataIndex: DataIndex, position: Position): PointName | null {
  const { longitude, latitude } = position;
  const town = townsOf(dataIndex.places.places).find(
    ({ centre }) =>
      geodesicDistanceInMetres(centre.longitude, centre.latitude, longitude, latitude) <= sameCentreInMetres,
  );
  if (town) return exactly(town.name);
  const [nearest] = nearestPlaces(dataIndex, position, 1);
  if (nearest && nearest.distanceInMetres <= sameCentreInMetres && nearest.name.trim() !== '') {
    return exactly(nearest.name);
  }
  const recorded = summariseLocation(dataIndex, position, noFilters, position)?.name ?? '';
  if (recorded.trim() !== '') return exactly(recorded);
  const wellKnown = nearestWellKnownPlace(dataIndex, position);
  if (!wellKnown || wellKnown.name.trim() === '') return null;
  return { name: wellKnown.name, isExact: false, distanceInMetres: wellKnown.distanceInMetres };
}

const exactly = (name: string): PointName => ({ name, isExact: true, distanceInMetres: 0 });
