import fc from 'fast-check';

import type {
  Expression,
  Instant,
  NumberExpression,
  Pattern,
  Position,
  Property,
  Scalar,
  TextExpression,
} from '../../cql2/expression.ts';
import { coastalFeatures, type CoastalFeatureRecord, rawData, type RawDataRecord } from '../../datasets/datasets.ts';
import { blankRecord } from '../../datasets/testing/blank-record.ts';
import { geodesicDistanceInMetres } from '../../geo/geodesic.ts';
import { type Collection, geometryName, queryablesOf } from '../collections.ts';
import { distanceKey, type FeatureQuery, type Near } from '../feature-query.ts';

/* Records and queries that have few different values, so that conditions are often true and keys are often equal. */

const pick = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const mostly = <Value>(usual: fc.Arbitrary<Value>, other: fc.Arbitrary<Value>): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 3, arbitrary: usual }, { weight: 1, arbitrary: other });
const frequent = <Values extends unknown[]>(...values: { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }) =>
  values.map((arbitrary: fc.Arbitrary<Values[number]>) => ({ weight: 4, arbitrary }));
/** Multiples of 1/2: the plane geometry of these is exact. */
const longitudes = [-180, -179.5, 0, 115, 115.5, 116, 116.5, 179.5, 180];
const latitudes = [-90, -33, -32.5, -32, -31.5, 0, 90];
const positions: fc.Arbitrary<Position> = mostly(
  fc.tuple(pick([115, 115.5, 116]), pick([-33, -32.5, -32])),
  fc.tuple(pick(longitudes), pick(latitudes)),
);

/** Around the change of the time basis, and the turn of a year. */
const days = ['2019-07-06', '2019-07-07', '2019-07-08', '2019-07-09', '2019-12-31', '2020-01-01'];
const clockTimes = ['00:00:01', '07:59:59', '08:00:00', '15:59:59', '16:00:00', '23:59:59'];
const timesAt = (clock: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(pick(days), pick(clock)).map(([day, time]) => `${day}T${time}`);
const texts = [
  'tiger',
  'Tiger',
  'TIGER ',
  'white',
  '',
  'Straße',
  'STRASSE',
  'café',
  'CAFE',
  '100%',
  'a_b',
  'a\\b',
  '😀x',
  '7',
];
const orNull = (values: readonly string[]): fc.Arbitrary<string | null> => fc.constantFrom(null, ...values);

/** Any values for the fields that are texts. */
const textsOf = (fields: readonly { readonly name: string; readonly type: string }[]) =>
  fc.record(Object.fromEntries(fields.flatMap(({ name, type }) => (type === 'text' ? [[name, orNull(texts)]] : []))));

const recordsWith = (clock: readonly string[]): fc.Arbitrary<RawDataRecord[]> => {
  const record = fc
    .tuple(
      textsOf(rawData.fields),
      fc.record({
        RawDataId: fc.nat({ max: 99 }),
        ObjectId: orNull(['1160', '1161', '7', 'WA1TSE', '٣', '']),
        InteractionValue: orNull(['sighted', 'Detected ', 'detected', 'detected', 'tagged & released', 'seen']),
        SightingSpeciesValue: orNull(['tiger', 'Tiger ', 'white']),
        OwnerValue: orNull(['SMART drumline trial', ' smart Drumline trial', 'Public report']),
        ReportDateTime: fc.option(timesAt([...clockTimes, '00:00:00'])),
        SightingDateTime: timesAt(clock),
      }),
      positions,
    )
    .map(([other, fields, [LocationX, LocationY]]): RawDataRecord => {
      return { ...blankRecord(rawData), ...other, ...fields, LocationX, LocationY };
    });
  return fc.uniqueArray(record, { minLength: 1, maxLength: 40, size: 'max', selector: ({ RawDataId }) => RawDataId });
};

const features: fc.Arbitrary<CoastalFeatureRecord[]> = fc.uniqueArray(
  fc
    .tuple(
      textsOf(coastalFeatures.fields),
      fc.record({
        CoastalFeatureID: fc.nat({ max: 99 }),
        CoastalFeatureDisplayName: pick(['Back Beach', 'back beach', 'Ångström Point', 'Zeewijk']),
        CoastalFeatureLGAName: orNull(['Busselton', ' Busselton', 'Augusta', ' ']),
      }),
      ...[positions, positions],
    )
    .map(([other, fields, inshore, offshore]): CoastalFeatureRecord => {
      const all = { ...blankRecord(coastalFeatures), ...other, ...fields };
      return {
        ...all,
        CoastalFeatureInshoreLongitude: inshore[0],
        CoastalFeatureInshoreLatitude: inshore[1],
        CoastalFeatureOffshoreLongitude: offshore[0],
        CoastalFeatureOffshoreLatitude: offshore[1],
        CoastalFeatureTweet_Text_Len: all.CoastalFeatureTweet_Text?.length ?? 0,
      };
    }),
  { maxLength: 15, size: 'max', selector: ({ CoastalFeatureID }) => CoastalFeatureID },
);

export interface Scene {
  readonly records: readonly RawDataRecord[];
  readonly features: readonly CoastalFeatureRecord[];
  readonly recordsPerColumnChunk: number;
}

/** In half of the scenes, most records are at 00:00:00. */
export const scenes: fc.Arbitrary<Scene> = fc.record({
  records: fc.oneof(
    recordsWith([...clockTimes, '00:00:00']),
    recordsWith(['00:00:00', '00:00:00', ...clockTimes.slice(0, 2)]),
  ),
  features,
  recordsPerColumnChunk: pick([2, 4, 9]),
});

const operation = <Op extends string, Arguments>(ops: readonly Op[], args: fc.Arbitrary<Arguments>) =>
  fc.record({ op: fc.constantFrom(...ops), args });
const some = <Item>(item: fc.Arbitrary<Item>, minLength = 1): fc.Arbitrary<Item[]> =>
  fc.array(item, { minLength, maxLength: minLength + 2 });

const lines = some(positions, 2);
const rings = fc.tuple(positions, positions, positions, positions).map(([first, ...rest]) => [first, ...rest, first]);
const geometry = <Type extends string, Coordinates>(type: Type, coordinates: fc.Arbitrary<Coordinates>) =>
  fc.record({ type: fc.constant(type), coordinates });
const simpleGeometries = fc.oneof(
  geometry('Point', positions),
  geometry('MultiPoint', some(positions)),
  geometry('LineString', lines),
  geometry('MultiLineString', some(lines)),
  geometry('Polygon', some(rings)),
  geometry('MultiPolygon', some(some(rings))),
);
/** West may exceed east. */
const boxes = fc.tuple(positions, positions, fc.boolean()).map(([[west, y1], [east, y2], isHigh]) => {
  const [south, north] = [Math.min(y1, y2), Math.max(y1, y2)];
  return { bbox: isHigh ? ([west, south, 0, east, north, 9] as const) : ([west, south, east, north] as const) };
});
const geometries = fc.oneof(
  { weight: 3, arbitrary: boxes },
  { weight: 3, arbitrary: simpleGeometries },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('GeometryCollection' as const), geometries: some(simpleGeometries) }),
  },
);

const dates = pick([...days, '2019-07-10', '1999-01-01']);
const timestamps = fc
  .tuple(timesAt([...clockTimes, '00:00:00', '16:00:00.5']), fc.constant('Z'))
  .map((parts) => parts.join(''));
const instants = fc.oneof(fc.record({ date: dates }), fc.record({ timestamp: timestamps }));
const patterns: fc.Arbitrary<Pattern> = fc.letrec<{ pattern: Pattern }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 2 },
    pick([
      '%',
      '_',
      '',
      't%',
      '%ER%',
      '_iger',
      '%\\%',
      'a\\_b',
      'a_b',
      'a\\\\b',
      '%a%b',
      '😀_',
      'caf%',
      '%\\',
      '2019-07-0_T%',
      '%1',
      'stra%e',
    ]),
    operation(['casei', 'accenti'], fc.tuple(tie('pattern'))),
  ),
})).pattern;

/** Filters of a collection, which name only what it has and compare only what can be. */
export function filtersOf(collection: Collection): fc.Arbitrary<Expression> {
  const named = (...types: string[]) =>
    queryablesOf(collection).flatMap(({ name, type }) => (types.includes(type) ? [{ property: name }] : []));
  const recordedTimes = named('dateTime');
  const times = recordedTimes.length > 0 ? mostly<Instant | Property>(pick(recordedTimes), instants) : instants;
  const ends = fc.oneof(
    dates,
    timestamps,
    fc.constant('..'),
    ...(recordedTimes.length > 0 ? [pick(recordedTimes)] : []),
  );
  const temporals = fc.oneof(
    { weight: 2, arbitrary: times },
    { weight: 1, arbitrary: fc.record({ interval: fc.tuple(ends, ends) }) },
  );
  const point = fc.constant({ property: geometryName });
  const comparisons = ['=', '<>', '<', '>', '<=', '>='] as const;
  const inAnyOrder = <A, B>(one: fc.Arbitrary<A>, other: fc.Arbitrary<B>) =>
    fc.oneof(fc.tuple(one, other), fc.tuple(other, one));
  return fc.letrec<{ condition: Expression; number: NumberExpression; text: TextExpression; scalar: Scalar }>(
    (tie) => ({
      condition: fc.oneof(
        { maxDepth: 3 },
        ...frequent(
          operation(comparisons, fc.tuple(tie('text'), tie('text'))),
          operation(comparisons, fc.tuple(tie('number'), tie('number'))),
          operation(comparisons, inAnyOrder(times, instants)),
          operation(['like'], fc.tuple(tie('text'), patterns)),
          operation(['s_intersects', 's_within'], inAnyOrder(point, geometries)),
          operation(['t_after', 't_before', 't_during', 't_intersects'], fc.tuple(temporals, temporals)),
          operation(['and', 'or'], some(tie('condition'), 2)),
          operation(['not'], fc.tuple(tie('condition'))),
        ),
        operation(['in'], fc.tuple(tie('text'), some(tie('text')))),
        operation(['in'], fc.tuple(tie('number'), some(tie('number')))),
        operation(['in'], fc.tuple(times, some(instants))),
        operation(['between'], fc.tuple(tie('number'), tie('number'), tie('number'))),
        operation(['isNull'], fc.tuple(fc.oneof(tie('condition'), tie('scalar'), geometries, point, temporals))),
        operation(comparisons, fc.tuple(fc.boolean(), fc.boolean())),
        fc.boolean(),
      ),
      number: fc.oneof(
        { maxDepth: 2 },
        ...frequent(pick(named('integer', 'number')), pick([0, 1, 2, 7, 50, 115.5, -32])),
        operation(['+', '-', '*', '/', '%', 'div', '^'], fc.tuple(tie('number'), tie('number'))),
      ),
      text: fc.oneof(
        { maxDepth: 2 },
        ...frequent(pick(named('text', 'dateTime'))),
        { weight: 3, arbitrary: pick([...texts, '2019-07-08T00:00:00', '1160']) },
        operation(['casei', 'accenti'], fc.tuple(tie('text'))),
      ),
      scalar: fc.oneof(fc.boolean(), instants, tie('number'), tie('text')),
    }),
  ).condition;
}

const nears: fc.Arbitrary<Near> = fc
  .record({
    centre: fc.record({ longitude: pick([...longitudes, 115.3]), latitude: pick([...latitudes, -32.1]) }),
    within: fc.oneof(pick([0, 60_000, 200_000, 5e6, 2e7, Infinity]), positions),
  })
  .map(({ centre, within }) => {
    // Or exactly as far as a point.
    const withinInMetres =
      typeof within === 'number'
        ? within
        : geodesicDistanceInMetres(centre.longitude, centre.latitude, within[0], within[1]);
    return { centre, withinInMetres };
  });

export function queriesOf(collection: Collection): fc.Arbitrary<FeatureQuery> {
  const keys = queryablesOf(collection).flatMap(({ name }) => (name === geometryName ? [] : [name]));
  return fc
    .record({
      filter: fc.option(filtersOf(collection), { nil: undefined, freq: 8 }),
      near: fc.option(nears, { nil: undefined, freq: 2 }),
      properties: fc.array(pick([...keys, distanceKey]), { maxLength: 3 }),
      directions: fc.tuple(...[1, 2, 3].map(() => pick(['asc', 'desc'] as const))),
      start: fc.oneof(fc.constant(0), fc.nat({ max: 12 })),
      count: fc.nat({ max: 30 }),
    })
    .map(({ properties, directions, ...query }) => ({
      ...query,
      order: properties
        .filter((property) => query.near !== undefined || property !== distanceKey)
        .map((property, index) => ({ property, direction: directions[index] ?? 'asc' })),
    }));
}
