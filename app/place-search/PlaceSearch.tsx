import { type KeyboardEvent, Suspense, useEffect, useId, useRef, useState } from 'react';

import { IconButton } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import { lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import type { Explorer } from '../explorer/explorer.ts';
import { showJourney } from '../explorer/address-selection.ts';
import { useData, useExplorer, useView } from '../explorer/use-explorer.ts';
import { listOfSummary } from '../view/search-around.ts';
import { type PlaceOrPoint, type ViewState, wholeCoast } from '../view/view-state.ts';
import {
  announcementOf,
  coordinateParser,
  groupsOf,
  isClearMatch,
  noPlaceFound,
  noSuggestions,
  nothingFound,
  selectionOf,
  shortCodeOf,
  suggest,
  type Suggestion,
  textOf,
  useCoordinates,
  useSavedSuggestions,
  useSuggestions,
  withCompleteCode,
} from './suggestions.ts';
import './place-search.css';

// Loaded when the box gets the focus.
const listModule = new LazyModule(() => import('./SuggestionList.tsx'));
const SuggestionList = lazyComponent(listModule, (module) => module.SuggestionList);

interface PlaceSearchProps {
  /** The lazily loaded coordinate parser. */
  readonly parser?: typeof coordinateParser;
  /** Receives the place or point that the user chooses. The box then suggests nothing else, and does not change the view. */
  readonly onChoose?: ((place: PlaceOrPoint) => void) | undefined;
}

/**
 * The search box for places, species and coordinates: a combobox with grouped options that follows the WAI-ARIA
 * Authoring Practices.
 */
export function PlaceSearch({ parser = coordinateParser, onChoose }: PlaceSearchProps) {
  const isPlaceOnly = onChoose !== undefined;
  const explorer = useExplorer();
  const isReady = useData() !== undefined;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  /** Whether Enter was pressed without a clear match, so that the user must choose. */
  const [isAsking, setIsAsking] = useState(false);
  /** The filter that was chosen, for the announcement. */
  const [chosenFilter, setChosenFilter] = useState('');
  /** The subject of the view that the text led to; null while the text has led to nothing. */
  const chosenSubject = useRef<string | null>(null);

  // For example after Back, the name in the box would belong to another view.
  useEffect(
    () =>
      explorer.view.subscribe((view) => {
        if (chosenSubject.current === null || chosenSubject.current === subjectOf(view)) return;
        chosenSubject.current = null;
        setText('');
      }),
    [explorer],
  );

  const typed = text.trim();
  const { reading: typedReading, name, isPending, preload, readWhenLoaded } = useCoordinates(typed, parser);
  const shortCode = shortCodeOf(typedReading);
  const mapOfCode = useView(({ map }) => (shortCode ? map : wholeCoast));
  const found = useSuggestions(name, isPlaceOnly);
  const saved = useSavedSuggestions(isOpen && typed === '');
  const isSearching = isPending || (isReady && found.typed !== name);
  const isTownPending = name !== '' && shortCode !== undefined && (isSearching || !isReady);
  const suggested = name === '' ? noSuggestions : found.suggestions;
  const reading = isTownPending ? undefined : withCompleteCode(typedReading, suggested, mapOfCode);
  const groups = typed === '' ? saved : isPending || isTownPending ? [] : groupsOf(reading, suggested);
  const suggestions = groups.flatMap(({ items }) => items);
  const message = getMessage();
  const isShown = isOpen && (suggestions.length > 0 || message !== null);
  /** The element that the combobox controls must always exist. */
  const emptyList = <div id={listId} role="listbox" aria-label="Suggestions" hidden />;
  const optionId = (index: number): string => `${listId}-${index}`;

  function getMessage(): string | null {
    if (typed === '') return null;
    if (reading && 'problem' in reading) return reading.problem;
    if (isSearching) return null;
    if (suggestions.length > 0)
      return isAsking && activeIndex >= 0 ? 'Which of these? Press Enter again to choose the highlighted one.' : null;
    return isReady
      ? isPlaceOnly
        ? noPlaceFound
        : nothingFound
      : 'Places are still loading. Coordinates already work.';
  }

  function choose(suggestion: Suggestion): void {
    close();
    const place = selectionOf(suggestion);
    if (onChoose) {
      setText('');
      if (place) onChoose(place);
      return;
    }
    setText(textOf(suggestion));
    chosenSubject.current = null;
    const view = explorer.view.getState();
    switch (suggestion.kind) {
      case 'town':
        view.selectCircle(suggestion);
        break;
      case 'filter': {
        const [key = ''] = suggestion.keys;
        if (suggestion.filter === 'tag') {
          // The explorer reports a failure of the engine.
          void showJourney(explorer, key);
          break;
        }
        listRecordsOfSelection(explorer);
        view.setTab('records');
        view.changeFilters({ [suggestion.filter]: suggestion.filter === 'remark' ? key : suggestion.keys });
        setChosenFilter(`Filter: ${suggestion.label}.`);
        break;
      }
      case 'area':
        view.select({ kind: 'area', name: suggestion.name });
        break;
      default:
        view.select(place);
    }
    chosenSubject.current = subjectOf(explorer.view.getState());
    // On a phone, the keyboard would cover the results.
    if (window.matchMedia('(pointer: coarse)').matches) input.current?.blur();
  }

  /** Chooses the active suggestion, or else the first one if it is clearly what was meant; otherwise asks. */
  function chooseOrAsk(): void {
    const active = isShown ? suggestions[activeIndex] : undefined;
    if (active) choose(active);
    else if (!isSearching) chooseClear(suggestions[0], isClearMatch(typedReading, found.suggestions));
    else {
      // If this fails, the suggestions close; the page reports the failure of the engine.
      suggestLater().then(([first, isClear]) => {
        if (input.current?.value.trim() === typed) chooseClear(first, isClear);
      }, close);
    }
  }

  function chooseClear(first: Suggestion | undefined, isClear: boolean): void {
    if (first && isClear) {
      choose(first);
      return;
    }
    setIsOpen(true);
    setIsAsking(true);
    setActiveIndex(first ? 0 : -1);
  }

  /** The first suggestion for the current text as soon as it is known, and whether it is clear. */
  async function suggestLater(): Promise<readonly [Suggestion | undefined, boolean]> {
    const later = isPending ? await readWhenLoaded() : { reading: typedReading, name };
    const isUseful = isReady && later.name !== '';
    const latest = isUseful ? await suggest(explorer.engine, later.name, isPlaceOnly) : noSuggestions;
    const completed = withCompleteCode(later.reading, latest, explorer.view.getState().map);
    return [groupsOf(completed, latest)[0]?.items[0], isClearMatch(later.reading, latest)];
  }

  function close(): void {
    setIsOpen(false);
    setActiveIndex(-1);
    setIsAsking(false);
  }

  function moveTo(index: number): void {
    setIsOpen(true);
    const count = suggestions.length;
    setActiveIndex(count === 0 ? -1 : ((index % count) + count) % count);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' && event.altKey) setIsOpen(true);
    else if (event.key === 'ArrowUp' && event.altKey) close();
    else if (event.key === 'ArrowDown') moveTo(isShown ? activeIndex + 1 : 0);
    else if (event.key === 'ArrowUp') moveTo(activeIndex <= 0 ? -1 : activeIndex - 1);
    else if (event.key === 'Enter' && (typed !== '' || (isShown && activeIndex >= 0))) chooseOrAsk();
    else if (event.key === 'Escape' && (isShown || text !== '')) {
      if (!isShown) setText('');
      close();
    } else return;
    event.preventDefault();
  }

  return (
    <div role="search" className="place-search row full-width">
      <Icon name="search" size={18} />
      <input
        ref={input}
        id={isPlaceOnly ? undefined : 'place-search'}
        className="field place-search-input full-width truncated"
        type="text"
        role="combobox"
        aria-label={isPlaceOnly ? 'Place to compare with' : 'Search for a place, a species or coordinates'}
        aria-autocomplete="list"
        aria-expanded={isShown && suggestions.length > 0}
        aria-controls={listId}
        aria-activedescendant={isShown && activeIndex >= 0 ? optionId(activeIndex) : undefined}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={isPlaceOnly ? 'Place' : 'Place or species'}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          chosenSubject.current = null;
          setIsOpen(true);
          setActiveIndex(-1);
          setIsAsking(false);
          setChosenFilter('');
        }}
        onClick={() => {
          if (activeIndex < 0) setIsOpen(true);
        }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          preload();
          // A failure is reported when there are suggestions to show.
          listModule.load().catch(() => undefined);
        }}
        onBlur={close}
      />
      {text !== '' && (
        <IconButton
          icon="close"
          iconSize={16}
          className="place-search-clear"
          kind="plain"
          label="Clear the search box"
          onClick={() => {
            setText('');
            close();
            input.current?.focus();
          }}
        />
      )}
      <div className="place-search-popup floating" hidden={!isShown}>
        {isShown && suggestions.length > 0 ? (
          <Suspense fallback={emptyList}>
            <SuggestionList
              id={listId}
              groups={groups}
              typed={typed}
              activeIndex={activeIndex}
              optionId={optionId}
              onChoose={choose}
            />
          </Suspense>
        ) : (
          emptyList
        )}
        {message !== null && <p className="place-search-message label muted">{message}</p>}
      </div>
      <p role="status" className="visually-hidden">
        {isShown && !isSearching ? announcementOf(groups, message) : chosenFilter}
      </p>
    </div>
  );
}

/** What a view shows, regardless of the radius of its circle. */
function subjectOf({ selection, search }: ViewState): string {
  return JSON.stringify(selection ?? search?.centre ?? null);
}

/** Lists the records of the summary that is shown, or else closes the details: a filter limits the records of a list. */
function listRecordsOfSelection({ view, queryState }: Explorer): void {
  const { selection, select } = view.getState();
  const { selectionCircle } = queryState.getState();
  const scope = selection?.kind === 'area' ? { council: selection.name } : selectionCircle;
  if (!scope) {
    if (selection) select(null);
    return;
  }
  view.setState((state) => ({ ...listOfSummary(state, scope, state.filters), latestEntry: 'new' }));
}
