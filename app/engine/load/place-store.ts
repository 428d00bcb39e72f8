import { coastalFeaturesOutline, sortKeyComparator } from '../../../core/datasets/outlines.ts';
import { LocationIndex } from '../../../core/geo/location-index.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import type { StoredPoints } from '../../../core/storage/format/flatbush-file.ts';
import type { DatasetColumns } from '../../../core/storage/reader/stored-columns.ts';
import { keyOfText } from '../../../core/datasets/text-key.ts';
import type { PlaceName } from '../engine.ts';
import { DictionaryEncoder } from './columns.ts';

/** All places. A place is identified by its index in the stored list of features, which is sorted from Z to A. */
export interface PlaceStore {
  readonly places: readonly PlaceName[];
  /** The keys of the feature types, from `keyOfText`. */
  readonly types: readonly string[];
  /** The index of each place's type in `types`. */
  readonly typeOf: Uint32Array;
  /** Both points of all places: 2i is the inshore point of place i, 2i + 1 the offshore one. */
  readonly points: LocationIndex;
  /** The slot of each of these points in the stored index. */
  readonly pointOf: Uint32Array;
  /** The places from A to Z; places with the same name in ascending order of their identifiers, as in `places`. */
  readonly fromAToZ: Uint32Array;
}

export function createPlaceStore({ chunks, points }: DatasetColumns): PlaceStore {
  const places = chunks.flatMap((chunk) => placesOf(chunk, points));
  const types = new DictionaryEncoder<string>();
  const typeOf = Uint32Array.from(places, ({ featureType }) => types.encode(keyOfText(featureType)));
  const pointOf = Uint32Array.from(
    chunks.flatMap(({ locations, locationOf }) => {
      return Array.from(locationOf).flatMap((location) => bothPointsOf(locations, location));
    }),
    (point) => points.slotOf[point],
  );
  return {
    places,
    types: types.keys,
    typeOf,
    points: LocationIndex.fromOrderedLocations(points.longitudes, points.latitudes, pointOf),
    pointOf,
    fromAToZ: orderFromAToZ(places),
  };
}

/** The numbers of a location's inshore and offshore points in the list of distinct points. */
function bothPointsOf({ points, pointsPerLocation }: ColumnChunk['locations'], location: number): [number, number] {
  return [points[location * pointsPerLocation], points[(location + 1) * pointsPerLocation - 1]];
}

function placesOf(chunk: ColumnChunk, { longitudes, latitudes, slotOf }: StoredPoints): PlaceName[] {
  const { locations, locationOf, identifiers, texts } = chunk;
  const textOf = (field: string, offset: number): string => {
    const column = texts[field];
    return column?.values[column.codes[offset]] ?? '';
  };
  const positionOf = (point: number): Position => {
    const slot = slotOf[point];
    return { longitude: longitudes[slot], latitude: latitudes[slot] };
  };
  return Array.from(identifiers, (id, offset) => {
    const location = locationOf[offset];
    const [inshore, offshore] = bothPointsOf(locations, location);
    return {
      id,
      name: locations.names[location] ?? '',
      featureType: textOf('CoastalFeatureFeatureType', offset),
      town: textOf('CoastalFeatureTownProximityNEW', offset),
      inshore: positionOf(inshore),
      offshore: positionOf(offshore),
    };
  });
}

/** Reverses the groups of places whose names collate as equal. Places within a group keep their order. */
function orderFromAToZ(places: readonly PlaceName[]): Uint32Array {
  const compare = sortKeyComparator(coastalFeaturesOutline);
  const order = new Uint32Array(places.length);
  let next = 0;
  for (let end = places.length; end > 0;) {
    let start = end - 1;
    while (start > 0 && compare(places[start - 1].name, places[start].name) === 0) start--;
    for (let place = start; place < end; place++) order[next++] = place;
    end = start;
  }
  return order;
}
