import { Fragment, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { Icon } from '../components/Icon.tsx';
import { LazyModule } from '../components/lazy-component.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import { useData, useSession } from '../session/use-session.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { plainText } from '../vocabulary/text.ts';

/** A place, or the point that was typed. */
export type Suggestion =
  | { readonly kind: 'place'; readonly place: PlaceRow }
  | { readonly kind: 'point'; readonly reading: Extract<CoordinatesReading, { position: unknown }> };

export const nothingFound = 'No place with that name. Coordinates such as -31.99, 115.75 work too.';

/** The typed point if the text is coordinates, otherwise places: no place has coordinates as its name. */
export function suggestionsOf(
  reading: CoordinatesReading | undefined,
  places: readonly PlaceRow[],
): readonly Suggestion[] {
  if (reading && 'position' in reading) return [{ kind: 'point', reading }];
  return places.map((place) => ({ kind: 'place', place }));
}

/** The text of the box after a suggestion is chosen. */
export function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'place'
    ? plainText(suggestion.place.name).trim()
    : formatPosition(suggestion.reading.position);
}

/** "Beach", "Perth Metro", "118 records nearby": details that distinguish places with the same name. */
function placeDetails({ featureType, town, recordsNear }: PlaceRow): readonly string[] {
  const parts = [featureType.trim(), town.trim(), `${countOf(recordsNear, 'record')} nearby`];
  return parts.filter((part) => part !== '');
}

/** The announcement for screen readers. */
export function announcementOf(suggestions: readonly Suggestion[], message: string | null): string {
  return message ?? countOf(suggestions.length, 'suggestion');
}

interface SuggestionOptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

/** One line of the list of suggestions. */
export function SuggestionOption({ id, suggestion, typed, isActive, onChoose }: SuggestionOptionProps) {
  const isPlace = suggestion.kind === 'place';
  const item = useRef<HTMLLIElement>(null);

  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    // The keyboard reaches options through the box, as it does in every combobox.
    <li
      ref={item}
      id={id}
      role="option"
      aria-selected={isActive}
      className="place-search-option"
      // Keeps the focus in the box.
      onMouseDown={(event) => {
        event.preventDefault();
      }}
      onClick={onChoose}
    >
      <Icon name={isPlace ? 'pin' : 'locate'} size={18} />
      <span className="place-search-option-text">
        <span className="place-search-option-name">
          {isPlace ? (
            <bdi>
              <Highlighted text={suggestion.place.name.trim()} typed={typed} />
            </bdi>
          ) : (
            `Search around ${formatPosition(suggestion.reading.position)}`
          )}
        </span>
        <span className="muted small">
          {isPlace
            ? placeDetails(suggestion.place).map((part, index) => (
                <Fragment key={index}>
                  {index === 0 ? '' : ', '}
                  <bdi>
                    <Highlighted text={part} typed={typed} />
                  </bdi>
                </Fragment>
              ))
            : (suggestion.reading.note ?? 'Coordinates')}
        </span>
      </span>
    </li>
  );
}

function Highlighted({ text, typed }: { readonly text: string; readonly typed: string }) {
  return matchingParts(text, typed).map(({ text: part, isMatch }, index) =>
    isMatch ? (
      <mark key={index} className="place-search-match">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a text into parts that match a typed word and parts that do not. A word of the text matches if it starts with
 * a typed word, ignoring case.
 */
export function matchingParts(text: string, typed: string): readonly TextPart[] {
  const wanted = wordsOf(typed).map((word) => word.toLowerCase());
  const parts: TextPart[] = [];
  const add = (word: string, isMatch: boolean): void => {
    const before = parts.at(-1);
    if (word === '') return;
    if (before?.isMatch === isMatch) parts[parts.length - 1] = { text: before.text + word, isMatch };
    else parts.push({ text: word, isMatch });
  };
  for (const word of text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const lower = word.toLowerCase();
    // A character may become longer in lower case. Indexes in the two texts then differ, and nothing is marked.
    const lengths =
      lower.length === word.length ? wanted.map((prefix) => (lower.startsWith(prefix) ? prefix.length : 0)) : [];
    const length = Math.max(0, ...lengths);
    add(word.slice(0, length), true);
    add(word.slice(length), false);
  }
  return parts;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

interface Coordinates {
  /** The typed text, parsed as coordinates; undefined until it is parsed, or if it is not coordinates. */
  readonly reading: CoordinatesReading | undefined;
  /** Whether the text may be coordinates, but the parser is not yet loaded. */
  readonly isPending: boolean;
  /** Loads the parser early; call it before anything is typed. */
  readonly preload: () => void;
  /** Resolves to the reading when the parser has been loaded. */
  readonly readWhenLoaded: () => Promise<CoordinatesReading | undefined>;
}

/** The coordinate parser, loaded on demand. */
export const coordinateParser = new LazyModule(() => import('../vocabulary/coordinate-parser.ts'));

const notLoaded: CoordinatesReading = {
  problem: 'Coordinates cannot be read right now. Place names still work. Keep typing to try again.',
};

/** False for most place names: coordinates contain digits, and every link contains one of the other characters. */
export function mayBeCoordinates(text: string): boolean {
  return /[\d:/?#]/.test(text);
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

  const hasFailed = failedFor === typed;
  const failure = hasFailed ? notLoaded : undefined;
  return {
    reading: isWanted ? (read ? read(typed) : failure) : undefined,
    isPending: isWanted && !read && !hasFailed,
    preload: () => {
      // A failure is ignored here: typing coordinates tries again and reports a failure.
      module.load().catch(() => undefined);
    },
    readWhenLoaded: () =>
      module.load().then(
        ({ readCoordinates }) => readCoordinates(typed),
        () => notLoaded,
      ),
  };
}

const maxPlaces = 8;

interface PlacesFound {
  /** The text that these places were found for. */
  readonly typed: string;
  readonly places: readonly PlaceRow[];
}

const none: PlacesFound = { typed: '', places: [] };

/** The places that match the typed text. Until they are known, those that matched the previous text. */
export function usePlacesFound(typed: string): PlacesFound {
  const { engine } = useSession();
  const isReady = useData() !== undefined;
  const [found, setFound] = useState(none);
  const isEmpty = typed === '';

  useEffect(() => {
    if (isEmpty || !isReady) return;
    let isCurrent = true;
    const show = (places: readonly PlaceRow[]): void => {
      if (isCurrent) setFound({ typed, places });
    };
    engine.findPlaces(typed, maxPlaces).then(show, () => {
      // A failed engine is reported for the whole page. Here, it counts as no places found.
      show([]);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, typed, isEmpty, isReady]);

  return isEmpty ? none : found;
}
