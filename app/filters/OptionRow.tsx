import { memo } from 'react';

import { MarkIcon } from '../components/MarkIcon.tsx';
import type { Mark } from '../vocabulary/kinds.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { type FilterOption, isSameOption } from './filter-options.ts';

/** Longer names may be cut off, and are told whole in a title. */
const shortEnough = 60;

interface OptionRowProps {
  readonly option: FilterOption;
  readonly mark: Mark | null;
  /** Of the longest bar, 0 to 1. */
  readonly share: number;
  readonly onToggle: (option: FilterOption) => void;
}

/** A value to tick. Options are made anew with every answer, but what a filter lets through changes none of its own counts. */
export const OptionRow = memo(function OptionRow({ option, mark, share, onToggle }: OptionRowProps) {
  return (
    <label className="filters-option">
      <input
        type="checkbox"
        checked={option.isSelected}
        onChange={() => {
          onToggle(option);
        }}
      />
      {mark && <MarkIcon mark={mark} size={16} />}
      <span
        className="filters-option-label"
        title={option.label.length > shortEnough ? plainText(option.label) : undefined}
      >
        <bdi>{option.label}</bdi>
      </span>{' '}
      <span className="filters-option-count figure muted">{formatCount(option.count)}</span>
      <span className="filters-option-bar" style={{ transform: `scaleX(${share})` }} />
    </label>
  );
}, looksTheSame);

function looksTheSame({ option, ...rest }: OptionRowProps, { option: next, ...nextRest }: OptionRowProps): boolean {
  return (
    isSameOption(option, next) &&
    rest.mark === nextRest.mark &&
    rest.share === nextRest.share &&
    rest.onToggle === nextRest.onToggle
  );
}
