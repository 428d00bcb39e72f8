import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import { LazyModule } from '../components/lazy-component.tsx';
import type { FilterSuggestion, PlaceRow, Suggestions, TownSuggestion } from '../engine/engine.ts';
import { useData, useSession, useView } from '../session/use-session.ts';
import type { CoordinatesReading, PointReading } from '../vocabulary/coordinate-parser.ts';
import { formatRadius } from '../vocabulary/distances.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';
import { plainText } from '../vocabulary/text.ts';

/** A place, a town, a filter, or the point that was typed. */
export type Suggestion =
  PlaceRow | TownSuggestion | FilterSuggestion | { readonly kind: 'point'; readonly reading: PointReading };

/** Suggestions of one kind, below a heading. */
export interface ShownGroup {
  readonly title: string;
  /** What the announcement counts. */
  readonly noun: string;
  readonly items: readonly Suggestion[];
}

export const nothingFound =
  'No place or species with that name. Check the spelling, or type coordinates such as -31.99, 115.75.';

const titles = {
  places: { title: 'Places', noun: 'place' },
  filters: { title: 'Show only these records', noun: 'filter' },
  points: { title: 'Coordinates', noun: 'point' },
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

/** Whether Enter may choose the first suggestion without asking. */
export function isClearMatch(reading: CoordinatesReading | undefined, { isClear }: Suggestions): boolean {
  return reading ? 'position' in reading : isClear;
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

const keyOfSuggestion = (suggestion: Suggestion): string => {
  if (suggestion.kind === 'place') return String(suggestion.id);
  if (suggestion.kind === 'point') return plainPosition(suggestion.reading.position);
  return suggestion.kind === 'town' ? suggestion.name : suggestion.label;
};

interface SuggestionListProps {
  readonly id: string;
  readonly groups: readonly ShownGroup[];
  readonly typed: string;
  /** The index of the active suggestion among all; -1 for none. */
  readonly activeIndex: number;
  readonly optionId: (index: number) => string;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The listbox of the combobox: groups of options, each with a heading. It is always present, perhaps empty. */
export function SuggestionList({ id, groups, typed, activeIndex, optionId, onChoose }: SuggestionListProps) {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { items }) => sum + items.length, 0));
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className="place-search-list" hidden={groups.length === 0}>
      {groups.map(({ title, items }, group) => (
        <div key={title} role="group" aria-labelledby={`${id}-${title}`} className="place-search-group">
          <p id={`${id}-${title}`} role="presentation" className="place-search-heading small muted">
            {title}
          </p>
          {items.map((suggestion, index) => {
            const place = (starts[group] ?? 0) + index;
            return (
              <SuggestionOption
                key={keyOfSuggestion(suggestion)}
                id={optionId(place)}
                suggestion={suggestion}
                typed={typed}
                isActive={place === activeIndex}
                onChoose={() => {
                  onChoose(suggestion);
                }}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface SuggestionOptionProps {
  readonly id: string;
  readonly suggestion: Suggestion;
  readonly typed: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

const icons: Readonly<Record<Suggestion['kind'], IconName>> = {
  place: 'pin',
  town: 'whole',
  filter: 'filter',
  point: 'locate',
};

/** One line of the list of suggestions. */
function SuggestionOption({ id, suggestion, typed, isActive, onChoose }: SuggestionOptionProps) {
  const item = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (isActive) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);

  return (
    // The keyboard reaches options through the box, as it does in every combobox.
    <div
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
      <Icon name={icons[suggestion.kind]} size={18} />
      <span className="place-search-option-text">
        <span className="place-search-option-name">
          <SuggestionName suggestion={suggestion} typed={typed} />
        </span>
        <span className="muted small">
          <SuggestionDetails suggestion={suggestion} typed={typed} />
        </span>
      </span>
    </div>
  );
}

function SuggestionName({ suggestion, typed }: Pick<SuggestionOptionProps, 'suggestion' | 'typed'>): ReactNode {
  if (suggestion.kind === 'point') return `Search around ${formatPosition(suggestion.reading.position)}`;
  const name = suggestion.kind === 'filter' ? suggestion.label : suggestion.name.trim();
  return (
    <>
      {suggestion.kind === 'filter' && 'Filter: '}
      <bdi>
        <Highlighted text={name} typed={typed} />
      </bdi>
    </>
  );
}

/** Details that distinguish places with the same name: "Beach, Perth Metro, 118 records nearby". */
function SuggestionDetails({ suggestion, typed }: Pick<SuggestionOptionProps, 'suggestion' | 'typed'>): ReactNode {
  const units = useView((view) => view.units);
  if (suggestion.kind === 'point') return suggestion.reading.note ?? 'Coordinates';
  if (suggestion.kind === 'filter') return countOf(suggestion.records, 'record');
  if (suggestion.kind === 'town') {
    const { places, records, radiusInMetres } = suggestion;
    return `Area of ${countOf(places, 'place')}, ${countOf(records, 'record')} within ${formatRadius(radiusInMetres, units)}`;
  }
  const { featureType, town, recordsNear } = suggestion;
  const parts = [featureType.trim(), town.trim(), `${countOf(recordsNear, 'record')} nearby`];
  return parts
    .filter((part) => part !== '')
    .map((part, index) => (
      <Fragment key={index}>
        {index === 0 ? '' : ', '}
        <bdi>
          <Highlighted text={part} typed={typed} />
        </bdi>
      </Fragment>
    ));
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
  /** The name that was typed: the text without coordinates or a link; '' if there is none. */
  readonly name: string;
  /** Resolves when the parser has been loaded. */
  readonly readWhenLoaded: () => Promise<Pick<Coordinates, 'reading' | 'name'>>;
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

  const loaded = isWanted ? module.loaded : undefined;
  const hasFailed = failedFor === typed;
  const failure = hasFailed ? notLoaded : undefined;
  const reading = isWanted ? (read ? read(typed) : failure) : undefined;
  return {
    reading,
    name: loaded && reading ? loaded.nameSharedWithLink(typed) : typed,
    isPending: isWanted && !read && !hasFailed,
    preload: () => {
      // A failure is ignored here: typing coordinates tries again and reports a failure.
      module.load().catch(() => undefined);
    },
    readWhenLoaded: () =>
      module.load().then(
        ({ readCoordinates, nameSharedWithLink }) => {
          const later = readCoordinates(typed);
          return { reading: later, name: later ? nameSharedWithLink(typed) : typed };
        },
        () => ({ reading: notLoaded, name: typed }),
      ),
  };
}

export const maxPlaces = 8;

interface Found {
  /** The text that these suggestions were found for. */
  readonly typed: string;
  readonly suggestions: Suggestions;
}

const none: Found = { typed: '', suggestions: noSuggestions };

/** The suggestions for the typed text. Until they are known, those for the previous text. */
export function useSuggestions(typed: string): Found {
  const { engine } = useSession();
  const isReady = useData() !== undefined;
  const [found, setFound] = useState(none);
  const isEmpty = typed === '';

  useEffect(() => {
    if (isEmpty || !isReady) return;
    let isCurrent = true;
    const show = (suggestions: Suggestions): void => {
      if (isCurrent) setFound({ typed, suggestions });
    };
    engine.suggest(typed, maxPlaces).then(show, () => {
      // A failed engine is reported for the whole page. Here, it counts as nothing found.
      show(noSuggestions);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, typed, isEmpty, isReady]);

  return isEmpty ? none : found;
}
