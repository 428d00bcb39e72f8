import { Fragment, useEffect, useRef } from 'react';

import { Icon } from '../components/Icon.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { formatPosition } from '../vocabulary/positions.ts';
import { plainText } from '../vocabulary/text.ts';

/** What can be chosen: a place, or the point that was typed. */
export type Suggestion =
  | { readonly kind: 'place'; readonly place: PlaceRow }
  | { readonly kind: 'point'; readonly reading: Extract<CoordinatesReading, { position: unknown }> };

export const nothingFound = 'No place of that name. Coordinates such as -31.99, 115.75 work too.';

/** The typed point, or else places: no place has coordinates as its name. */
export function suggestionsOf(
  reading: CoordinatesReading | undefined,
  places: readonly PlaceRow[],
): readonly Suggestion[] {
  if (reading && 'position' in reading) return [{ kind: 'point', reading }];
  return places.map((place) => ({ kind: 'place', place }));
}

/** What the box shows once a suggestion is chosen. */
export function textOf(suggestion: Suggestion): string {
  return suggestion.kind === 'place'
    ? plainText(suggestion.place.name).trim()
    : formatPosition(suggestion.reading.position);
}

/** "Beach", "Perth Metro", "118 records near": details that distinguish places of one name. */
function placeDetails({ featureType, town, recordsNear }: PlaceRow): readonly string[] {
  const parts = [featureType.trim(), town.trim(), `${countOf(recordsNear, 'record')} near`];
  return parts.filter((part) => part !== '');
}

/** The announcement for screen readers. */
export function announcementOf(suggestions: readonly Suggestion[], message: string | null): string {
  return message ?? countOf(suggestions.length, 'suggestion');
}

export interface SuggestionOptionProps {
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
      // The box keeps the focus.
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

export interface TextPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/**
 * Splits a text into parts that match a typed word and parts that do not. A word of the text matches if it starts with a
 * typed word, ignoring case.
 */
export function matchingParts(text: string, typed: string): readonly TextPart[] {
  const wanted = wordsOf(typed).map((word) => word.toLowerCase());
  const parts: TextPart[] = [];
  const add = (piece: string, isMatch: boolean): void => {
    const before = parts.at(-1);
    if (piece === '') return;
    if (before?.isMatch === isMatch) parts[parts.length - 1] = { text: before.text + piece, isMatch };
    else parts.push({ text: piece, isMatch });
  };
  for (const piece of text.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? []) {
    const lower = piece.toLowerCase();
    // A character may become longer in lower case; then indexes in the two texts differ.
    const lengths =
      lower.length === piece.length ? wanted.map((word) => (lower.startsWith(word) ? word.length : 0)) : [];
    const length = Math.max(0, ...lengths);
    add(piece.slice(0, length), true);
    add(piece.slice(length), false);
  }
  return parts;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}
