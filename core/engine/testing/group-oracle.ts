import type { DatasetRecord } from '../../datasets/dataset-description.ts';
import type { CoastalFeatureRecord } from '../../datasets/datasets.ts';
import { classesOf, interactionOf, type KindRules } from '../../datasets/kinds.ts';
import { detectedTag } from '../../datasets/tagged-sharks.ts';
import { keyOfText } from '../../datasets/text-key.ts';
import type { CountedGroup, Grouping } from '../count-groups.ts';
import type { FeatureQuery } from '../feature-query.ts';
import { compare, type Interpreter, type Match, matchesOf, type OracleData } from './oracle.ts';
import type { Point } from './placement.ts';

/* The expected counts of the engine, by brute force. */

/** `features` are all coastal features. */
export function count(
  data: OracleData,
  query: Pick<FeatureQuery, 'filter' | 'near'>,
  groupBy: readonly Grouping[],
  features: readonly CoastalFeatureRecord[],
): { readonly numberMatched: number; readonly groups: CountedGroup[] } {
  const found = matchesOf(data, query);
  const groups = new Map<string, { values: (string | number | null)[]; members: Match[] }>();
  if (groupBy.length === 0) groups.set('[]', { values: [], members: [] });
  for (const match of found) {
    const values = groupBy.map((grouping) => valueOf(grouping, match, features, data.rules));
    const group = groups.get(JSON.stringify(values)) ?? { values, members: [] };
    groups.set(JSON.stringify(values), { values, members: [...group.members, match] });
  }
  const sorted = [...groups.values()].sort(
    ({ values: one }, { values: other }) =>
      one.map((value, index) => compare(value, other[index] ?? null)).find((each) => each !== 0) ?? 0,
  );
  return {
    numberMatched: found.length,
    groups: sorted.map(({ values, members }) => {
      if (data.collection.dataset.name !== 'RawData') return { values, features: members.length };
      const sightings = members.filter(({ record }) => classOf(record, data.rules).mark === 'sighting').length;
      const tagged = members.filter(({ record }) => sharkOf(record) !== null);
      const visits = tagged.map(
        ({ record, interpreter }) => `${sharkOf(record)} ${localTimeOf(interpreter).slice(0, 10)}`,
      );
      const sharks = tagged.map(({ record }) => sharkOf(record));
      return {
        values,
        features: members.length,
        sightings,
        visits: new Set(visits).size,
        taggedSharks: new Set(sharks).size,
      };
    }),
  };
}

const text = (record: DatasetRecord, field: string): string | null => record[field] as string | null;
const speciesOf = (record: DatasetRecord): string => keyOfText(text(record, 'SightingSpeciesValue'));
const tagOf = (record: DatasetRecord): string | null =>
  detectedTag(text(record, 'InteractionValue'), text(record, 'ObjectId'));
const sharkOf = (record: DatasetRecord): string | null =>
  tagOf(record) === null ? null : JSON.stringify([tagOf(record), speciesOf(record)]);
const classOf = (record: DatasetRecord, rules: KindRules) =>
  classesOf(interactionOf(text(record, 'InteractionValue'), rules), tagOf(record) !== null, speciesOf(record), rules);
const localTimeOf = (interpreter: Interpreter): string =>
  new Date(Number(interpreter.recorded('SightingDateTime')?.local) * 1000).toISOString();

function valueOf(
  grouping: Grouping,
  { record, interpreter }: Match,
  features: readonly CoastalFeatureRecord[],
  rules: KindRules,
): string | number | null {
  switch (grouping) {
    case 'species':
      return speciesOf(record) || null;
    case 'owner':
      return keyOfText(text(record, 'OwnerValue')) || null;
    case 'place':
      return text(record, 'LocationValue')?.trim() || null;
    case 'kind':
      return classOf(record, rules).kind;
    case 'year':
      return Number(localTimeOf(interpreter).slice(0, 4));
    case 'month':
      return Number(localTimeOf(interpreter).slice(5, 7));
    case 'hour':
      return interpreter.recorded('SightingDateTime')?.basis === 'date'
        ? null
        : Number(localTimeOf(interpreter).slice(11, 13));
    case 'featureType':
      return text(record, 'CoastalFeatureFeatureType')?.trim() || null;
    case 'town':
      return text(record, 'CoastalFeatureTownProximityNEW')?.trim() || null;
    case 'localArea':
      if ('CoastalFeatureLGAName' in record) return text(record, 'CoastalFeatureLGAName')?.trim() || null;
      return areasAt(interpreter.point, features).join(' / ') || null;
  }
}

/** The local areas of the features with the nearest point, if it is within half a degree: on a plane, as `local-areas.ts` says. */
function areasAt([longitude, latitude]: Point, features: readonly CoastalFeatureRecord[]): string[] {
  const scale = Math.cos((latitude * Math.PI) / 180);
  const near = features.flatMap((feature) => {
    const area = feature.CoastalFeatureLGAName?.trim() ?? '';
    const points: Point[] = [
      [feature.CoastalFeatureInshoreLongitude, feature.CoastalFeatureInshoreLatitude],
      [feature.CoastalFeatureOffshoreLongitude, feature.CoastalFeatureOffshoreLatitude],
    ];
    return points.map(([x, y]) => {
      const east = Math.min(Math.abs(x - longitude), 360 - Math.abs(x - longitude)) * scale;
      return { area, square: (y - latitude) ** 2 + east ** 2 };
    });
  });
  const named = near.filter(({ area, square }) => area !== '' && square <= 0.25);
  const least = Math.min(...named.map(({ square }) => square));
  return [...new Set(named.filter(({ square }) => square === least).map(({ area }) => area))].sort();
}
