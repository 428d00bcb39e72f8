import type { Position } from '../../core/geo/wgs84.ts';
import type { MapBox } from '../view/fit-positions.ts';
import type { Filters, LocationSearch, Sort, Tab } from '../view/view-state.ts';
import type { RecordedBasis } from '../vocabulary/dates.ts';
import type { Bearing } from '../vocabulary/distances.ts';
import { type Kind, type Mark } from '../../core/datasets/kinds.ts';
import { byEachMark } from '../vocabulary/kinds.ts';
import type { Listening } from '../vocabulary/listening.ts';
import type { ObservedElsewhere, Observations, SightingDays } from '../vocabulary/observation-sentences.ts';
import type { PointName } from '../vocabulary/titles.ts';

/*
 * The engine's interface: queries and results. They are plain data because they are sent between threads. Distances and
 * bearings are from the centre of the search, or else from the centre of the map as it is drawn. Methods that receive no
 * position use the centre of the latest query.
 */

export type { Bearing, MapBox, PointName };

/**
 * The query for the list, the counts and the histogram. A search for the nearest items looks everywhere and finds the
 * 200 nearest that match the filters, sorted by distance regardless of `sort`. Its histogram counts only the nearest
 * 200 records. Its facets count all records and places.
 */
export interface Query {
  readonly filters: Filters;
  readonly tab: Tab;
  readonly sort: Sort;
  /** If null, the query is limited to the council area or, without one, to the map's area. */
  readonly search: LocationSearch | null;
  /** The name of a council area. Applies without a search. Nothing is in an area that no coastal feature is in. */
  readonly council: string | null;
  readonly area: MapBox;
  /** The rows that the result should include: those on the screen. `end` is exclusive. */
  readonly rows: { readonly start: number; readonly end: number };
  /**
   * If given, the detections of a visit are grouped, and `rows` counts a group as one row unless the identifier of its first
   * record in the list is in this array. Applies to `query` only: elsewhere, each record is a row.
   */
  readonly expandedGroups?: readonly number[];
}

export interface RecordRow extends Bearing {
  readonly kind: 'record';
  readonly id: number;
  readonly mark: Mark;
  readonly interaction: Kind;
  /** A key, from `keyOfText`. */
  readonly species: string;
  readonly source: string;
  /** The published name of its location; '' when missing. */
  readonly place: string;
  /** `YYYY-MM-DDThh:mm:ss`, in local time. */
  readonly dateTime: string;
  readonly position: Position;
  /** The number of the tag that a detection recorded; null for other records. */
  readonly tag: string | null;
  /** The zone of the recorded time, or `date` if only the date was recorded. See `core/datasets/recorded-time.ts`. */
  readonly timeBasis: RecordedBasis;
  /** In local time with its offset (RFC 3339), or `YYYY-MM-DD` if only the date was recorded. */
  readonly timestamp: string;
  /** Null until `loadDetails` has completed. */
  readonly details: RecordDetails | null;
  /** Present if the record is listed below the row of its group. */
  readonly isInGroup?: true;
  /** Present if the record is a visit in a list with a filter by tag. */
  readonly step?: JourneyStep;
}

/** A visit as part of the journey of its tagged shark. */
export interface JourneyStep {
  /** The number of its stop: see `SharkJourney`. */
  readonly stop: number;
  /** From the shark's visit before, in time, of all that match the filters; null for its first visit. */
  readonly sinceLast: (Bearing & { readonly days: number }) | null;
}

/**
 * The visits of one tagged shark to locations, in the order of their first detections. Consecutive visits to a location
 * are one stop. The stops are numbered through all sharks with a tag number, so that no number is used twice.
 */
export interface SharkJourney {
  /** A key, from `keyOfText`. */
  readonly species: string;
  readonly visits: number;
  readonly locations: number;
  /** The local times of the first and the last detection. */
  readonly first: string;
  readonly last: string;
  readonly firstStop: number;
  readonly lastStop: number;
  /** The positions of its stops, as far as their numbers are at most `maxStops`. */
  readonly stops: readonly Position[];
}

/** The tagged sharks with one tag number, in the order of their first visits. */
export interface Journey {
  readonly sharks: readonly SharkJourney[];
}

/** The detections of one visit to a location, as one row: see `groupVisits`. */
export interface GroupRow extends Bearing {
  readonly kind: 'group';
  /** The identifier of its first record in the list. */
  readonly id: number;
  readonly records: number;
  readonly isExpanded: boolean;
  readonly tag: string;
  readonly mark: Mark;
  readonly species: string;
  readonly place: string;
  readonly position: Position;
  /** In local time. */
  readonly first: string;
  readonly last: string;
  readonly timeBasis: RecordRow['timeBasis'];
  /** Present in a list with a filter by tag. */
  readonly step?: JourneyStep;
}

/** The facts of a record that are loaded later. Texts are '' if they are missing or published as NULL. */
export interface RecordDetails {
  /** As published: "2.5m", "large". */
  readonly size: string;
  /** Null without a plausible number. */
  readonly sizeInMetres: number | null;
  /** The number of animals as published: "2  x", "school of". */
  readonly number: string;
  /** ", a school, 2.5 m", to follow the species; '' without either. */
  readonly sizeAndNumber: string;
  readonly distanceOffshoreInMetres: number | null;
  /** As published, with its unit: "300 m offshore". */
  readonly distanceText: string;
  readonly remark: string;
}

/** A coastal feature. */
export interface PlaceName {
  readonly id: number;
  readonly name: string;
  /** As published; '' when missing. */
  readonly featureType: string;
  readonly town: string;
  readonly inshore: Position;
  readonly offshore: Position;
}

export interface PlaceRow extends PlaceName, Bearing {
  readonly kind: 'place';
  /** Within 1 km of the inshore point, regardless of the filters. */
  readonly near: SightingsAndVisits;
}

export type Row = RecordRow | PlaceRow;
/** A row of a list of records in which the detections of each visit are grouped. */
export type GroupedRecordRow = RecordRow | GroupRow;
export type ListRow = Row | GroupRow;

/** By mark, the number of records or, of detections, of visits. */
export type CountByMark = Readonly<Record<Mark, number>>;
export type SightingsAndVisits = Pick<CountByMark, 'sighting' | 'detection'>;

/** Such counts by month. The first count of a mark is for `firstMonth`. */
export interface Histogram {
  /** The months of the oldest and the newest of all records in local time, counted from the start of the year 0. */
  readonly firstMonth: number;
  readonly lastMonth: number;
  readonly counts: Readonly<Record<Mark, Uint32Array>>;
}

/** A filter value and the number of records or places with it, with all other filters applied. */
export interface FacetValue {
  readonly key: string;
  readonly count: number;
}

export interface SpeciesFacetValue extends FacetValue {
  /** The number of tagged sharks and of records that are not detections. */
  readonly sharks: number;
}

/**
 * Every value that occurs, the most frequent in the complete data first: the species with most sharks. The order does not
 * depend on the filters.
 */
export interface Facets {
  readonly kinds: readonly FacetValue[];
  readonly species: readonly SpeciesFacetValue[];
  readonly sources: readonly FacetValue[];
  readonly featureTypes: readonly FacetValue[];
}

/** A filter that is cleared as one: the days and the months of the year are `dates`. */
export type SingleFilter = Exclude<keyof Filters, 'from' | 'to' | 'months'> | 'dates';

/** Why nothing was found, and which changes would help. */
export interface EmptyResultReason {
  /** The number of items in the area without any filter. */
  readonly inArea: number;
  /** The number found without one of the filters; only filters whose removal helps, the most helpful first. */
  readonly without: readonly { readonly filter: SingleFilter; readonly count: number }[];
  /** The nearest record that matches the filters, anywhere. */
  readonly nearestRecord: RecordRow | null;
  /** The nearest receiver: a point at which tagged sharks were detected. */
  readonly nearestReceiver: NearestReceiver | null;
}

/** How many items a query finds. Computing only these is much faster than a complete result. */
export interface Counts {
  /** The number of all records or all places, depending on the tab. */
  readonly all: number;
  /** The number that match the filters, anywhere. */
  readonly matching: number;
  /** The number that match the filters and are in the area or found by the search: the length of the list. */
  readonly found: number;
  /** The number found in the other tab. */
  readonly foundInOtherTab: number;
}

export interface Result extends Counts {
  /** Identifies late results. In an explorer, the properties of the query are the same objects as in the view. */
  readonly query: Query;
  readonly rows: readonly ListRow[];
  /** The number of rows of the list, in which the detections of a visit are one row; otherwise the same as `found`. */
  readonly listLength: number;
  /**
   * Of the records in the area or radius, with all filters applied except the dates; in a search for the nearest items,
   * of the records found.
   */
  readonly histogram: Histogram;
  /** The records found, regardless of the tab. */
  readonly byMark: CountByMark;
  /** The number of tagged sharks among them. */
  readonly sharks: number;
  readonly facets: Facets;
  /** With a search: the nearest record and the nearest place that match the filters, anywhere. */
  readonly nearestRecord: RecordRow | null;
  readonly nearestPlace: PlaceRow | null;
  /** Null unless nothing was found. */
  readonly emptyReason: EmptyResultReason | null;
  /** The published name of the council area that limits the query; null without one, and if no coastal feature is in it. */
  readonly council: string | null;
}

/** One mark on the map: a location, or a cluster of neighbouring ones. */
export interface MapMark {
  /** The location's position. A cluster has that of one of its locations, usually the one with the most observations. */
  readonly position: Position;
  /** The number of locations in the cluster; 1 for a single location. */
  readonly locations: number;
  /** The number of visits to each location and of records that are not detections: the sum of `byMark`. */
  readonly observations: number;
  /** The most frequent mark of these. */
  readonly mark: Mark;
  readonly byMark: CountByMark;
  /** The identifier of the only record that the mark represents; null if it represents more. */
  readonly onlyRecord: number | null;
  /** The smallest box that contains its locations. */
  readonly box: MapBox;
  /** The smallest box that contains its busiest locations, which together have most of its observations. */
  readonly busiestBox: MapBox;
}

export interface MarksQuery {
  readonly filters: Filters;
  readonly area: MapBox;
  readonly zoom: number;
}

/** The records at one point that match the filters. */
export interface LocationSummary extends Observations {
  readonly position: Position;
  /** The most frequent name of all records there, regardless of the filters. */
  readonly name: string;
  /** The local times of the oldest and the newest of these records; null without records. */
  readonly first: string | null;
  readonly last: string | null;
  /** See `speciesAmong`. */
  readonly species: readonly FacetValue[];
  readonly histogram: Histogram;
  /** The first rows of their list, newest first: at most ten, and the records of expanded groups. */
  readonly rows: readonly GroupedRecordRow[];
}

/** The places near a point, the nearest first, and what was observed around it, regardless of the filters. */
export interface NearbyItems {
  readonly places: readonly PlaceRow[];
  readonly observedWithin: readonly (SightingsAndVisits & { readonly radiusInMetres: number })[];
}

/** A published town or island that is not a place itself, with a circle around most of its places. */
export interface TownSuggestion {
  readonly kind: 'town';
  readonly name: string;
  /** The number of places with this town. */
  readonly places: number;
  readonly centre: Position;
  readonly radiusInMetres: number;
  /** In the circle, regardless of the filters. */
  readonly near: SightingsAndVisits;
}

/** A species or a kind of record, which are values of a filter that share a name; a tag; or words of remarks. */
export interface FilterSuggestion {
  readonly kind: 'filter';
  readonly filter: 'species' | 'kinds' | 'tag' | 'remark';
  readonly label: string;
  /** The values; of a tag and of remarks, one. */
  readonly keys: readonly string[];
  /** The number of all records that match. */
  readonly records: number;
}

/** A council area. It is suggested only for a text with a word such as "city", "shire" or "council". */
export interface AreaSuggestion {
  readonly kind: 'area';
  readonly name: string;
  readonly places: number;
}

export type SuggestionGroup =
  | { readonly kind: 'areas'; readonly items: readonly AreaSuggestion[] }
  | { readonly kind: 'places'; readonly items: readonly (PlaceRow | TownSuggestion)[] }
  | { readonly kind: 'filters'; readonly items: readonly FilterSuggestion[] };

/** Suggestions for a typed text, the best group and the best item of each group first. No group is empty. */
export interface Suggestions {
  readonly groups: readonly SuggestionGroup[];
  /** Whether the first suggestion is clearly what was meant, so that Enter may choose it. */
  readonly isClear: boolean;
}

/** What a summary covers: a circle, or the council area with this name. */
export type SummaryScope =
  { readonly centre: Position; readonly radiusInMetres: number } | { readonly council: string };

/** The facts about the records in a circle or a council area that match the filters. */
export interface Summary extends Observations, Pick<EmptyResultReason, 'inArea' | 'without'> {
  readonly scope: SummaryScope;
  /** Null without filters for records. */
  readonly filters: Filters | null;
  /** The month of the oldest of all records, also of those elsewhere, from the start of the year 0; null without records. */
  readonly firstMonth: number | null;
  /** Whether any record, also elsewhere, has a time and not only a date. */
  readonly hasTimes: boolean;
  /** The local day on which it was made, `YYYY-MM-DD`. */
  readonly today: string;
  /** Empty with filters: what is usual is known only of all records. */
  readonly sightingDays: readonly SightingDays[];
  /** Of the records in the scope. */
  readonly histogram: Histogram;
  /** The receivers within 5 km of the centre, or within the circle if it is larger, or in the council area. */
  readonly listening: Listening;
  /** The first rows of the list of these records, newest first: at most five, and the records of expanded groups. */
  readonly newest: readonly GroupedRecordRow[];
  /** The number of points inside with detections of tagged sharks. */
  readonly receiverPoints: number;
  /** The nearest receiver to the centre. Of a council area, the nearest to the middle of its records. */
  readonly nearestReceiver: NearestReceiver | null;
  /** The receivers in a council area, those with most visits first; empty for a circle. */
  readonly receivers: readonly NearestReceiver[];
  /** The nearest place with a well-known name: not a sign, a receiver, a buoy or a wreck. */
  readonly nearestPlace: PlaceRow | null;
  /** What is recorded within 5 km under the name of the place at its centre, but outside the circle; null without a place, and with filters. */
  readonly elsewhere: ObservedElsewhere | null;
  /** Of a circle, its centre; of a council area, the middle of `box`. */
  readonly centre: Position;
  /** The smallest box that contains the features of a council area; null for a circle. */
  readonly box: MapBox | null;
}

/** A point at which tagged sharks were detected. */
export interface NearestReceiver extends Bearing {
  readonly name: string;
  readonly position: Position;
  /** The number of visits of tagged sharks there. */
  readonly visits: number;
}

export interface LoadedData {
  readonly dataVersion: string;
  readonly builtAt: string;
  readonly sample: boolean;
  /** Whether each place has a feed at its path, which needs a host with the handler. */
  readonly hasPlaceFeeds: boolean;
  readonly records: number;
  readonly places: number;
  /** How recorded times are read, in words. */
  readonly timeRule: string;
  /** Local time of the newest record; null without records. */
  readonly newest: string | null;
  /** Of all records. */
  readonly histogram: Histogram;
}

export type FileFormat = 'csv' | 'geojson';

/** Records or places in an export format: a file without its head and its end. */
export interface ExportedList {
  readonly text: Blob;
  readonly count: number;
}

/** Several counts by mark. Detections count as visits. */
export type CountsByMark = Readonly<Record<Mark, Uint32Array>>;

/** The records of a query's list, counted for charts and for the printed page. */
export interface ChartCounts extends Observations {
  /** The local time of the oldest record; null without records. */
  readonly oldest: string | null;
  /** Whether any record, also elsewhere, has a time and not only a date. */
  readonly hasTimes: boolean;
  /** By month of the year, January first, in local time. */
  readonly months: CountsByMark;
  /**
   * By hour of the day in Western Australian time, without the records of which only the date was recorded. A visit
   * counts in each hour with a detection. `convertedFromUtc` of the records were recorded in UTC.
   */
  readonly hours: { readonly counts: CountsByMark; readonly convertedFromUtc: number; readonly withoutTime: number };
  /** See `speciesAmong`. */
  readonly species: readonly FacetValue[];
  /** By whole metres of length, see `sizeClasses`. Of each visit, the newest detection counts. Null until `loadDetails` has completed. */
  readonly sizes: {
    readonly counts: CountsByMark;
    /** The numbers of observations with a size that is not a plausible number of metres, and without any size. */
    readonly withSizeInWords: number;
    readonly withoutSize: number;
  } | null;
}

/** Runs the queries of the page, in a worker or in the page itself. */
export interface Engine {
  /**
   * Reads the data; if it is already loaded, reads it again. Progress is counted in records. Rejects with an Error
   * whose message can be shown to the user.
   */
  load(siteUrl: string, onProgress?: (loaded: number, total: number) => void): Promise<LoadedData>;
  query(query: Query): Promise<Result>;
  /** The same counts as in the result of `query`. */
  counts(query: Query): Promise<Counts>;
  marks(query: MarksQuery): Promise<readonly MapMark[]>;
  /** The journeys of the sharks with the tag of the filters, as far as they match all filters; without sharks if none do. */
  journey(filters: Filters): Promise<Journey>;
  placeNames(): Promise<readonly PlaceName[]>;
  /** What the text in the search box may mean: at most `limit` places, and species and kinds. */
  suggest(typed: string, limit: number): Promise<Suggestions>;
  /** Null if no record has this identifier. Distance and bearing are from `from`. */
  record(id: number, from: Position): Promise<RecordRow | null>;
  /** Null if no place has this identifier. Distance and bearing are from `from`. */
  place(id: number, from: Position): Promise<PlaceRow | null>;
  /**
   * The index of an item in a query's list, and the identifiers of the items before and after it. `previous` and `next`
   * are null at the ends of the list; all three are null if the item is not in it.
   */
  neighbours(query: Query, id: number): Promise<{ index: number | null; previous: number | null; next: number | null }>;
  /**
   * Null if no record is at this point, with or without the filters. `expandedGroups` has the identifiers of the groups
   * whose records are included in the rows.
   */
  location(position: Position, filters: Filters, expandedGroups?: readonly number[]): Promise<LocationSummary | null>;
  /** At most `limit` places. */
  nearby(position: Position, limit: number): Promise<NearbyItems>;
  /** What people call a point: the town or place at it, or else the nearest well-known place; null without one. */
  pointName(position: Position): Promise<PointName | null>;
  /** The identifiers of the records within a radius of a point, ascending, regardless of the filters. */
  recordIdsWithin(position: Position, radiusInMetres: number): Promise<readonly number[]>;
  /** Counts the records with these identifiers. */
  countRecords(ids: readonly number[]): Promise<CountByMark>;
  /**
   * Writes the complete records of a query's list, in its order, for downloads. A new export cancels the previous one.
   * Progress is counted in records. Rejects with an Error whose message can be shown to the user.
   */
  export(query: Query, format: FileFormat, onProgress?: (read: number, total: number) => void): Promise<ExportedList>;
  /**
   * Reads the details of all records, once: the results of later calls contain them. Queries with a filter by size or
   * distance, or sorted by size, do it themselves. Rejects with an Error whose message can be shown to the user; the
   * next call tries again.
   */
  loadDetails(): Promise<void>;
  /**
   * Null if no coastal feature is in the council area. `expandedGroups` has the identifiers of groups of its newest
   * rows whose records are included.
   */
  summarise(scope: SummaryScope, expandedGroups?: readonly number[], filters?: Filters): Promise<Summary | null>;
  /** The council area of a place; '' if it has none or does not exist. */
  councilOf(placeId: number): Promise<string>;
  /** Cancels the export in progress, which then rejects. Does nothing without one. */
  cancelExport(): Promise<void>;
  /** Counts the records of a query's list, whatever its tab. */
  charts(query: Query): Promise<ChartCounts>;
  /**
   * Sets the listener, replacing an earlier one. It is called when the engine stops: every call then fails until `load`
   * is called. Absent if the engine cannot stop.
   */
  onStopped?(listener: (error: Error) => void): void;
}

export interface YearCounts {
  readonly year: number;
  readonly byMark: CountByMark;
}

/** The counts of a histogram by month of the year, January first. */
export function monthsOfYear({ firstMonth, counts }: Histogram): CountsByMark {
  return byEachMark((mark) => {
    const ofYear = new Uint32Array(12);
    for (const [month, count] of counts[mark].entries()) ofYear[(firstMonth + month) % 12] += count;
    return ofYear;
  });
}

/** The counts of a histogram by year: every year that it covers, the oldest first. */
export function yearCountsOf({ firstMonth, lastMonth, counts }: Histogram): readonly YearCounts[] {
  const years: YearCounts[] = [];
  for (let year = Math.floor(firstMonth / 12); year <= Math.floor(lastMonth / 12); year++) {
    const start = Math.max(0, year * 12 - firstMonth);
    const end = Math.max(0, (year + 1) * 12 - firstMonth);
    const byMark = byEachMark((mark) => counts[mark].subarray(start, end).reduce((sum, each) => sum + each, 0));
    years.push({ year, byMark });
  }
  return years;
}
