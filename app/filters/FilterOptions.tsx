import { type ReactNode, useId, useState } from 'react';

import { Button } from '../components/buttons.tsx';
import { MarkIcon } from '../components/Icon.tsx';
import type { FacetValue } from '../engine/engine.ts';
import { useResult, useView } from '../explorer/use-explorer.ts';
import { withoutFilter } from '../view/view-state.ts';
import { kinds, type Mark, markOfKind } from '../../core/datasets/kinds.ts';
import { filterNamesInSentence } from '../vocabulary/filter-texts.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { keyOfText } from '../../core/datasets/text-key.ts';
import { plainText } from '../vocabulary/text.ts';
import {
  filterDescriptions,
  type FilterName,
  isKind,
  type ListFilter,
  nameOfValue,
  withValues,
} from './filter-names.ts';
import { site } from '../vocabulary/site.ts';
import { hasReceivers, taggedSubject } from '../vocabulary/site-words.ts';
import './filter-options.css';

/** Longer lists have a search field. */
const maxValuesWithoutSearch = 12;

interface FilterOptionsProps {
  readonly name: ListFilter;
  /** The number of values shown at first; by default, all. */
  readonly initialCount?: number | undefined;
}

/** The values of one filter as checkboxes with counts, and a button that clears the filter. */
export function FilterOptions({ name, initialCount }: FilterOptionsProps) {
  const [countsSharks, setCountsSharks] = useState(true);
  const values = useResult(({ facets }) =>
    name === 'species' && countsSharks
      ? facets.species.map(({ key, sharks }) => ({ key, count: sharks }))
      : facets[name],
  );
  const selected = useView(({ filters }) => filters[name]);
  const changeFilters = useView((view) => view.changeFilters);
  const [typed, setTyped] = useState('');
  const [showsAll, setShowsAll] = useState(initialCount === undefined);
  const listId = useId();

  const inSentence = filterNamesInSentence[name];
  const options = filterOptions(name, values ?? [], selected);

  const wanted = keyOfText(typed);
  const matching = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const shown =
    showsAll || wanted !== ''
      ? matching
      : options.filter((option, index) => index < (initialCount ?? 0) || option.isSelected);
  const largest = Math.max(1, ...options.map(({ count }) => count));

  return (
    <FilterGroup name={name}>
      <div className="filters-any row">
        {name === 'species' && hasReceivers && (
          <Button
            size="small"
            aria-label={countsSharks ? 'Count every record' : `Count each ${taggedSubject.one} once`}
            title={`Counting each ${taggedSubject.one} once, however often it was detected, or every record.`}
            onClick={() => {
              setCountsSharks(!countsSharks);
            }}
          >
            {countsSharks ? `each ${taggedSubject.one} once` : 'every record'}
          </Button>
        )}
        <Button
          size="small"
          aria-pressed={selected.length === 0}
          onClick={() => {
            changeFilters(withoutFilter(name));
          }}
        >
          Any<span className="visually-hidden"> {inSentence}</span>
        </Button>
      </div>
      {options.length > maxValuesWithoutSearch && (
        <input
          type="search"
          className="field"
          aria-label={`Search ${options.length} values of ${inSentence}`}
          placeholder={`Search ${options.length} values`}
          aria-controls={listId}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
          }}
        />
      )}
      {values === undefined && <p className="muted">Not counted yet.</p>}
      {wanted !== '' && matching.length === 0 && <p className="muted">No values contain this text.</p>}
      <ul className="stack gap-0" id={listId}>
        {shown.map((option) => (
          <li key={option.label}>
            <OptionRow
              option={option}
              mark={name === 'kinds' ? markOfOption(option) : null}
              share={option.count / largest}
              onToggle={() => {
                changeFilters(withValues(name, toggled(selected, option)));
              }}
            />
          </li>
        ))}
      </ul>
      {!showsAll && wanted === '' && options.length > shown.length && (
        <Button
          kind="plain"
          onClick={() => {
            setShowsAll(true);
          }}
        >
          Show all {options.length}
        </Button>
      )}
      {name === 'kinds' && site.kinds.Other.note !== undefined && (
        <p className="muted small filters-mark-note">
          <MarkIcon mark="other" size={14} /> marks {site.kinds.Other.note}.
        </p>
      )}
    </FilterGroup>
  );
}

/** The heading of a filter, and its controls. */
export function FilterGroup({ name, children }: { readonly name: FilterName; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <div className="filters-options stack" role="group" aria-labelledby={titleId}>
      <p id={titleId} className="filters-title">
        {filterDescriptions[name].title}
      </p>
      {children}
    </div>
  );
}

function markOfOption({ keys }: FilterOption): Mark | null {
  const kind = keys.find(isKind);
  return kind ? markOfKind[kind] : null;
}

/** Longer names may be truncated, so they also have a title attribute. */
const longestShortName = 60;

interface OptionRowProps {
  readonly option: FilterOption;
  readonly mark: Mark | null;
  /** Length of the bar relative to the longest one, 0 to 1. */
  readonly share: number;
  readonly onToggle: () => void;
}

/** One value. */
function OptionRow({ option, mark, share, onToggle }: OptionRowProps) {
  return (
    <label className="filters-option row label">
      <input type="checkbox" checked={option.isSelected} onChange={onToggle} />
      {mark && <MarkIcon mark={mark} size={16} />}
      <span
        className="filters-option-label grow clamped"
        title={option.label.length > longestShortName ? plainText(option.label) : undefined}
      >
        <bdi>{option.label}</bdi>
      </span>{' '}
      <span className="filters-option-count figure muted">{formatCount(option.count)}</span>
      <span className="filters-option-bar" style={{ transform: `scaleX(${share})` }} />
    </label>
  );
}

/** A checkbox: one value, or several values with the same name. */
export interface FilterOption {
  readonly label: string;
  readonly keys: readonly string[];
  readonly count: number;
  readonly isSelected: boolean;
}

/**
 * The options of a filter: kinds in a fixed order, other values in the order of the result, which is stable while
 * counts change. Selected values from a URL that do not occur in the data are at the end.
 */
export function filterOptions(
  name: ListFilter,
  values: readonly FacetValue[],
  selected: readonly string[],
): readonly FilterOption[] {
  const known = name === 'kinds' ? inOrderOfKinds(values) : values;
  const missing = selected.filter((key) => !known.some((value) => value.key === key));
  const byLabel = new Map<string, FilterOption>();
  for (const { key, count } of [...known, ...missing.map((absent) => ({ key: absent, count: 0 }))]) {
    const label = nameOfValue(name, key);
    const before = byLabel.get(label);
    byLabel.set(label, {
      label,
      keys: [...(before?.keys ?? []), key],
      count: (before?.count ?? 0) + count,
      isSelected: (before?.isSelected ?? false) || selected.includes(key),
    });
  }
  return [...byLabel.values()];
}

/** The selected keys after an option is toggled. */
export function toggled(selected: readonly string[], option: FilterOption): readonly string[] {
  const others = selected.filter((key) => !option.keys.includes(key));
  return option.isSelected ? others : [...others, ...option.keys];
}

function inOrderOfKinds(values: readonly FacetValue[]): readonly FacetValue[] {
  return kinds.flatMap((kind) => values.filter(({ key }) => key === kind));
}
