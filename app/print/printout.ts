import { regionNameOf } from '../session/region-name.ts';
import { drawMapPicture } from '../map/map-picture.ts';
import type { ChartCounts, ListRow, LoadedData, Query, RecordRow } from '../engine/engine.ts';
import type { Session } from '../session/session.ts';
import { applicableFilters, hasCircle, type ViewState } from '../view/view-state.ts';
import { addressOf } from '../view/view-url.ts';
import { summarySentence } from '../session/summary-sentence.ts';
import { dateInWords } from '../vocabulary/dates.ts';
import { factSentences } from '../vocabulary/fact-sentences.ts';
import { filtersInWords } from '../vocabulary/filter-texts.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { scopeBelowName } from '../vocabulary/scopes.ts';
import { capitalise } from '../vocabulary/text.ts';
import { speciesName } from '../vocabulary/value-names.ts';

/** Everything that the printed page shows. */
export interface Printout {
  readonly title: string;
  /** "319 records within 1 km since 2014.", "Last sighting 20 Apr 2021.", "Most often: white shark."; empty for a record. */
  readonly sentences: readonly string[];
  /** Smaller lines below the title: the centre of the search, and the filters of places. */
  readonly notes: readonly string[];
  /** The open record; null for a list. */
  readonly record: RecordRow | null;
  readonly counts: ChartCounts | null;
  /** More rows than a page has space for: those that do not fit are not printed. */
  readonly rows: readonly ListRow[];
  /** Null if it could not be drawn. */
  readonly map: HTMLCanvasElement | null;
  readonly address: string;
  readonly units: ViewState['units'];
}

const maxRows = 40;
/** Half the height of the map of a single record, in degrees of latitude: about 5 km. */
const recordMapReachInDegrees = 0.045;

/** Reads what the current view prints, and draws its map. Null before the first result. Rejects if the engine fails. */
export async function readPrintout(session: Session): Promise<Printout | null> {
  const view = session.view.getState();
  if (!session.queryState.getState().result) return null;
  const { selection } = view;
  if (selection?.kind === 'record') {
    const record = await session.engine.record(selection.id, view.map.centre);
    if (record) return readRecordPrintout(session, view, record);
  }
  return readListPrintout(session, view, session.query());
}

async function readRecordPrintout(session: Session, view: ViewState, record: RecordRow): Promise<Printout> {
  const { longitude, latitude } = record.position;
  const across = recordMapReachInDegrees / Math.cos((latitude * Math.PI) / 180);
  const area = {
    ...{ west: longitude - across, east: longitude + across },
    ...{ south: latitude - recordMapReachInDegrees, north: latitude + recordMapReachInDegrees },
  };
  return {
    title: speciesName(record.species),
    sentences: [],
    notes: [],
    record,
    counts: null,
    rows: [],
    map: await drawMap(session, view, { ...session.query(), search: null, area }, false),
    address: addressOf(view, session.siteUrl),
    units: view.units,
  };
}

async function readListPrintout(session: Session, view: ViewState, query: Query): Promise<Printout> {
  const { engine } = session;
  const { search, filters, tab } = query;
  const list: Query = {
    ...query,
    sort: search?.mode === 'nearest' ? query.sort : 'newest',
    // Repeated detections are one row, as in the list on the screen.
    rows: { start: 0, end: maxRows },
    expandedGroups: [],
  };
  const [counts, { rows }, name, map] = await Promise.all([
    engine.charts(list),
    engine.query(list),
    regionNameOf(session, view, query),
    drawMap(session, view, query, true),
  ]);
  const { loading } = session.queryState.getState();
  const words = filtersInWords(applicableFilters(filters, 'records'));
  const summary = words === '' ? await readSummary(session, view, query) : null;
  const placeWords = tab === 'places' ? filtersInWords(applicableFilters(filters, tab)) : '';
  return {
    title: name,
    sentences: summary
      ? [capitalise(summarySentence(summary, view.units))]
      : sentencesOf(counts, timeOfFirst(rows), query, words, view, loading.state === 'ready' ? loading.data : null),
    notes: [
      ...(search
        ? [`Centre of the ${search.mode === 'nearest' ? 'search' : 'circle'}: ${formatPosition(search.centre)}.`]
        : []),
      ...(placeWords === '' ? [] : [`Filters for places: ${placeWords}.`]),
    ],
    record: null,
    counts,
    rows,
    map,
    address: addressOf(view, session.siteUrl),
    units: view.units,
  };
}

function timeOfFirst([first]: readonly ListRow[]): string | null {
  if (first?.kind === 'group') return first.last;
  return first?.kind === 'record' ? first.dateTime : null;
}

/** The summary that the screen shows of a place, a point or a council area; null for a list. */
async function readSummary({ engine }: Session, { selection }: ViewState, { search, council }: Query) {
  if (hasCircle(selection) && search) return engine.summarise(search);
  return selection?.kind === 'area' && council !== null ? engine.summarise({ council }) : null;
}

/**
 * The facts that a lifeguard could read aloud. If there are filters, they are named first, so that the count is not
 * mistaken for that of all records: "Tiger shark; from 1 Jan 2020: 4 records within 1 km."
 */
function sentencesOf(
  { records, oldest, newestSighting, species }: ChartCounts,
  lastRecord: string | null,
  query: Query,
  words: string,
  { units }: ViewState,
  data: LoadedData | null,
): readonly string[] {
  const where = scopeBelowName(query, units);
  if (words !== '') {
    const all = records === 0 ? 'no records' : countOf(records, 'record');
    const newestOfThese = lastRecord === null ? [] : [`The newest is from ${dateInWords(lastRecord)}.`];
    return [`${words}: ${all} ${where}.`, ...newestOfThese];
  }
  // As in a summary, the year from which there is data.
  const firstYear = data ? Math.floor(data.histogram.firstMonth / 12) : Number(oldest?.slice(0, 4));
  const [count = '', ...others] = factSentences({
    records,
    where,
    firstYear: records === 0 ? null : firstYear,
    lastSighting: newestSighting,
    lastRecord,
    species,
  });
  return [capitalise(count), ...others];
}

/** Null if the map cannot be drawn: the page is then printed without it. */
async function drawMap(
  { engine, queryState }: Session,
  { selection, units }: ViewState,
  { filters, search, area }: Query,
  isAreaFramed: boolean,
): Promise<HTMLCanvasElement | null> {
  const { result } = queryState.getState();
  const found = search?.mode === 'nearest' ? result : null;
  const content = { filters, selection, search, found, area, units, isAreaFramed, credit: 'Coastwatch' };
  return drawMapPicture(engine, content).catch(() => null);
}
