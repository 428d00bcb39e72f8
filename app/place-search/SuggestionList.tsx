import { Fragment, useEffect, useRef } from 'react';

import { Icon, type IconName } from '../components/Icon.tsx';
import { useView } from '../explorer/use-explorer.ts';
import { countOf } from '../vocabulary/numbers.ts';
import { sightingsAndVisitsInWords } from '../vocabulary/observation-counts.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';
import { partsWithHits, remarkFilterOf } from '../vocabulary/remarks.ts';
import { withinRadius } from '../vocabulary/scopes.ts';
import { apostrophes } from '../vocabulary/text.ts';
import { featureTypeName } from '../vocabulary/value-names.ts';
import type { ShownGroup, Suggestion } from './suggestions.ts';

const keyOfSuggestion = (suggestion: Suggestion): string => {
  if (suggestion.kind === 'place') return String(suggestion.id);
  if (suggestion.kind === 'point') return plainPosition(suggestion.reading.position);
  if (suggestion.kind === 'saved') return suggestion.key;
  return suggestion.kind === 'filter' ? suggestion.label : suggestion.name;
};

export interface SuggestionListProps {
  readonly id: string;
  readonly groups: readonly ShownGroup[];
  readonly typed: string;
  /** The index of the active suggestion among all; -1 for none. */
  readonly activeIndex: number;
  readonly optionId: (index: number) => string;
  readonly onChoose: (suggestion: Suggestion) => void;
}

/** The listbox of the combobox: groups of options, each with a heading. */
export function SuggestionList({ id, groups, typed, activeIndex, optionId, onChoose }: SuggestionListProps) {
  const all = groups.flatMap(({ items }) => items);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className="place-search-list">
      {groups.map(({ title, items }, group) => (
        <div key={title} role="group" aria-labelledby={`${id}-heading-${group}`} className="place-search-group">
          <p id={`${id}-heading-${group}`} role="presentation" className="place-search-heading small muted">
            {title}
          </p>
          {items.map((suggestion) => {
            const index = all.indexOf(suggestion);
            return (
              <SuggestionOption
                key={keyOfSuggestion(suggestion)}
                id={optionId(index)}
                suggestion={suggestion}
                typed={typed}
                isActive={index === activeIndex}
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
  town: 'area',
  area: 'area',
  filter: 'filter',
  point: 'locate',
  saved: 'pin',
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
      <span className="stack gap-0 break-anywhere">
        <span className="close-lines">
          <SuggestionName suggestion={suggestion} typed={typed} />
        </span>
        <span className="muted small">
          <SuggestionDetails suggestion={suggestion} typed={typed} />
        </span>
      </span>
    </div>
  );
}

function SuggestionName({ suggestion, typed }: Pick<SuggestionOptionProps, 'suggestion' | 'typed'>) {
  if (suggestion.kind === 'point') return <>Point at {formatPosition(suggestion.reading.position)}</>;
  const name = suggestion.kind === 'filter' ? suggestion.label : suggestion.name.trim();
  return (
    <>
      {suggestion.kind === 'filter' && suggestion.filter !== 'tag' && 'Filter: '}
      <bdi>
        <Highlighted text={name} typed={typed} />
      </bdi>
    </>
  );
}

/** Details that distinguish places with the same name: "Beach, Perth Metro, 89 sightings and 80 visits nearby". */
function SuggestionDetails({ suggestion, typed }: Pick<SuggestionOptionProps, 'suggestion' | 'typed'>) {
  const units = useView((view) => view.units);
  if (suggestion.kind === 'point') return <>{suggestion.reading.note ?? 'Coordinates'}</>;
  if (suggestion.kind === 'filter') return <>{countOf(suggestion.records, 'record')}</>;
  // Their heading says all there is to say.
  if (suggestion.kind === 'saved') return null;
  if (suggestion.kind === 'area') return <>Council area, {countOf(suggestion.places, 'place')}</>;
  if (suggestion.kind === 'town') {
    const { places, near, radiusInMetres } = suggestion;
    return (
      <>
        Area of {countOf(places, 'place')}, {sightingsAndVisitsInWords(near)} {withinRadius(radiusInMetres, units)}
      </>
    );
  }
  const { featureType, town, near } = suggestion;
  const type = featureType.trim() === '' ? '' : featureTypeName(featureType);
  const nearby = `${sightingsAndVisitsInWords(near)} nearby`;
  const parts = [type, town.trim(), nearby].filter((part) => part !== '');
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? '' : ', '}
          <bdi translate={part === nearby ? 'yes' : 'no'}>
            <Highlighted text={part} typed={typed} />
          </bdi>
        </Fragment>
      ))}
    </>
  );
}

/** Highlights what words of a text share with typed words, from their start. An apostrophe separates typed words. */
function Highlighted({ text, typed }: { readonly text: string; readonly typed: string }) {
  const words = remarkFilterOf(typed.replace(apostrophes, ' '));
  return (
    <>
      {partsWithHits(text, words).map(({ text: part, isHit }, index) =>
        isHit ? (
          <mark key={index} className="place-search-match">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </>
  );
}
