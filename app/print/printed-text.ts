import type { Position } from '../../core/geo/wgs84.ts';
import { type ComparedPlace, comparisonNote, readComparison, summarySentences } from '../explorer/summaries.ts';
import { regionNameOf, titleOfPlaces } from '../explorer/place-names.ts';
import { drawMapPicture, mapPictureSize } from '../map/map-picture.ts';
import type { ChartCounts, ListRow, LoadedData, MapBox, Query, RecordRow, Summary } from '../engine/engine.ts';
import type { Explorer } from '../explorer/explorer.ts';
import { seasonInWords, seasonOf } from '../charts/SeasonChart.tsx';
import { applicableFilters, defaultSort, hasCircle, type Sort, type ViewState } from '../view/view-state.ts';
import { dateInWords } from '../vocabulary/dates.ts';
import { filtersInWords, tagCaution } from '../vocabulary/filter-texts.ts';
import { listeningInWords } from '../vocabulary/listening.ts';
import { countsInWords } from '../vocabulary/observation-counts.ts';
import { elsewhereInWords, observationSentences, visitInWords } from '../vocabulary/observation-sentences.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { scopeBelowName } from '../vocabulary/scopes.ts';
import { capitalise } from '../vocabulary/text.ts';
import { missingTitles } from '../vocabulary/titles.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { site } from '../vocabulary/site.ts';

/** What the printed page says, without the picture of its map, which takes much longer to make. */
export interface PrintedText {
  readonly title: string;
  /** "89 sightings, and 80 visits by 32 tagged sharks within 1 km since October 2014.", …; empty for a record. */
  readonly sentences: readonly string[];
  /** Smaller lines below the title: the centre of the search, and the filters of places. */
  readonly notes: readonly string[];
  /** The open record; null for a list. */
  readonly record: RecordRow | null;
  readonly counts: ChartCounts | null;
  /** Of a place, a point or a council area without filters; null for other lists. */
  readonly summary: Summary | null;
  /** The places of the open comparison; null for other pages. */
  readonly comparison: readonly ComparedPlace[] | null;
  /** More rows than a page has space for: those that do not fit are not printed. */
  readonly rows: readonly ListRow[];
  readonly units: ViewState['units'];
}

/** Lower than a saved picture, so that some of the newest records fit on the page. */
const printedMapSize = { ...mapPictureSize, height: 400 };
const maxRows = 40;
/** Half the height of the map of a single record, in degrees of latitude: about 5 km. */
const recordMapReachInDegrees = 0.045;

/**
 * Reads the text that the current view prints. Null until the position of a place is known. Rejects if the engine
 * fails.
 */
export async function readText(explorer: Explorer): Promise<PrintedText | null> {
  const { engine } = explorer;
  const view = explorer.view.getState();
  const { selection, map, units } = view;
  const query = explorer.query();
  const { comparison } = view;
  if (hasCircle(selection) && comparison !== null && comparison !== 'choose') {
    const { filters, selectionRadiusInMetres } = view;
    const compared = await readComparison(explorer, [selection, comparison], selectionRadiusInMetres, units, filters);
    const title = titleOfPlaces(compared);
    if (title === null) return emptyText(missingTitles.place, units);
    const note = comparisonNote(filters);
    const notes = note === null ? [] : [note];
    return { ...emptyText(title, units), notes, comparison: compared.filter((place) => place !== null) };
  }
  if (selection?.kind === 'record') {
    const record = await engine.record(selection.id, map.centre);
    return { ...emptyText(record ? speciesName(record.species) : missingTitles.record, units), record };
  }
  if (selection?.kind === 'place' && !query.search) {
    return (await engine.place(selection.id, map.centre)) ? null : emptyText(missingTitles.place, units);
  }
  return readListText(explorer, view, query);
}

/** Only a title. */
export function emptyText(title: string, units: ViewState['units']): PrintedText {
  const nothing = { record: null, counts: null, summary: null, comparison: null, rows: [] };
  return { title, sentences: [], notes: [], ...nothing, units };
}

async function readListText(explorer: Explorer, view: ViewState, query: Query): Promise<PrintedText> {
  const { engine } = explorer;
  const { search, filters, tab } = query;
  const list: Query = {
    ...query,
    sort: sortOnPaper(view, query),
    // The detections of a visit are one row, as in the list on the screen.
    rows: { start: 0, end: maxRows },
    expandedGroups: [],
  };
  const words = filtersInWords(applicableFilters(filters, 'records'));
  const [counts, { rows }, name, summary] = await Promise.all([
    engine.charts(list),
    engine.query(list),
    regionNameOf(explorer, view, query),
    words === '' ? readSummary(explorer, view, query) : null,
  ]);
  const { loading } = explorer.queryState.getState();
  const placeWords = tab === 'places' ? filtersInWords(applicableFilters(filters, tab)) : '';
  return {
    title: name,
    sentences: summary
      ? capitaliseFirst([
          ...summarySentences(summary, view.units),
          ...[seasonInWords(seasonOf(summary.histogram, summary.sightingDays))].filter((text) => text !== ''),
        ])
      : sentencesOf(counts, timeOfFirst(rows), query, words, view, loading.state === 'ready' ? loading.data : null),
    notes: [
      ...(counts.byMark.detection > 0 ? [visitInWords] : []),
      ...(filters.tag === null ? [] : [tagCaution]),
      ...(rows.some((row) => row.kind !== 'place' && row.timeBasis === 'UTC')
        ? [
            `${site.time.convertedMark} Recorded in UTC${site.time.conversion === undefined ? '' : `; ${site.time.conversion}`}.`,
          ]
        : []),
      ...(summary ? [elsewhereInWords(summary.elsewhere)].filter((text) => text !== '') : []),
      ...(summary ? listeningInWords(summary.listening, summary.byMark.detection, view.units) : []),
      ...(search
        ? [`Centre of the ${search.mode === 'nearest' ? 'search' : 'circle'}: ${formatPosition(search.centre)}.`]
        : []),
      ...(placeWords === '' ? [] : [`Filters for places: ${placeWords}.`]),
    ],
    record: null,
    counts,
    summary,
    comparison: null,
    rows,
    units: view.units,
  };
}

/** Records are printed newest first. Places are sorted as on the screen, and by default nearest first in a circle. */
function sortOnPaper(view: ViewState, query: Query): Sort {
  if (query.search?.mode === 'nearest') return query.sort;
  if (query.tab === 'records') return 'newest';
  return query.sort === defaultSort(view) ? defaultSort(query) : query.sort;
}

function timeOfFirst([first]: readonly ListRow[]): string | null {
  if (first?.kind === 'group') return first.last;
  return first?.kind === 'record' ? first.dateTime : null;
}

/** The summary that the screen shows of a place, a point or a council area; null for a list. */
async function readSummary({ engine }: Explorer, { selection }: ViewState, { search, council }: Query) {
  if (hasCircle(selection) && search) return engine.summarise(search);
  return selection?.kind === 'area' && council !== null ? engine.summarise({ council }) : null;
}

/**
 * The facts that a lifeguard could read aloud. If there are filters, they are named first, so that the count is not
 * mistaken for that of all records: "Tiger shark; from 1 Jan 2020: 4 records within 1 km."
 */
function sentencesOf(
  counts: ChartCounts,
  lastRecord: string | null,
  query: Query,
  words: string,
  { units }: ViewState,
  data: LoadedData | null,
): readonly string[] {
  const where = scopeBelowName(query, units);
  if (words !== '') {
    const all = counts.records === 0 ? 'nothing recorded' : countsInWords(counts);
    const newestOfThese = lastRecord === null ? [] : [`The newest record is from ${dateInWords(lastRecord)}.`];
    return [`${capitalise(words)}: ${all} ${where}.`, ...newestOfThese];
  }
  // As in a summary, the month from which there is data.
  return capitaliseFirst(observationSentences(counts, where, data?.histogram.firstMonth ?? null));
}

function capitaliseFirst([first = '', ...others]: readonly string[]): readonly string[] {
  return [capitalise(first), ...others];
}

/** Draws the map of the current view, whose text is given. Null if it has no map or the map cannot be drawn. */
export async function drawMap(
  explorer: Explorer,
  { record, counts }: PrintedText,
  { sample: isSample }: LoadedData,
): Promise<HTMLCanvasElement | null> {
  if (!record && !counts) return null;
  const { selection, units } = explorer.view.getState();
  const query = explorer.query();
  const { filters } = query;
  const search = record ? null : query.search;
  const found = search?.mode === 'nearest' ? explorer.queryState.getState().result : null;
  const area = record ? areaAround(record.position) : query.area;
  const isAreaFramed = !record && !search && query.council === null;
  const content = { filters, selection, search, found, area, units, isAreaFramed, isSample };
  return drawMapPicture(explorer.engine, content, printedMapSize).catch(() => null);
}

function areaAround({ longitude, latitude }: Position): MapBox {
  const across = recordMapReachInDegrees / Math.cos((latitude * Math.PI) / 180);
  return {
    ...{ west: longitude - across, east: longitude + across },
    ...{ south: latitude - recordMapReachInDegrees, north: latitude + recordMapReachInDegrees },
  };
}
