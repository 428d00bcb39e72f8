import type { Position } from '../../core/geo/wgs84.ts';
import type { Filters, LocationSearch, Sort, Tab } from '../view/view-state.ts';
import type { Kind, Mark } from '../vocabulary/kinds.ts';

/*
 * What the page asks the engine and what it answers: plain data alone, since it crosses from one thread to another.
 * The engine holds an overview of all records and places; in it a record is known by its index in the list, newest
 * first, a place by its index in the list of features.
 */

/** A box in degrees; west may exceed east where the map crosses the antimeridian. */
export interface MapBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/**
 * What the list, the counts and the histogram show. A search for the nearest looks everywhere and lists the 200 nearest
 * that pass the filters, by distance whatever the sort; what it finds is these, while its histogram and facets are of
 * everywhere.
 */
export interface Query {
  readonly filters: Filters;
  readonly tab: Tab;
  readonly sort: Sort;
  /** With one, what it finds is shown; without, what stands in the map's area. */
  readonly search: LocationSearch | null;
  readonly area: MapBox;
  /** Which rows of the list are wanted at once: those on the screen. End exclusive. */
  readonly rows: { readonly start: number; readonly end: number };
}

/**
 * How far and in which direction something lies from the centre of the search, or else of the map's area, half way up
 * as the map is drawn. Where a call names no centre, from that of the question asked last.
 */
export interface Bearing {
  readonly distanceInMetres: number;
  /** Clockwise from true north, at the start of the geodesic. */
  readonly bearingInDegrees: number;
}

export interface RecordRow extends Bearing {
  readonly kind: 'record';
  readonly id: number;
  readonly mark: Mark;
  readonly interaction: Kind;
  /** A key, as `keyOfText` gives it. */
  readonly species: string;
  readonly source: string;
  /** As published; '' when there is none. */
  readonly place: string;
  /** `YYYY-MM-DDThh:mm:ss`, as recorded. */
  readonly dateTime: string;
  readonly position: Position;
  /** The number of a tagged animal; null for what is not a detection of one. */
  readonly tag: string | null;
}

export interface PlaceRow extends Bearing {
  readonly kind: 'place';
  readonly id: number;
  readonly name: string;
  readonly featureType: string;
  readonly town: string;
  readonly inshore: Position;
  readonly offshore: Position;
  /** Records that stand within 1 km of the inshore point, whatever the filters. */
  readonly recordsNear: number;
}

export type Row = RecordRow | PlaceRow;

/** Records by month, by mark: the counts of a mark are those of month `firstMonth`, the next, and so on. */
export interface Histogram {
  /** Months since the start of the year 0: of the oldest and of the newest record of all. */
  readonly firstMonth: number;
  readonly lastMonth: number;
  readonly counts: Readonly<Record<Mark, Uint32Array>>;
}

/** A value that can be filtered by and how many records or places have it, all other filters applied. */
export interface FacetValue {
  readonly key: string;
  readonly count: number;
}

/** Each with every value that occurs at all, the most frequent of all the data first: an order that stays. */
export interface Facets {
  readonly kinds: readonly FacetValue[];
  readonly species: readonly FacetValue[];
  readonly sources: readonly FacetValue[];
  readonly featureTypes: readonly FacetValue[];
}

/** Why nothing was found, and what helps. */
export interface EmptyResultReason {
  /** What stands in the area without any filter. */
  readonly inArea: number;
  /** What would be found without one of the filters; only those that help, the most helpful first. */
  readonly without: readonly { readonly filter: keyof Filters | 'dates'; readonly count: number }[];
  /** The nearest record that the filters let through, wherever it stands. */
  readonly nearestRecord: RecordRow | null;
  /** The nearest receiver: a point at which tagged animals were detected. */
  readonly nearestReceiver: (Bearing & { readonly name: string; readonly position: Position }) | null;
}

export interface Result {
  /** The question it answers, to tell a late answer; in a session its parts are those of the view that put it. */
  readonly query: Query;
  /** All records or all places, whichever the tab lists. */
  readonly all: number;
  /** Those that pass the filters, anywhere. */
  readonly matching: number;
  /** Those that pass the filters and stand in the area, or were found by the search: the length of the list. */
  readonly found: number;
  /** Found in the other tab. */
  readonly foundInOtherTab: number;
  readonly rows: readonly Row[];
  /** In the area, all filters applied but the dates. Of a search for the nearest: of what was found. */
  readonly histogram: Histogram;
  /** What was found, by mark; of records whichever the tab. */
  readonly byMark: Readonly<Record<Mark, number>>;
  readonly facets: Facets;
  /** Of the records found, the animal detected most often, when it was more than once. */
  readonly mostDetected: { readonly tag: string; readonly count: number; readonly detections: number } | null;
  /** With a search: the nearest record that the filters let through, and the nearest place, wherever they stand. */
  readonly nearestRecord: RecordRow | null;
  readonly nearestPlace: PlaceRow | null;
  /** When nothing was found. */
  readonly emptyReason: EmptyResultReason | null;
}

/** One mark on the map: a spot, or a group of neighbouring ones. */
export interface MapMark {
  readonly position: Position;
  /** How many spots it stands for; 1 is a spot by itself. */
  readonly spots: number;
  readonly records: number;
  /** The kind most of its records are of. */
  readonly mark: Mark;
  readonly byMark: Readonly<Record<Mark, number>>;
  /** The only record of a spot; null when there are more. */
  readonly onlyRecord: number | null;
  /** The zoom at which a group falls apart; null for a spot. */
  readonly splitsAtZoom: number | null;
}

export interface MarksQuery {
  readonly filters: Filters;
  readonly area: MapBox;
  readonly zoom: number;
}

/** A place as the map names it. */
export interface PlaceName {
  readonly id: number;
  readonly name: string;
  readonly featureType: string;
  readonly town: string;
  readonly inshore: Position;
  readonly offshore: Position;
}

/** The records at one point that pass the filters; the name is that of all that stand there. */
export interface SpotDetails {
  readonly position: Position;
  /** The name most of its records carry. */
  readonly name: string;
  readonly records: number;
  readonly byMark: Readonly<Record<Mark, number>>;
  readonly first: string | null;
  readonly last: string | null;
  readonly species: readonly FacetValue[];
  readonly animals: number;
  readonly mostDetected: Result['mostDetected'];
  readonly histogram: Histogram;
  /** The newest, 200 at most. */
  readonly rows: readonly RecordRow[];
}

/** What stands around a point, the nearest first. */
export interface NearbyItems {
  readonly places: readonly PlaceRow[];
  readonly records: readonly RecordRow[];
  readonly recordsWithin: readonly { readonly radiusInMetres: number; readonly count: number }[];
}

/** How much stands within a radius of a point; a place does where either of its points does. */
export interface WithinCounts {
  readonly radiusInMetres: number;
  readonly records: number;
  readonly places: number;
}

export interface LoadedData {
  readonly dataVersion: string;
  readonly builtAt: string;
  readonly sample: boolean;
  readonly records: number;
  readonly places: number;
  /** Time of the newest record, as recorded; null without records. */
  readonly newest: string | null;
  /** Of all records. */
  readonly histogram: Histogram;
}

export type FileFormat = 'csv' | 'geojson';

/** Records or places written one after another: a file but for its head and its end. */
export interface ExportedList {
  readonly text: Blob;
  readonly count: number;
}

/** The engine as the page calls it, wherever it runs. */
export interface Engine {
  /** Reads the data anew. Progress is told in records. Rejects with an Error in words for a person. */
  load(siteUrl: string, onProgress?: (loaded: number, of: number) => void): Promise<LoadedData>;
  query(query: Query): Promise<Result>;
  /** Rows of the answer to a question, by its indexes in the list; end exclusive. */
  rows(query: Query, start: number, end: number): Promise<readonly Row[]>;
  marks(query: MarksQuery): Promise<readonly MapMark[]>;
  placeNames(): Promise<readonly PlaceName[]>;
  /** Places whose name or town match what was typed, the best first. */
  findPlaces(typed: string, most: number): Promise<readonly PlaceRow[]>;
  record(id: number, from: Position): Promise<RecordRow | null>;
  place(id: number, from: Position): Promise<PlaceRow | null>;
  /** The one before and after in the list that a question gives; null at its ends and when it is not in the list. */
  neighbours(query: Query, id: number): Promise<{ index: number | null; previous: number | null; next: number | null }>;
  spot(position: Position, filters: Filters): Promise<SpotDetails | null>;
  nearby(position: Position, most: number): Promise<NearbyItems>;
  /** Counted whatever the filters. */
  countWithin(position: Position, radiusInMetres: number): Promise<WithinCounts>;
  /**
   * Writes the complete records of the list that a question gives, in its order: for downloads. One at a time: a new one
   * ends the one under way. Progress is told in records. Rejects with an Error in words for a person.
   */
  export(query: Query, format: FileFormat, onProgress?: (read: number, of: number) => void): Promise<ExportedList>;
  /** Ends the export under way, which then rejects; without one it does nothing. */
  cancelExport(): Promise<void>;
  /** Calls the one listener when the engine can answer nothing any more until `load` is called; absent where it cannot. */
  onStopped?(listener: (error: Error) => void): void;
}

export interface YearCounts {
  readonly year: number;
  readonly byMark: Readonly<Record<Mark, number>>;
}

/** The months of a histogram added up by year: every year that it reaches into, the oldest first. */
export function yearCountsOf({ firstMonth, lastMonth, counts }: Histogram): readonly YearCounts[] {
  const years: YearCounts[] = [];
  for (let year = Math.floor(firstMonth / 12); year <= Math.floor(lastMonth / 12); year++) {
    const start = Math.max(0, year * 12 - firstMonth);
    const end = Math.max(0, (year + 1) * 12 - firstMonth);
    const of = (mark: Mark): number => counts[mark].subarray(start, end).reduce((sum, each) => sum + each, 0);
    const byMark = { sighting: of('sighting'), detection: of('detection'), handled: of('handled'), other: of('other') };
    years.push({ year, byMark });
  }
  return years;
}
