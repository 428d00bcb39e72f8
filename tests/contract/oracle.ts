import geodesicLibrary from 'geographiclib-geodesic';

/**
 * The expected responses, computed by brute force: sort everything, measure everything. This file shares nothing with
 * the code under test except the library that measures geodesics.
 */

export const datasetNames = ['CoastalFeatures', 'RawData'] as const;
export type DatasetName = (typeof datasetNames)[number];
export const orders = ['desc', 'asc'] as const;
export type Order = (typeof orders)[number];

export interface OracleRecord {
  readonly identifier: number;
  readonly sortKey: string;
  /** The compact JSON. */
  readonly text: string;
  readonly points: readonly (readonly [longitude: number, latitude: number])[];
}

type RecordOfDataset = Readonly<Record<string, string | number | null>>;

/** The record of a dataset with this compact JSON. */
export function oracleRecord(dataset: DatasetName, text: string): OracleRecord {
  const record = JSON.parse(text) as RecordOfDataset;
  const point = (longitude: string, latitude: string): readonly [number, number] => [
    Number(record[longitude]),
    Number(record[latitude]),
  ];
  if (dataset === 'RawData') {
    const { RawDataId, SightingDateTime } = record;
    const points = [point('LocationX', 'LocationY')];
    return { identifier: Number(RawDataId), sortKey: String(SightingDateTime), text, points };
  }
  const { CoastalFeatureID, CoastalFeatureDisplayName } = record;
  const points = ['Inshore', 'Offshore'].map((side) =>
    point(`CoastalFeature${side}Longitude`, `CoastalFeature${side}Latitude`),
  );
  return { identifier: Number(CoastalFeatureID), sortKey: String(CoastalFeatureDisplayName), text, points };
}

const collator = new Intl.Collator('en', { sensitivity: 'accent' });

/** Sorts records of a dataset; ties are in ascending order of the identifier in both directions. */
function sorted(dataset: DatasetName, order: Order, records: readonly OracleRecord[]): readonly OracleRecord[] {
  const compareKeys = (a: string, b: string): number =>
    dataset === 'CoastalFeatures' ? collator.compare(a, b) : Number(a > b) - Number(a < b);
  const sign = order === 'asc' ? 1 : -1;
  return [...records].sort((a, b) => sign * compareKeys(a.sortKey, b.sortKey) || a.identifier - b.identifier);
}

function distanceInMetres(record: OracleRecord, longitude: number, latitude: number): number {
  return Math.min(
    ...record.points.map(
      ([pointLongitude, pointLatitude]) =>
        geodesicLibrary.Geodesic.WGS84.Inverse(latitude, longitude, pointLatitude, pointLongitude).s12 ?? Number.NaN,
    ),
  );
}

/** Knows the records of a site. Complete lists and distances are computed once, because many cases need the same. */
export class Oracle {
  readonly records: Readonly<Record<DatasetName, readonly OracleRecord[]>>;
  /** Whether these are all records of the site. */
  readonly isComplete: boolean;
  readonly #computed = new Map<string, unknown>();

  constructor(records: Oracle['records'], isComplete = true) {
    this.records = records;
    this.isComplete = isComplete;
  }

  /** A record, for requests whose response does not depend on which one it is. */
  first(dataset: DatasetName): OracleRecord {
    const [record] = this.records[dataset];
    if (!record) throw new Error(`${dataset} has no records`);
    return record;
  }

  /** Whether a record of the site may have this identifier. */
  mayHave(dataset: DatasetName, identifier: string): boolean {
    if (!this.isComplete) return Number.isSafeInteger(Number(identifier));
    return this.records[dataset].some((record) => String(record.identifier) === identifier);
  }

  inOrder(dataset: DatasetName, order: Order): readonly OracleRecord[] {
    return this.#once(`${dataset} ${order}`, () => sorted(dataset, order, this.records[dataset]));
  }

  within(
    dataset: DatasetName,
    order: Order,
    longitude: number,
    latitude: number,
    rangeInMetres: number,
  ): readonly OracleRecord[] {
    const distances = this.#distances(dataset, longitude, latitude);
    const found = this.records[dataset].filter((_, index) => (distances[index] ?? Infinity) <= rangeInMetres);
    return found.length === distances.length ? this.inOrder(dataset, order) : sorted(dataset, order, found);
  }

  nearest(
    dataset: DatasetName,
    order: Order,
    longitude: number,
    latitude: number,
    rangeInMetres = Infinity,
  ): OracleRecord | undefined {
    const distances = this.#distances(dataset, longitude, latitude);
    const least = distances.reduce((one, other) => Math.min(one, other), Infinity);
    if (least > rangeInMetres) return undefined;
    const found = this.records[dataset].filter((_, index) => distances[index] === least);
    return sorted(dataset, order, found)[0];
  }

  #distances(dataset: DatasetName, longitude: number, latitude: number): readonly number[] {
    return this.#once(`${dataset} ${longitude} ${latitude}`, () =>
      this.records[dataset].map((record) => distanceInMetres(record, longitude, latitude)),
    );
  }

  #once<Value>(key: string, compute: () => Value): Value {
    if (!this.#computed.has(key)) this.#computed.set(key, compute());
    return this.#computed.get(key) as Value;
  }
}

const arrayTexts = new WeakMap<readonly OracleRecord[], string>();

/** The JSON array of records. The same list has the same text, which is in memory once. */
export function arrayText(records: readonly OracleRecord[]): string {
  const text = arrayTexts.get(records) ?? `[${records.map((record) => record.text).join(',')}]`;
  arrayTexts.set(records, text);
  return text;
}
