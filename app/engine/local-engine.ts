import type { Position } from '../../core/geo/wgs84.ts';
import type { DataLibrary } from '../../core/storage/data-library.ts';
import { noFilters, wholeCoast, type Filters } from '../view/view-state.ts';
import { findingOf, keyOf, rowsOf, type Finding } from './answering.ts';
import { loadOverview, type LoadedOverview } from './load-data.ts';
import { MapMarks } from './map-marks.ts';
import type { Overview } from './overview.ts';
import type { PlaceSearch } from './place-search.ts';
import type {
  Answer,
  Engine,
  LoadedData,
  MapMark,
  MarksQuestion,
  PlaceName,
  PlaceRow,
  Question,
  RecordRow,
  Row,
  SpotDetails,
  Surroundings,
  WithinCounts,
} from './questions.ts';
import { dateTimeOf, recordRow } from './rows.ts';
import { spotDetailsOf } from './spot-details.ts';
import { countsWithin, surroundingsOf } from './surroundings.ts';
import { surveyOf } from './survey.ts';

/**
 * The engine itself, in whichever thread it is made. What was found last is remembered, since rows are asked for again
 * and again while a list is scrolled.
 */
export class LocalEngine implements Engine {
  readonly #openLibrary: (siteUrl: string) => DataLibrary;
  #loaded: LoadedOverview | undefined;
  #finding: { readonly key: string; readonly finding: Finding } | undefined;
  #marks: { readonly key: string; readonly marks: MapMarks } | undefined;
  #placeSearch: PlaceSearch | undefined;
  #exporting: AbortController | undefined;
  /** From where things are seen when nobody says: the centre of the last question. */
  #centre: Position = wholeCoast.centre;

  /** `openLibrary` gives the data of a site, newly asked for. */
  constructor(openLibrary: (siteUrl: string) => DataLibrary) {
    this.#openLibrary = openLibrary;
  }

  /** Until the new data is there as a whole, questions are answered from the old. */
  async load(siteUrl: string, onProgress?: (loaded: number, of: number) => void): Promise<LoadedData> {
    const loaded = await loadOverview(this.#openLibrary(siteUrl), onProgress);
    this.#loaded = loaded;
    this.#finding = undefined;
    this.#marks = undefined;
    this.#placeSearch = undefined;
    const { version, overview } = loaded;
    const { manifest } = version;
    const { records, places } = overview;
    return {
      dataVersion: manifest.dataVersion,
      builtAt: manifest.builtAt,
      sample: manifest.sample,
      records: records.size,
      places: places.places.length,
      newest: records.size > 0 ? dateTimeOf(records, 0) : null,
      histogram: surveyOf(records, overview.everything().filter, new Uint8Array(records.spots.size).fill(1)).histogram,
    };
  }

  async ask(question: Question): Promise<Answer> {
    const finding = this.#find(question);
    this.#centre = finding.centre;
    const rows = rowsOf(this.#overview, question, finding, question.rows.start, question.rows.end);
    return { question, ...finding.answer, rows };
  }

  async rows(question: Question, start: number, end: number): Promise<readonly Row[]> {
    return rowsOf(this.#overview, question, this.#find(question), start, end);
  }

  async marks({ filters, area, zoom }: MarksQuestion): Promise<readonly MapMark[]> {
    const key = JSON.stringify({ ...filters, featureTypes: [] });
    if (this.#marks?.key !== key) {
      const marks = new MapMarks(this.#overview.records, this.#overview.passing(filters).records);
      this.#marks = { key, marks };
    }
    return this.#marks.marks.within(area, zoom);
  }

  async placeNames(): Promise<readonly PlaceName[]> {
    return this.#overview.places.places.map(({ id, name, featureType, town, inshore, offshore }) => {
      return { id, name, featureType, town, inshore, offshore };
    });
  }

  /** Distances and bearings are from the centre of the last question. */
  async findPlaces(typed: string, most: number): Promise<readonly PlaceRow[]> {
    const overview = this.#overview;
    const found = (await this.#searchOf(overview)).find(typed, most, (place) => overview.recordsNear(place));
    return found.flatMap((place) => overview.placeRow(place, this.#centre) ?? []);
  }

  /** The search by name comes with the first letter typed: many visits do without. */
  async #searchOf(overview: Overview): Promise<PlaceSearch> {
    const { PlaceSearch } = await import('./place-search.ts');
    if (overview !== this.#loaded?.overview) return new PlaceSearch(overview.places.places);
    return (this.#placeSearch ??= new PlaceSearch(overview.places.places));
  }

  async record(id: number, from: Position): Promise<RecordRow | null> {
    const { records } = this.#overview;
    const index = records.identifiers.indexOf(id);
    return index < 0 ? null : recordRow(records, index, from);
  }

  async place(id: number, from: Position): Promise<PlaceRow | null> {
    const index = this.#overview.places.places.findIndex((place) => place.id === id);
    return this.#overview.placeRow(index, from) ?? null;
  }

  async neighbours(question: Question, id: number): ReturnType<Engine['neighbours']> {
    const { records, places } = this.#overview;
    const { list } = this.#find(question);
    const isOfRecords = question.tab === 'records';
    const wanted = isOfRecords ? records.identifiers.indexOf(id) : places.places.findIndex((place) => place.id === id);
    const index = wanted < 0 ? -1 : list.indexOf(wanted);
    if (index < 0) return { index: null, previous: null, next: null };
    const idAt = (position: number): number | null => {
      const [at] = position < 0 ? [] : list.slice(position, position + 1);
      if (at === undefined) return null;
      return (isOfRecords ? records.identifiers[at] : places.places[at]?.id) ?? null;
    };
    return { index, previous: idAt(index - 1), next: idAt(index + 1) };
  }

  /** Distances and bearings of its rows are from the centre of the last question. */
  async spot(position: Position, filters: Filters = noFilters): Promise<SpotDetails | null> {
    return spotDetailsOf(this.#overview, position, filters, this.#centre);
  }

  async surroundings(position: Position, most: number): Promise<Surroundings> {
    return surroundingsOf(this.#overview, position, most);
  }

  async within(position: Position, radiusInMetres: number): Promise<WithinCounts> {
    return countsWithin(this.#overview, position, radiusInMetres);
  }

  /** What writes the records comes with the first download: most visits do without. */
  async export(...[question, format, onProgress]: Parameters<Engine['export']>): ReturnType<Engine['export']> {
    const exporting = this.#beginExport();
    const { list } = this.#find(question);
    const { version } = this.#state;
    const { exportList, filesOf } = await import('./export-list.ts');
    return exportList(filesOf(version, question.tab), list.slice(0, list.length), format, exporting, onProgress);
  }

  async cancelExport(): Promise<void> {
    this.#exporting?.abort();
  }

  #beginExport(): AbortSignal {
    this.#exporting?.abort();
    this.#exporting = new AbortController();
    return this.#exporting.signal;
  }

  get #state(): LoadedOverview {
    if (!this.#loaded) throw new Error('The data is not loaded yet.');
    return this.#loaded;
  }

  get #overview(): Overview {
    return this.#state.overview;
  }

  #find(question: Question): Finding {
    const key = keyOf(question);
    if (this.#finding?.key !== key) this.#finding = { key, finding: findingOf(this.#overview, question) };
    return this.#finding.finding;
  }
}
