import { useEffect, useState, useSyncExternalStore } from 'react';

import { LazyModule } from '../components/lazy-component.tsx';
import type {
  AreaSuggestion,
  Engine,
  FilterSuggestion,
  PlaceRow,
  Suggestions,
  TownSuggestion,
} from '../engine/engine.ts';
import { hasSavedPlaces } from '../saved/has-saved-places.ts';
import type { SavedPlace } from '../saved/saved-places.ts';
import { useData, useExplorer } from '../explorer/use-explorer.ts';
import { type PlaceOrPoint, smallestZoomToSearchMiddle, type ViewState } from '../view/view-state.ts';
import type * as parserModule from '../vocabulary/coordinate-parser.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';
import type { PointReading, ShortPlusCode } from '../vocabulary/plus-codes.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { exampleCoordinates } from '../vocabulary/example-position.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { plainText } from '../vocabulary/text.ts';

/** A place, a town, a filter, a saved place, or the point that was typed. */
export type Suggestion =
  | PlaceRow
  | TownSuggestion
  | AreaSuggestion
  | FilterSuggestion
  | SavedSuggestion
  | { readonly kind: 'point'; readonly reading: PointReading };

/** A place that is saved on this device. */
interface SavedSuggestion {
  readonly kind: 'saved';
  readonly key: string;
  readonly name: string;
  readonly selection: PlaceOrPoint;
}

/** Suggestions of one kind, below a heading. */
export interface ShownGroup {
  readonly title: string;
  /** What the announcement counts. */
  readonly noun: string;
  readonly items: readonly Suggestion[];
}

const advice = `with that name. Check the spelling, or type coordinates such as ${exampleCoordinates}.`;
export const nothingFound = `No place or species ${advice}`;
export const noPlaceFound = `No place ${advice}`;

const titles = {
  places: { title: 'Places', noun: 'place' },
  areas: { title: 'Council areas', noun: 'council area' },
  filters: { title: 'Show only these records', noun: 'filter' },
  points: { title: 'Coordinates', noun: 'point' },
  saved: { title: 'Saved places', noun: 'saved place' },
} as const;

export const noSuggestions: Suggestions = { groups: [], isClear: false };

/** The typed point if the text is coordinates, otherwise what was found: no place has coordinates as its name. */
export function groupsOf(reading: CoordinatesReading | undefined, { groups }: Suggestions): readonly ShownGroup[] {
  if (reading && 'position' in reading) {
    const readings = [reading, ...(reading.alternative ? [reading.alternative] : [])];
    return [{ ...titles.points, items: readings.map((each) => ({ kind: 'point', reading: each })) }];
  }
  return groups.map(({ kind, items }) => ({ ...titles[kind], items }));
}

/**
 * The reading with a short Plus Code completed: near its town, or, as in Google Maps, near the middle of the map if there
 * is no town. Otherwise the reading itself. `suggestions` are those for the town.
 */
export function withCompleteCode(
  reading: CoordinatesReading | undefined,
  { groups }: Suggestions,
  map: ViewState['map'],
): CoordinatesReading | undefined {
  const shortCode = shortCodeOf(reading);
  if (!shortCode) return reading;
  if (shortCode.town === '') {
    return map.zoom >= smallestZoomToSearchMiddle ? shortCode.near(map.centre, 'the middle of the map') : reading;
  }
  const [place] = groups.flatMap(({ kind, items }) => (kind === 'places' ? items : []));
  if (!place) return reading;
  return shortCode.near(place.kind === 'town' ? place.centre : place.inshore, plainText(place.name).trim());
}

export function shortCodeOf(reading: CoordinatesReading | undefined): ShortPlusCode | undefined {
  return reading && 'shortCode' in reading ? reading.shortCode : undefined;
}

/** Whether Enter may choose the first suggestion without asking. `reading` is as typed, without completing a code. */
export function isClearMatch(reading: CoordinatesReading | undefined, { isClear }: Suggestions): boolean {
  const town = shortCodeOf(reading)?.town;
  return reading && town === undefined ? 'position' in reading : town === '' || isClear;
}

/** The text of the box after a suggestion is chosen. That of a filter is '', because its chip shows the choice. */
export function textOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'point') return formatPosition(suggestion.reading.position);
  return suggestion.kind === 'filter' ? '' : plainText(suggestion.name).trim();
}

/** The announcement for screen readers: "2 filters, 3 places". */
export function announcementOf(groups: readonly ShownGroup[], message: string | null): string {
  const counts = groups.map(({ items, noun }) => countOf(items.length, noun)).join(', ');
  return [message, counts].filter((part) => part !== null && part !== '').join(' ');
}

// Loaded when the empty box is opened and places are saved.
const savedPlaces = new LazyModule(() => import('../saved/saved-places.ts'));

/** The saved places as suggestions, if there are any and their code is loaded. */
export function useSavedSuggestions(isWanted: boolean): readonly ShownGroup[] {
  const { siteUrl } = useExplorer();
  const module = useSyncExternalStore(savedPlaces.onceLoaded, () => savedPlaces.loaded);
  const hasAny = isWanted && hasSavedPlaces(siteUrl);
  useEffect(() => {
    // The box works without them.
    if (hasAny) savedPlaces.load().catch(() => undefined);
  }, [hasAny]);
  if (!hasAny || !module) return [];
  const items = module.savedPlacesOf(siteUrl).list();
  if (items.length === 0) return [];
  const suggestionOf = (place: SavedPlace): SavedSuggestion => {
    return { kind: 'saved', key: module.keyOf(place), name: place.name, selection: module.selectionOf(place) };
  };
  return [{ ...titles.saved, items: items.map(suggestionOf) }];
}

interface Coordinates {
  /** The typed text, parsed as coordinates; undefined until it is parsed, or if it is not coordinates. */
  readonly reading: CoordinatesReading | undefined;
  /** Whether the text may be coordinates, but the parser is not yet loaded. */
  readonly isPending: boolean;
  /** Loads the parser early; call it before anything is typed. */
  readonly preload: () => void;
  /** The name that was typed: the text without coordinates, a link or a Plus Code; '' if there is none. */
  readonly name: string;
  /** Resolves when the parser has been loaded. */
  readonly readWhenLoaded: () => Promise<Pick<Coordinates, 'reading' | 'name'>>;
}

/** The coordinate parser, loaded on demand. */
export const coordinateParser = new LazyModule<typeof parserModule>(() => import('../vocabulary/coordinate-parser.ts'));

const notLoaded: CoordinatesReading = {
  problem: 'Coordinates cannot be read right now. Place names still work. Keep typing to try again.',
};

/** False for most place names: coordinates contain digits, and every link or Plus Code one of the other characters. */
export function mayBeCoordinates(text: string): boolean {
  return /[\d:/?#+]/.test(text);
}

/**
 * Parses the typed text as coordinates. The parser is loaded on demand, because many visits do not need it. Text typed
 * before the parser is loaded is parsed afterwards.
 */
export function useCoordinates(typed: string, module = coordinateParser): Coordinates {
  const read = useSyncExternalStore(module.onceLoaded, () => module.loaded?.readCoordinates);
  /** The text for which the parser could not be loaded. */
  const [failedFor, setFailedFor] = useState<string>();
  const isWanted = mayBeCoordinates(typed);

  useEffect(() => {
    if (!isWanted || read) return;
    module.load().catch(() => {
      setFailedFor(typed);
    });
  }, [isWanted, read, module, typed]);

  const loaded = isWanted ? module.loaded : undefined;
  const hasFailed = failedFor === typed;
  const failure = hasFailed ? notLoaded : undefined;
  const reading = isWanted ? (read ? read(typed) : failure) : undefined;
  return {
    reading,
    name: loaded && reading ? loaded.nameWithCoordinates(typed) : typed,
    isPending: isWanted && !read && !hasFailed,
    preload: () => {
      // A failure is ignored here: typing coordinates tries again and reports a failure.
      module.load().catch(() => undefined);
    },
    readWhenLoaded: () =>
      module.load().then(
        ({ readCoordinates, nameWithCoordinates }) => {
          const later = readCoordinates(typed);
          return { reading: later, name: later ? nameWithCoordinates(typed) : typed };
        },
        () => ({ reading: notLoaded, name: typed }),
      ),
  };
}

const maxPlaces = 8;

/** What the typed text may mean; with `isPlaceOnly`, without filters, council areas and towns, which are larger than a place. */
export async function suggest(engine: Engine, typed: string, isPlaceOnly: boolean): Promise<Suggestions> {
  const { groups, isClear } = await engine.suggest(typed, maxPlaces);
  if (!isPlaceOnly) return { groups, isClear };
  const places = groups.flatMap((group) =>
    group.kind === 'places' ? group.items.filter((item) => item.kind === 'place') : [],
  );
  const [first] = groups;
  const isFirst = first?.kind === 'places' && first.items[0] === places[0];
  return { groups: places.length === 0 ? [] : [{ kind: 'places', items: places }], isClear: isClear && isFirst };
}

/** The place or point that is chosen; null for a filter or a council area. */
export function selectionOf(suggestion: Suggestion): PlaceOrPoint | null {
  switch (suggestion.kind) {
    case 'point':
      return { kind: 'location', position: suggestion.reading.position };
    case 'town':
      return { kind: 'location', position: suggestion.centre };
    case 'saved':
      return suggestion.selection;
    case 'place':
      return { kind: 'place', id: suggestion.id };
    default:
      return null;
  }
}

interface Found {
  /** The text that these suggestions were found for. */
  readonly typed: string;
  readonly suggestions: Suggestions;
}

const none: Found = { typed: '', suggestions: noSuggestions };

/** The suggestions for the typed text. Until they are known, those for the previous text. */
export function useSuggestions(typed: string, isPlaceOnly: boolean): Found {
  const { engine } = useExplorer();
  const isReady = useData() !== undefined;
  const [found, setFound] = useState(none);
  const isEmpty = typed === '';

  useEffect(() => {
    if (isEmpty || !isReady) return;
    let isCurrent = true;
    const show = (suggestions: Suggestions): void => {
      if (isCurrent) setFound({ typed, suggestions });
    };
    suggest(engine, typed, isPlaceOnly).then(show, () => {
      // A failed engine is reported for the whole page. Here, it counts as nothing found.
      show(noSuggestions);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, typed, isPlaceOnly, isEmpty, isReady]);

  return isEmpty ? none : found;
}
