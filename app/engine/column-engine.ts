import { coastalFeaturesOutline, rawDataOutline } from '../../core/datasets/outlines.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { StoredColumns, readColumns } from '../../core/storage/reader/stored-columns.ts';
import type { DatasetReader, DatasetSource, Snapshot } from '../../core/storage/snapshot/dataset-reader.ts';
import { createFetchedReader } from '../../core/storage/snapshot/fetched-store.ts';
import { StoredDataError } from '../../core/storage/snapshot/store.ts';
import { type Filters, needsDetails, noFilters, type Sort, wholeCoast } from '../view/view-state.ts';
import type {
  ChartCounts,
  CountByMark,
  Counts,
  Engine,
  Journey,
  LoadedData,
  MapMark,
  MarksQuery,
  NearbyItems,
  PlaceName,
  PlaceRow,
  PointName,
  Query,
  RecordRow,
  Result,
  Suggestions,
} from './engine.ts';
import { aggregate, countByMark } from './query/aggregate.ts';
import type { Councils } from './query/councils.ts';
import { DataIndex } from './query/data-index.ts';
import { MapMarks } from './query/map-marks.ts';
import type { FoundJourney } from './query/journey.ts';
import { newestTimeOf, recordRow } from './query/rows.ts';
import { countFound, groupedOf, keyOf, listRowsOf, type QueryResult, runQuery } from './query/run-query.ts';
import type { Suggester } from './query/suggest.ts';

/**
 * Runs queries in the thread that creates it. The latest query result is cached, because rows are requested repeatedly
 * while a list is scrolled.
 */
export class ColumnEngine implements Engine {
  readonly #openReader: (siteUrl: string) => DatasetReader;
  #loaded: LoadedIndex | undefined;
  #queryResult: { readonly key: string; readonly queryResult: QueryResult } | undefined;
  #marks: { readonly key: string; readonly marks: MapMarks } | undefined;
  #exporting: AbortController | undefined;
  /** The centre of the latest query: the origin of distances for methods that receive no position. */
  #centre: Position = wholeCoast.centre;

  /** `openReader` returns a reader of a site's data that does not reuse earlier reads. */
  constructor(openReader: (siteUrl: string) => DatasetReader) {
    this.#openReader = openReader;
  }

  /** Until the new data is complete, queries use the old data. */
  async load(siteUrl: string, onProgress?: (loaded: number, total: number) => void): Promise<LoadedData> {
    const loaded = await loadDataIndex(this.#openReader(siteUrl), onProgress);
    this.#loaded = loaded;
    this.#queryResult = undefined;
    this.#marks = undefined;
    const { snapshot, dataIndex } = loaded;
    const { manifest } = snapshot;
    const { records, places } = dataIndex;
    return {
      dataVersion: manifest.dataVersion,
      builtAt: manifest.builtAt,
      sample: manifest.sample,
      hasPlaceFeeds: manifest.target === 'compute',
      records: records.size,
      places: places.places.length,
      timeRule: snapshot.rules.times.inWords,
      newest: newestTimeOf(records, Uint32Array.from(records.identifiers.keys())),
      histogram: aggregate(records, dataIndex.everything().filter, new Uint8Array(records.locations.size).fill(1))
        .histogram,
    };
  }

  async query(query: Query): Promise<Result> {
    await this.#prepare(query);
    const queryResult = this.#find(query);
    this.#centre = queryResult.centre;
    const result = { query, ...queryResult.result, ...listRowsOf(this.#dataIndex, query, queryResult) };
    if (query.filters.tag === null) return result;
    return { ...result, rows: (await this.#findJourney(query.filters)).withSteps(result.rows) };
  }

  async journey(filters: Filters): Promise<Journey> {
    if (this.#lacksDetails(filters)) await this.loadDetails();
    return (await this.#findJourney(filters)).journey;
  }

  /** The code is loaded for the first filter by tag, because most visits do not need it. */
  async #findJourney(filters: Filters): Promise<FoundJourney> {
    const dataIndex = this.#dataIndex;
    const { findJourney } = await import('./query/journey.ts');
    return findJourney(dataIndex.records, dataIndex.matching(filters).records.filter);
  }

  async counts(query: Query): Promise<Counts> {
    await this.#prepare(query);
    return countFound(this.#dataIndex, query);
  }

  async marks({ filters, area, zoom }: MarksQuery): Promise<readonly MapMark[]> {
    if (this.#lacksDetails(filters)) await this.loadDetails();
    const key = JSON.stringify({ ...filters, featureTypes: [] });
    if (this.#marks?.key !== key) {
      const marks = new MapMarks(this.#dataIndex.records, this.#dataIndex.matching(filters).records);
      this.#marks = { key, marks };
    }
    return this.#marks.marks.within(area, zoom);
  }

  async placeNames(): Promise<readonly PlaceName[]> {
    return this.#dataIndex.places.places;
  }

  /** Distances and bearings are from the centre of the latest query. */
  async suggest(typed: string, limit: number): Promise<Suggestions> {
    const loaded = this.#state;
    // Loaded when the first letter is typed, because many visits do not need it.
    const { mayBeCouncil, Suggester } = await import('./query/suggest.ts');
    const suggester = (loaded.suggester ??= new Suggester(loaded.dataIndex));
    const withoutAreas = suggester.suggest(typed, limit, this.#centre);
    if (withoutAreas.groups.length > 0 && !mayBeCouncil(typed)) return withoutAreas;
    // Without the names of the areas, places are still suggested.
    return councilsOf(loaded).then(
      (councils) => suggester.suggest(typed, limit, this.#centre, councils.names()),
      () => withoutAreas,
    );
  }

  async record(id: number, from: Position): Promise<RecordRow | null> {
    const { records } = this.#dataIndex;
    const index = records.identifiers.indexOf(id);
    return index < 0 ? null : recordRow(records, index, from);
  }

  async place(id: number, from: Position): Promise<PlaceRow | null> {
    const index = this.#dataIndex.places.places.findIndex((place) => place.id === id);
    return index < 0 ? null : this.#dataIndex.placeRow(index, from);
  }

  async neighbours(query: Query, id: number): ReturnType<Engine['neighbours']> {
    await this.#prepare(query);
    const { records, places } = this.#dataIndex;
    const queryResult = this.#find(query);
    const isRecordsTab = query.tab === 'records';
    const list = isRecordsTab && query.expandedGroups ? groupedOf(records, queryResult).records : queryResult.list;
    const wanted = isRecordsTab ? records.identifiers.indexOf(id) : places.places.findIndex((place) => place.id === id);
    const index = wanted < 0 ? -1 : list.indexOf(wanted);
    if (index < 0) return { index: null, previous: null, next: null };
    const idAt = (listIndex: number): number | null => {
      const item = list.at(listIndex);
      if (listIndex < 0 || item === undefined) return null;
      return isRecordsTab ? records.identifiers[item] : places.places[item].id;
    };
    return { index, previous: idAt(index - 1), next: idAt(index + 1) };
  }

  /** Distances and bearings of its rows are from the centre of the latest query. */
  async location(
    ...[position, filters, expandedGroups]: Parameters<Engine['location']>
  ): ReturnType<Engine['location']> {
    if (this.#lacksDetails(filters)) await this.loadDetails();
    const dataIndex = this.#dataIndex;
    const { summariseLocation } = await import('./query/around.ts');
    return summariseLocation(dataIndex, position, filters, this.#centre, expandedGroups);
  }

  async nearby(position: Position, limit: number): Promise<NearbyItems> {
    const dataIndex = this.#dataIndex;
    const { findNearby } = await import('./query/around.ts');
    return findNearby(dataIndex, position, limit);
  }

  async pointName(position: Position): Promise<PointName | null> {
    const { dataIndex } = this.#state;
    const { pointNameOf } = await import('./query/towns.ts');
    return pointNameOf(dataIndex, position);
  }

  async recordIdsWithin(position: Position, radiusInMetres: number): Promise<readonly number[]> {
    const dataIndex = this.#dataIndex;
    const { recordIdsWithin } = await import('./query/around.ts');
    return recordIdsWithin(dataIndex, position, radiusInMetres);
  }

  async countRecords(ids: readonly number[]): Promise<CountByMark> {
    const { records } = this.#dataIndex;
    const wanted = new Set(ids);
    const indexes = Uint32Array.from(records.identifiers.keys()).filter((each) =>
      wanted.has(records.identifiers[each]),
    );
    return countByMark(records, indexes);
  }

  /** The code of the export is loaded for the first download, because most visits do not need it. */
  async export(...[query, format, onProgress]: Parameters<Engine['export']>): ReturnType<Engine['export']> {
    const signal = this.#beginExport();
    await this.#prepare(query);
    const { list } = this.#find(query);
    const { snapshot } = this.#state;
    const { exportList, openFiles } = await import('./export/export-list.ts');
    return exportList(openFiles(snapshot, query.tab), list, format, signal, onProgress);
  }

  async loadDetails(): Promise<void> {
    const loaded = this.#state;
    loaded.details ??= readDetails(loaded).catch((error: unknown) => {
      loaded.details = undefined;
      throw error;
    });
    return loaded.details;
  }

  /** The code is loaded for the first summary, because a first visit does not need it. */
  async summarise(
    ...[scope, expandedGroups = [], filters = noFilters]: Parameters<Engine['summarise']>
  ): ReturnType<Engine['summarise']> {
    if (this.#lacksDetails(filters)) await this.loadDetails();
    const loaded = this.#state;
    const { summarise } = await import('./query/summary.ts');
    const region = 'council' in scope ? (await councilsOf(loaded)).region(scope.council) : null;
    return 'council' in scope && !region ? null : summarise(loaded.dataIndex, scope, region, expandedGroups, filters);
  }

  async councilOf(placeId: number): Promise<string> {
    const loaded = this.#state;
    const index = loaded.dataIndex.places.places.findIndex(({ id }) => id === placeId);
    return (await councilsOf(loaded)).nameOf(index);
  }

  async cancelExport(): Promise<void> {
    this.#exporting?.abort();
  }

  /** The code of the charts is loaded when it is first needed, because many visits do not need it. */
  async charts(query: Query): Promise<ChartCounts> {
    const [{ countForCharts }] = await Promise.all([import('./query/charts.ts'), this.#prepare(query)]);
    const { list } = this.#find({ ...query, tab: 'records' });
    return countForCharts(this.#dataIndex.records, list);
  }

  #beginExport(): AbortSignal {
    this.#exporting?.abort();
    this.#exporting = new AbortController();
    return this.#exporting.signal;
  }

  /** Loads what the query needs that is loaded later than the columns. */
  async #prepare({ filters, sort, search, council }: Query): Promise<void> {
    if (this.#lacksDetails(filters, sort)) await this.loadDetails();
    if (!search && council !== null) await councilsOf(this.#state);
  }

  #lacksDetails(filters: Filters, sort?: Sort): boolean {
    return needsDetails(filters, sort) && this.#dataIndex.records.details === undefined;
  }

  get #state(): LoadedIndex {
    if (!this.#loaded) throw new Error('The data is not loaded yet.');
    return this.#loaded;
  }

  get #dataIndex(): DataIndex {
    return this.#state.dataIndex;
  }

  #find(query: Query): QueryResult {
    const key = keyOf(query);
    if (this.#queryResult?.key !== key) this.#queryResult = { key, queryResult: runQuery(this.#dataIndex, query) };
    return this.#queryResult.queryResult;
  }
}

/** Creates an engine that reads a site's files over the network. It runs in the calling thread. */
export function createFetchedEngine(): ColumnEngine {
  return new ColumnEngine((siteUrl) => createFetchedReader(siteUrl, (url, init) => fetch(url, init)));
}

/** The data of one version, and the snapshot from which it was read. */
interface LoadedIndex {
  /** The latest attempt to read the details. */
  details?: Promise<void> | undefined;
  /** Created for the first text. */
  suggester?: Suggester;
  /** The latest attempt to read the council areas. */
  councils?: Promise<Councils> | undefined;
  readonly snapshot: Snapshot;
  readonly dataIndex: DataIndex;
}

/**
 * Reads the columns of the current version. If a file is missing or damaged, a newer version may have replaced this one,
 * so the manifest and all columns are read once more. Throws an Error whose message can be shown to the user.
 */
async function loadDataIndex(
  reader: DatasetReader,
  onProgress?: (loaded: number, total: number) => void,
): Promise<LoadedIndex> {
  try {
    return await read(await reader.openSnapshot(), onProgress);
  } catch (first) {
    if (!(first instanceof StoredDataError)) throw first;
    try {
      return await read(await reader.openSnapshot({ fresh: true }), onProgress);
    } catch (cause) {
      if (!(cause instanceof StoredDataError)) throw cause;
      throw new Error(`The data could not be read (${cause.message}).`, { cause });
    }
  }
}

async function read(snapshot: Snapshot, onProgress?: (loaded: number, total: number) => void): Promise<LoadedIndex> {
  const recordFiles = new StoredColumns(rawDataOutline, snapshot.source(rawDataOutline));
  const placeFiles = new StoredColumns(coastalFeaturesOutline, snapshot.source(coastalFeaturesOutline));
  const [records, places] = await Promise.all([readColumns(recordFiles, onProgress), readColumns(placeFiles)]);
  return { snapshot, dataIndex: new DataIndex(records, places, snapshot.rules) };
}

/**
 * Reads the detail columns and adds them to the index. If they cannot be read, tries once more, bypassing caches. Throws
 * an Error whose message can be shown to the user.
 */
async function readDetails({ snapshot, dataIndex: { records } }: LoadedIndex): Promise<void> {
  const { createDetailColumns } = await import('./load/record-details.ts');
  const source = snapshot.source(rawDataOutline);
  const readWith = async (options: DatasetSource['options']): Promise<void> => {
    const files = new StoredColumns(rawDataOutline, { ...source, options });
    const [facts, remarks] = await Promise.all([0, 1].map((group) => files.details(group, records.identifiers)));
    records.details = createDetailColumns(records, facts ?? [], remarks ?? []);
  };
  try {
    await readWith(source.options).catch((first: unknown) => {
      if (!(first instanceof StoredDataError)) throw first;
      return readWith({ ...source.options, fresh: true });
    });
  } catch (cause) {
    if (!(cause instanceof StoredDataError)) throw cause;
    throw new Error(`Sizes, distances and remarks could not be read (${cause.message}).`, { cause });
  }
}

/** Reads the council areas of all places, once. Throws an Error whose message can be shown to the user. */
async function councilsOf(loaded: LoadedIndex): Promise<Councils> {
  const { snapshot, dataIndex } = loaded;
  const read = async (): Promise<Councils> => {
    const { Councils } = await import('./query/councils.ts');
    const files = new StoredColumns(coastalFeaturesOutline, snapshot.source(coastalFeaturesOutline));
    const identifiers = Float64Array.from(dataIndex.places.places, ({ id }) => id);
    return (dataIndex.councils = new Councils(dataIndex, await files.details(0, identifiers)));
  };
  loaded.councils ??= read().catch((cause: unknown) => {
    loaded.councils = undefined;
    if (!(cause instanceof StoredDataError)) throw cause;
    throw new Error(`The council areas could not be read (${cause.message}).`, { cause });
  });
  return loaded.councils;
}
