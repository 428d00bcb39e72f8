import { Fragment, useEffect, useRef } from 'react';

import { Icon } from '../components/Icon.tsx';
import { formatPosition } from '../vocabulary/coordinates.ts';
import { matchingParts } from './matching-parts.ts';
import { placeDetails, type Suggestion } from './suggestions.ts';

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
