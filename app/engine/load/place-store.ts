import { coastalFeaturesOutline, sortKeyComparator } from '../../../core/datasets/outlines.ts';
import { LocationIndex } from '../../../core/geo/location-index.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { ColumnChunk } from '../../../core/storage/columns/column-chunk.ts';
import { keyOfText } from '../../vocabulary/text.ts';
import { DictionaryEncoder } from './columns.ts';

/** A named place of the coast. */
export interface Place {
  readonly id: number;
  readonly name: string;
  /** As published; '' when missing. */
  readonly featureType: string;
  readonly town: string;
  readonly inshore: Position;
  readonly offshore: Position;
}

/** All places. A place is identified by its index in the stored list of features, from Z to A. */
export interface PlaceStore {
  readonly places: readonly Place[];
  /** The keys of the feature types, from `keyOfText`. */
  readonly types: readonly string[];
  /** The index of each place's type in `types`. */
  readonly typeOf: Uint32Array;
  /** Both points of all places: 2i is the inshore point of place i, 2i + 1 the offshore one. */
  readonly points: LocationIndex;
  /** The index of the distinct point of each of these points. */
  readonly pointOf: Uint32Array;
  /** The places from A to Z; those of one name in ascending order of their identifiers, as they are in `places`. */
  readonly fromAToZ: Uint32Array;
}

export function createPlaceStore(chunks: readonly ColumnChunk[]): PlaceStore {
  const places = chunks.flatMap(placesOf);
  const types = new DictionaryEncoder<string>();
  const typeOf = Uint32Array.from(places, ({ featureType }) => types.codeOf(keyOfText(featureType)));
  const bothPoints = places.flatMap(({ inshore, offshore }) => [inshore, offshore]);
  const points = LocationIndex.from(
    Float64Array.from(bothPoints, ({ longitude }) => longitude),
    Float64Array.from(bothPoints, ({ latitude }) => latitude),
  );
  return {
    places,
    types: types.keys,
    typeOf,
    points,
    pointOf: distinctPointOf(points),
    fromAToZ: orderFromAToZ(places),
  };
}

function placesOf(chunk: ColumnChunk): Place[] {
  const { locations, locationOf, identifiers, texts } = chunk;
  const textOf = (field: string, offset: number): string => {
    const column = texts[field];
    return column?.values[column.codes[offset] ?? 0] ?? '';
  };
  const pointOf = (point: number): Position => ({
    longitude: locations.longitudes[point] ?? 0,
    latitude: locations.latitudes[point] ?? 0,
  });
  return Array.from(identifiers, (id, offset) => {
    const place = locationOf[offset] ?? 0;
    return {
      id,
      name: locations.names[place] ?? '',
      featureType: textOf('CoastalFeatureFeatureType', offset),
      town: textOf('CoastalFeatureTownProximityNEW', offset),
      inshore: pointOf(place * locations.pointsPerLocation),
      offshore: pointOf((place + 1) * locations.pointsPerLocation - 1),
    };
  });
}

/** Reverses the groups of names that collate as equal, but not the places within a group: ties keep their order. */
function orderFromAToZ(places: readonly Place[]): Uint32Array {
  const compare = sortKeyComparator(coastalFeaturesOutline);
  const order = new Uint32Array(places.length);
  let next = 0;
  for (let end = places.length; end > 0;) {
    let start = end - 1;
    while (start > 0 && compare(places[start - 1]?.name ?? '', places[start]?.name ?? '') === 0) start--;
    for (let place = start; place < end; place++) order[next++] = place;
    end = start;
  }
  return order;
}

/** The index of the distinct point of each item. */
export function distinctPointOf({ locations, records, recordStarts }: LocationIndex): Uint32Array {
  const pointOf = new Uint32Array(records.length);
  for (let point = 0; point < locations.size; point++) {
    const end = recordStarts[point + 1] ?? 0;
    for (let next = recordStarts[point] ?? 0; next < end; next++) pointOf[records[next] ?? 0] = point;
  }
  return pointOf;
}
