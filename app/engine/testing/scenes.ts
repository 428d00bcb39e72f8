import fc from 'fast-check';

import {
  coastalFeatures,
  type CoastalFeatureRecord,
  rawData,
  type RawDataRecord,
} from '../../../core/datasets/datasets.ts';
import { secondsToDateTime } from '../../../core/datasets/recorded-time.ts';
import type { SiteRules } from '../../../core/datasets/site.ts';
import { defaultRules, otherRules } from '../../../core/datasets/testing/default-rules.ts';
import { blankRecord } from '../../../core/datasets/testing/blank-record.ts';
import { positions } from '../../../core/geo/testing/scenes.ts';
import type { Position } from '../../../core/geo/wgs84.ts';
import type { Filters, LocationSearch } from '../../view/view-state.ts';
import { kinds } from '../../../core/datasets/kinds.ts';
import type { RangeFilter } from '../../vocabulary/ranges.ts';
import type { MapBox, Query } from '../engine.ts';

/** Records and features at a few points, in any order, and a query on them. */
export interface EngineScene {
  readonly records: readonly RawDataRecord[];
  readonly features: readonly CoastalFeatureRecord[];
  readonly query: Query;
  readonly rules: SiteRules;
}

const interactions = ['sighted', 'Sighted ', 'Detected', 'detected', 'tagged & released', 'caught & released', 'seen'];
const species = ['white', 'White ', 'tiger', 'whale carcass', 'Whale Carcass', 'unknown  sp.', '', 'sonar object'];
const sources = ['Public report', 'Public Report', 'SMART drumline trial', 'DPAW report'];
const types = ['Beach', 'beach ', 'Point', 'Surf Break'];
const names = [
  'Back Beach',
  'back beach',
  'Back Beach, Geraldton',
  'Ångström Point',
  'Angstrom Point',
  'Cottesloe',
  'Zeewijk Channel',
];
/** JSON has no -0. */
function withoutNegativeZero({ longitude, latitude }: Position): Position {
  return { longitude: longitude + 0, latitude: latitude + 0 };
}
/** Consecutive days, and one far away: 2019-12-30 to 2020-01-02, and 1987. */
const days = [18_260, 18_261, 18_262, 18_263, 6300];
const secondsOfDay = [0, 1, 7201, 43_200, 86_399];

const orNull = (texts: readonly string[]): fc.Arbitrary<string | null> => fc.constantFrom(null, ...texts);
const pick = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);

const blankRawData = blankRecord(rawData);
const blankFeature = blankRecord(coastalFeatures);

const recordsAt = (points: readonly Position[]): fc.Arbitrary<RawDataRecord[]> => {
  const record = fc.record({
    RawDataId: fc.nat(),
    ObjectId: orNull(['1160', '1161', '2', 'WA1TSE']),
    InteractionValue: orNull(interactions),
    SightingSpeciesValue: orNull(species),
    OwnerValue: orNull(sources),
    LocationValue: orNull(names),
    SightingSizeValue: orNull(['2.5m', '2.0m', '3m', 'large', 'NULL', '234.0m']),
    SightingNumbervalue: orNull(['1', '2  x', 'school of', 'NULL']),
    Distance: orNull(['300', '1.5', '0', 'NULL']),
    DistanceUnit: orNull(['m offshore', 'km offshore', 'km', 'NULL']),
    LocationDetail: orNull(['Circling', 'Circling a SURFER', 'NULL']),
    SightingDateTime: fc
      .tuple(pick(days), pick(secondsOfDay))
      .map(([day, rest]) => secondsToDateTime(day * 86_400 + rest)),
    point: pick(points),
  });
  return fc.uniqueArray(record, { maxLength: 60, selector: ({ RawDataId }) => RawDataId }).map((all) =>
    all.map(({ point, ...fields }) => ({
      ...blankRawData,
      InteractionId: '1',
      ...{ LocationX: point.longitude, LocationY: point.latitude },
      ...fields,
    })),
  );
};

const featuresAt = (points: readonly Position[]): fc.Arbitrary<CoastalFeatureRecord[]> => {
  const feature = fc.record({
    CoastalFeatureID: fc.nat(),
    CoastalFeatureDisplayName: pick(names),
    CoastalFeatureFeatureType: orNull(types),
    CoastalFeatureTownProximityNEW: orNull(['Perth Metro', 'Dunsborough']),
    inshore: pick(points),
    offshore: pick(points),
  });
  return fc.uniqueArray(feature, { maxLength: 12, selector: (one) => one.CoastalFeatureID }).map((all) =>
    all.map(({ inshore, offshore, ...fields }) => ({
      ...blankFeature,
      ...{ CoastalFeatureInshoreLongitude: inshore.longitude, CoastalFeatureInshoreLatitude: inshore.latitude },
      ...{ CoastalFeatureOffshoreLongitude: offshore.longitude, CoastalFeatureOffshoreLatitude: offshore.latitude },
      ...fields,
    })),
  );
};

const chosen = <Value>(values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: fc.subarray([...values]) });
const day: fc.Arbitrary<string | null> = fc.constantFrom(
  null,
  null,
  '2019-12-31',
  '2020-01-01',
  '1987-04-02',
  '2031-01-01',
);

/** Usually null; ends that occur in the data, and others. */
const rangeOf = (ends: readonly number[]): fc.Arbitrary<RangeFilter | null> => {
  const end = fc.option(pick([...ends, 2.2, 400]));
  const range = fc
    .tuple(end, end)
    .filter(([from, to]) => (from ?? to) !== null)
    .map(([from, to]) => ({ from, to }));
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: range },
    { weight: 1, arbitrary: fc.constant('none' as const) },
  );
};

const filters: fc.Arbitrary<Filters> = fc.record({
  kinds: chosen(kinds),
  species: chosen(['white', 'tiger', 'whale carcass', '', 'no such species']),
  sources: chosen(['public report', 'smart drumline trial', '', 'no such source']),
  featureTypes: chosen(['beach', 'point', '', 'no such type']),
  from: day,
  to: day,
  months: chosen([1, 4, 7, 12]),
  size: rangeOf([2, 2.5, 3]),
  offshore: rangeOf([0, 300, 1500]),
  remark: fc.constantFrom('', '', '', 'circling', 'surfer circling', 'null'),
  tag: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: pick(['1160', '2', '404']) }),
});

/** Boxes of whole degrees, anywhere that the map can be moved to, or with edges exactly at points. */
const areasAround = (points: readonly Position[]): fc.Arbitrary<MapBox> => {
  const latitude = fc.oneof(fc.integer({ min: -90, max: 90 }), pick(points.map((point) => point.latitude)));
  const longitude = fc.oneof(fc.integer({ min: -180, max: 180 }), pick(points.map((point) => point.longitude)));
  const spans = fc.oneof(
    fc.record({ west: longitude, east: longitude }),
    fc.tuple(fc.integer({ min: -540, max: 540 }), fc.nat(400)).map(([west, width]) => ({ west, east: west + width })),
  );
  return fc.tuple(spans, latitude, latitude).map(([span, one, other]) => ({
    ...span,
    south: Math.min(one, other),
    north: Math.max(one, other),
  }));
};

const searchesAround = (points: readonly Position[]): fc.Arbitrary<LocationSearch | null> =>
  fc.oneof(
    fc.constant(null),
    fc.record({
      mode: fc.constantFrom('radius' as const, 'nearest' as const),
      centre: fc.oneof(positions, pick(points)),
      radiusInMetres: fc.oneof(fc.double({ min: 1, max: 2e7, noNaN: true }), fc.constantFrom(50, 5000, 1_000_000)),
    }),
  );

export const engineScenes: fc.Arbitrary<EngineScene> = fc
  .array(positions.map(withoutNegativeZero), { minLength: 1, maxLength: 10 })
  .chain((points) =>
    fc.record({
      records: recordsAt(points),
      features: featuresAt(points),
      rules: fc.constantFrom(defaultRules, otherRules),
      query: fc.record({
        filters,
        tab: fc.constantFrom('records' as const, 'places' as const),
        sort: fc.constantFrom('newest' as const, 'oldest' as const, 'nearest' as const, 'largest' as const),
        search: searchesAround(points),
        // The names of the areas are not part of a scene: see `summary.test.ts`.
        council: fc.constant(null),
        area: areasAround(points),
        rows: fc.constant({ start: 0, end: 1000 }),
      }),
    }),
  );
