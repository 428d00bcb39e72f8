import { type KeyboardEvent, useId, useRef, useState } from 'react';

import { Icon } from '../components/Icon.tsx';
import { useData, useSession } from '../session/use-session.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';
import {
  announcementOf,
  coordinateParser,
  nothingFound,
  type Suggestion,
  SuggestionOption,
  suggestionsOf,
  textOf,
  useCoordinates,
  usePlacesFound,
} from './suggestions.tsx';
import './place-search.css';

/**
 * The search box for place names and coordinates: a combobox that follows the WAI-ARIA Authoring Practices. `parser` is
 * the lazily loaded coordinate parser.
 */
export function PlaceSearch({ parser = coordinateParser }) {
  const session = useSession();
  const isReady = useData() !== undefined;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);

  const typed = text.trim();
  const { reading, isPending, preload, readWhenLoaded } = useCoordinates(typed, parser);
  const found = usePlacesFound(typed);
  const suggestions = isPending ? [] : suggestionsOf(reading, found.places);
  const isSearching = isPending || (isReady && found.typed !== typed);
  const message = getMessage();
  const isShown = isOpen && typed !== '' && (suggestions.length > 0 || message !== null);
  const optionId = (index: number): string => `${listId}-${index}`;

  function getMessage(): string | null {
    if (reading && 'problem' in reading) return reading.problem;
    if (suggestions.length > 0 || isSearching) return null;
    return isReady ? nothingFound : 'Places are still loading. Coordinates already work.';
  }

  function choose(suggestion: Suggestion): void {
    setText(textOf(suggestion));
    close();
    const view = session.view.getState();
    view.select(
      suggestion.kind === 'point'
        ? { kind: 'location', position: suggestion.reading.position }
        : { kind: 'place', id: suggestion.place.id },
    );
    // On a phone, the keyboard would cover the results.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  }

  /** Chooses the active suggestion, or else the first one for the current text as soon as it is known. */
  function chooseBest(): void {
    const best = (isShown ? suggestions[activeIndex] : undefined) ?? suggestions[0];
    if (best && (activeIndex >= 0 || best.kind === 'point' || !isSearching)) choose(best);
    else if (!isSearching) setIsOpen(true);
    else {
      const chooseIfStillTyped = ([first]: readonly Suggestion[]): void => {
        if (first && input.current?.value.trim() === typed) choose(first);
      };
      // If this fails, the suggestions close; the page reports the failure of the engine.
      (isPending ? readWhenLoaded().then(suggestionsFor) : suggestionsFor()).then(chooseIfStillTyped, close);
    }
  }

  async function suggestionsFor(reading?: CoordinatesReading): Promise<readonly Suggestion[]> {
    return suggestionsOf(reading, reading || !isReady ? [] : await session.engine.findPlaces(typed, 1));
  }

  function close(): void {
    setIsOpen(false);
    setActiveIndex(-1);
  }

  function moveTo(index: number): void {
    setIsOpen(true);
    const count = suggestions.length;
    setActiveIndex(count === 0 ? -1 : ((index % count) + count) % count);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') moveTo(isShown ? activeIndex + 1 : 0);
    else if (event.key === 'ArrowUp') moveTo(activeIndex <= 0 ? -1 : activeIndex - 1);
    else if (event.key === 'Enter' && typed !== '') chooseBest();
    else if (event.key === 'Escape' && (isShown || text !== '')) {
      if (!isShown) setText('');
      close();
    } else return;
    event.preventDefault();
  }

  return (
    <div role="search" className="place-search">
      <Icon name="search" size={18} />
      <input
        ref={input}
        id="place-search"
        className="field place-search-input"
        type="text"
        role="combobox"
        aria-label="Search for a place or coordinates"
        aria-autocomplete="list"
        aria-expanded={isShown && suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={isShown && activeIndex >= 0 ? optionId(activeIndex) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder="Place or coordinates"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setIsOpen(true);
          setActiveIndex(-1);
        }}
        onClick={() => {
          if (activeIndex < 0 && typed !== '') setIsOpen(true);
        }}
        onKeyDown={onKeyDown}
        onFocus={preload}
        onBlur={close}
      />
      {text !== '' && (
        <button
          type="button"
          className="place-search-clear"
          aria-label="Clear the search box"
          onClick={() => {
            setText('');
            close();
            input.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
      <div className="place-search-popup" hidden={!isShown}>
        <ul
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          className="place-search-list"
          hidden={suggestions.length === 0}
        >
          {isShown &&
            suggestions.map((suggestion, index) => (
              <SuggestionOption
                key={suggestion.kind === 'place' ? suggestion.place.id : 'point'}
                id={optionId(index)}
                suggestion={suggestion}
                typed={typed}
                isActive={index === activeIndex}
                onChoose={() => {
                  choose(suggestion);
                }}
              />
            ))}
        </ul>
        {message !== null && <p className="place-search-message">{message}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {isShown && !isSearching ? announcementOf(suggestions, message) : ''}
      </p>
    </div>
  );
}
