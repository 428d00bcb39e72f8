import { useCallback, useId, useState } from 'react';

import { MarkIcon } from '../components/MarkIcon.tsx';
import { useResult, useSession, useView } from '../session/use-session.ts';
import { withoutFilter } from '../view/view-state.ts';
import { type Mark, markOf } from '../vocabulary/kinds.ts';
import { keyOfText } from '../vocabulary/text.ts';
import { OptionRow } from './OptionRow.tsx';
import { filterDescriptions, isKind, type ListFilter, withValues } from './filter-names.ts';
import { type FilterOption, filterOptions, toggled } from './filter-options.ts';
import './filter-options.css';

/** Longer lists get a field to find a value by. */
const mostWithoutSearch = 12;

export interface FilterOptionsProps {
  readonly name: ListFilter;
  /** Shows this many values, and the rest on demand; all when absent. */
  readonly mostAtFirst?: number;
}

/** The values of one filter as boxes to tick, each with how many it would leave, and a way back to any. */
export function FilterOptions({ name, mostAtFirst }: FilterOptionsProps) {
  const values = useResult(({ facets }) => facets[name]);
  const selected = useView(({ filters }) => filters[name]);
  const changeFilters = useView((view) => view.changeFilters);
  const [typed, setTyped] = useState('');
  const [isWhole, setIsWhole] = useState(mostAtFirst === undefined);
  const listId = useId();
  const titleId = useId();

  const { view } = useSession();
  const toggle = useCallback(
    (option: FilterOption) => {
      const { filters, changeFilters: change } = view.getState();
      change(withValues(name, toggled(filters[name], option)));
    },
    [view, name],
  );

  const { title, inSentence } = filterDescriptions[name];
  const options = filterOptions(name, values ?? [], selected);

  const wanted = keyOfText(typed);
  const matching = options.filter(({ label }) => label.toLowerCase().includes(wanted));
  const shown =
    isWhole || wanted !== ''
      ? matching
      : options.filter((option, index) => index < (mostAtFirst ?? 0) || option.isSelected);
  const largest = Math.max(1, ...options.map(({ count }) => count));

  return (
    <div className="filters-options" role="group" aria-labelledby={titleId}>
      <p id={titleId} className="filters-title">
        {title}
      </p>
      <button
        type="button"
        className="button filters-any"
        data-size="small"
        aria-pressed={selected.length === 0}
        onClick={() => {
          changeFilters(withoutFilter(name));
        }}
      >
        Any<span className="visually-hidden"> {inSentence}</span>
      </button>
      {options.length > mostWithoutSearch && (
        <input
          type="search"
          className="field"
          aria-label={`Find among ${options.length} values of ${inSentence}`}
          placeholder={`Find among ${options.length}`}
          aria-controls={listId}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
          }}
        />
      )}
      {values === undefined && <p className="muted">Not counted yet.</p>}
      {wanted !== '' && matching.length === 0 && <p className="muted">None has these letters in its name.</p>}
      <ul className="filters-list" id={listId}>
        {shown.map((option) => (
          <li key={option.label}>
            <OptionRow
              option={option}
              mark={name === 'kinds' ? markOfOption(option) : null}
              share={option.count / largest}
              onToggle={toggle}
            />
          </li>
        ))}
      </ul>
      {!isWhole && wanted === '' && options.length > shown.length && (
        <button
          type="button"
          className="button"
          data-kind="plain"
          onClick={() => {
            setIsWhole(true);
          }}
        >
          Show all {options.length}
        </button>
      )}
      {name === 'kinds' && (
        <p className="muted small filters-mark-note">
          <MarkIcon mark="other" size={14} /> marks whale carcasses and other objects, whatever the kind.
        </p>
      )}
    </div>
  );
}

function markOfOption({ keys }: FilterOption): Mark | null {
  const kind = keys.find(isKind);
  return kind ? markOf(kind, '') : null;
}
