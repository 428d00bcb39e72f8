import { distinct, distinctRows } from '../collections/arrays.ts';
import type { DatasetDescription, FieldDescription } from '../datasets/dataset-description.ts';
import { classesOf, interactionOf, type Kind, type Mark } from '../datasets/kinds.ts';
import { dateTimeToSeconds, type RecordedTimes, secondsToDateTime } from '../datasets/recorded-time.ts';
import type { SiteRules } from '../datasets/site.ts';
import { detectedTag } from '../datasets/tagged-sharks.ts';
import { keyOfText } from '../datasets/text-key.ts';
import type { CodedTexts, ColumnChunk } from '../storage/columns/column-chunk.ts';
import type { DetailChunk } from '../storage/columns/detail-chunk.ts';
import type { StoredPoints } from '../storage/format/flatbush-file.ts';
import type { StoredColumns } from '../storage/reader/stored-columns.ts';
import { convertToLocalTime, type LocalTimes } from './local-time.ts';

export type Value = string | number | null;

/** Values of the records of a chunk: the distinct values, and for each record the index of its own. */
export interface Coded<Item> {
  readonly values: readonly Item[];
  readonly codes: Uint32Array;
}

/** The values of a field or of an expression: coded, or one number for each record, NaN where there is none. */
export type Column = Coded<Value> | { readonly numbers: Float64Array };

/** The points of the records: for each, the slot of its point in the index of the dataset. */
export interface PointColumn {
  /** By location of the chunk. */
  readonly slots: Uint32Array;
  readonly locationOf: Uint32Array;
  /** Of the points, by slot. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

/** Instants or intervals of the records, in seconds since 1970-01-01T00:00:00Z; NaN where there is none. */
export interface TimeColumn {
  readonly begins: Float64Array;
  /** The same array as `begins`, if all are instants. */
  readonly ends: Float64Array;
}

/** Where the columns have the values of a field. */
type FieldSource =
  | { readonly kind: 'identifier' | 'time' | 'placeName' | 'text' }
  | { readonly kind: 'degrees'; readonly position: number; readonly axis: 'longitudes' | 'latitudes' }
  | { readonly kind: 'detail'; readonly group: number }
  | { readonly kind: 'length'; readonly of: string };

function sourceOf(dataset: DatasetDescription, { name, lengthOf }: FieldDescription): FieldSource {
  const { identifierField, sortKey, columns, positions } = dataset;
  if (name === identifierField) return { kind: 'identifier' };
  if (name === columns.placeName) return { kind: 'placeName' };
  if (name === sortKey.field) return { kind: 'time' };
  if (lengthOf !== undefined) return { kind: 'length', of: lengthOf };
  if (columns.texts.some(({ field, only }) => field === name && only === undefined)) return { kind: 'text' };
  for (const [position, { longitudeField, latitudeField }] of positions.entries()) {
    if (name === longitudeField) return { kind: 'degrees', position, axis: 'longitudes' };
    if (name === latitudeField) return { kind: 'degrees', position, axis: 'latitudes' };
  }
  const group = columns.details.findIndex((fields) => fields.includes(name));
  if (group < 0) throw new RangeError(`the columns of ${dataset.name} do not have the field ${name}`);
  return { kind: 'detail', group };
}

/** The group of details that has the values of a field; undefined if the columns have them. */
export function detailGroupOf(dataset: DatasetDescription, name: string): number | undefined {
  const source = sourceOf(dataset, fieldOf(dataset, name));
  if (source.kind === 'length') return detailGroupOf(dataset, source.of);
  return source.kind === 'detail' ? source.group : undefined;
}

function fieldOf(dataset: DatasetDescription, name: string): FieldDescription {
  const field = dataset.fields.find((each) => each.name === name);
  if (!field) throw new RangeError(`${dataset.name} has no field ${name}`);
  return field;
}

/** What the records of a chunk count as. */
export interface Classes {
  readonly kinds: Coded<Kind>;
  readonly marks: readonly Mark[];
  /** The tagged shark of each detection, as a text that identifies it; null of other records. */
  readonly sharks: Coded<string | null>;
}

export interface Visits {
  /** By row, the number of its visit; 0 of a record that is not a detection. */
  readonly visitOf: Uint32Array;
  /** Visit n is at index n - 1. `shark` is a code of `sharks` in `Classes`. */
  readonly visits: readonly { readonly shark: number; readonly day: number }[];
}

/** For numbers that identify a shark and a day: the first exceeds the days in the years 0 to 9999, the second those from the year 0 to 1970. */
export const [daysPerShark, dayOffset] = [2 ** 22, 720_000];

/** A run of the list: its columns, and the details that have been read. What is derived from them is kept. */
export class Chunk {
  readonly columns: ColumnChunk;
  /** The index of its first record in the list. */
  readonly firstIndex: number;
  readonly #dataset: DatasetDescription;
  readonly #points: StoredPoints | undefined;
  readonly #details = new Map<number, DetailChunk>();
  readonly #times: RecordedTimes;
  readonly #rules: SiteRules;
  readonly #derived: Map<string, unknown>;

  /** `points` are required for positions. */
  constructor(
    dataset: DatasetDescription,
    columns: ColumnChunk,
    firstIndex: number,
    points: StoredPoints | undefined,
    { dataVersion, rules, times }: Pick<StoredColumns, 'dataVersion' | 'rules' | 'times'>,
  ) {
    this.#dataset = dataset;
    this.columns = columns;
    this.firstIndex = firstIndex;
    this.#points = points;
    this.#times = times;
    this.#rules = rules;
    let derived = derivedOf.get(columns);
    // Another version can have the same columns with other points and details, and another build other rules.
    if (derived?.dataVersion !== dataVersion || derived.rules !== rules) {
      derivedOf.set(columns, (derived = { dataVersion, rules, contents: new Map() }));
    }
    this.#derived = derived.contents;
  }

  get records(): number {
    return this.columns.records;
  }

  addDetails(group: number, details: DetailChunk): void {
    this.#details.set(group, details);
  }

  /** A value that all records have. */
  constant<Item>(value: Item): Coded<Item> {
    return { values: [value], codes: this.once('zeros', () => new Uint32Array(this.records)) };
  }

  /** Like `column`, but with times in seconds, which sort like their texts and take no time to write. */
  sortableColumn(name: string): Column {
    return name === this.#dataset.sortKey.field && this.columns.seconds
      ? { numbers: this.columns.seconds }
      : this.column(name);
  }

  /** The values of a field as published. */
  column(name: string): Column {
    const source = sourceOf(this.#dataset, fieldOf(this.#dataset, name));
    const { columns } = this;
    switch (source.kind) {
      case 'identifier':
        return { numbers: columns.identifiers };
      case 'time':
        return this.once('time texts', () => codedTimes(this.#seconds()));
      case 'placeName':
        return { values: columns.locations.names, codes: columns.locationOf };
      case 'text':
        return this.#texts(columns.texts, name);
      case 'degrees': {
        const degrees = this.#storedPoints()[source.axis];
        const { slots, locationOf } = this.points(source.position);
        return { values: Array.from(slots, (slot) => degrees[slot]), codes: locationOf };
      }
      case 'detail':
        return this.#detail(source.group, name);
      case 'length': {
        const { values, codes } = this.column(source.of) as Coded<string | null>;
        return { values: values.map((text) => (text ?? '').length), codes };
      }
    }
  }

  /** The points of the records: those of one position of the dataset. */
  points(position: number): PointColumn {
    const { locations, locationOf } = this.columns;
    const { slotOf, longitudes, latitudes } = this.#storedPoints();
    const slots = this.once(`slots ${position}`, () =>
      Uint32Array.from(locations.names, (_, location) => {
        return slotOf[locations.points[location * locations.pointsPerLocation + position]];
      }),
    );
    return { slots, locationOf, longitudes, latitudes };
  }

  /** The times of a `dateTime` field as instants, by the rule of `recorded-time.ts`. A date is the interval of its day. */
  times(name: string): TimeColumn {
    return this.once(`times ${name}`, () => {
      const { basisOf, instantOf } = this.local(name);
      const begins = new Float64Array(this.records);
      for (let row = 0; row < begins.length; row++) begins[row] = instantOf(row);
      const times = this.#timesOf(name);
      if (!times.midnightsAreDates) return { begins, ends: begins };
      return { begins, ends: begins.map((begin, row) => (basisOf(row) === 'date' ? times.endOfDay(begin) : begin)) };
    });
  }

  /** The local times of a `dateTime` field. */
  local(name: string): LocalTimes {
    return this.once(`local ${name}`, () => {
      const { values: owners, codes: ownerOf } = this.#texts(this.columns.texts, 'OwnerValue');
      const isSortKey = name === this.#dataset.sortKey.field;
      const seconds = isSortKey ? this.#seconds() : secondsOf(this.column(name) as Coded<string | null>);
      return convertToLocalTime({ seconds, ownerOf, owners, times: this.#timesOf(name) });
    });
  }

  /** What the records of `RawData` count as. */
  classes(): Classes {
    return this.once('classes', () => {
      const { texts } = this.columns;
      const interactions = this.#texts(texts, 'InteractionValue');
      const species = this.#texts(texts, 'SightingSpeciesValue');
      const tags = this.#texts(texts, 'ObjectId');
      const { first, at } = distinctRows([interactions.codes, species.codes, tags.codes]);
      const parts = first.map((row) => {
        const interaction = interactions.values[interactions.codes[row]];
        const speciesKey = keyOfText(species.values[species.codes[row]]);
        const tag = detectedTag(interaction, tags.values[tags.codes[row]]);
        const shark = tag === null ? null : `${tag} ${speciesKey}`;
        const kind = interactionOf(interaction, this.#rules);
        return { ...classesOf(kind, tag !== null, speciesKey, this.#rules), shark };
      });
      return {
        kinds: { values: parts.map(({ kind }) => kind), codes: at },
        marks: parts.map(({ mark }) => mark),
        sharks: { values: parts.map(({ shark }) => shark), codes: at },
      };
    });
  }

  /** The visits in `RawData`, numbered from 1: pairs of a tagged shark and a local day. */
  visits(): Visits {
    return this.once('visits', () => {
      const { sharks } = this.classes();
      const { localDays } = this.local(this.#dataset.sortKey.field);
      const visitOf = new Uint32Array(this.records);
      const numbers = new Map<number, number>();
      const visits: { readonly shark: number; readonly day: number }[] = [];
      for (let row = 0; row < visitOf.length; row++) {
        const shark = sharks.codes[row];
        if (sharks.values[shark] === null) continue;
        const day = localDays[row];
        const key = shark * daysPerShark + day + dayOffset;
        let number = numbers.get(key);
        if (number === undefined) {
          visits.push({ shark, day });
          numbers.set(key, (number = visits.length));
        }
        visitOf[row] = number;
      }
      return { visitOf, visits };
    });
  }

  /** Only the time of the sort key can be a date without a time. */
  #timesOf(name: string): RecordedTimes {
    return name === this.#dataset.sortKey.field ? this.#times : this.#times.withoutDates;
  }

  #seconds(): Float64Array {
    const { seconds } = this.columns;
    if (!seconds) throw new RangeError(`${this.#dataset.name} is not sorted by time`);
    return seconds;
  }

  #storedPoints(): StoredPoints {
    if (!this.#points) throw new RangeError('the points have not been read');
    return this.#points;
  }

  #texts(texts: Readonly<Record<string, CodedTexts>>, name: string): CodedTexts {
    const column = texts[name];
    if (!column) throw new RangeError(`the chunk has no column ${name}`);
    return column;
  }

  #detail(group: number, name: string): CodedTexts {
    const details = this.#details.get(group);
    if (!details) throw new RangeError(`the details ${group} have not been read`);
    return this.#texts(details, name);
  }

  /** Returns the result of `compute`, cached under a key for as long as the columns are cached for this data version. */
  once<Content>(key: string, compute: () => Content): Content {
    let content = this.#derived.get(key);
    if (content === undefined) this.#derived.set(key, (content = compute()));
    return content as Content;
  }
}

/** What has been derived from columns, for as long as these are cached. */
const derivedOf = new WeakMap<ColumnChunk, Derived>();

interface Derived {
  readonly dataVersion: string;
  readonly rules: SiteRules;
  readonly contents: Map<string, unknown>;
}

function codedTimes(seconds: Float64Array): Coded<string> {
  const { first, at } = distinct(seconds);
  return { values: first.map((row) => secondsToDateTime(seconds[row])), codes: at };
}

function secondsOf({ values, codes }: Coded<string | null>): Float64Array {
  const secondsOfValues = values.map((text) => (text === null ? Number.NaN : dateTimeToSeconds(text)));
  const seconds = new Float64Array(codes.length);
  for (let row = 0; row < seconds.length; row++) seconds[row] = secondsOfValues[codes[row]];
  return seconds;
}
