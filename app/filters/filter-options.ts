import type { FacetValue } from '../engine/engine.ts';
import { kinds } from '../vocabulary/kinds.ts';
import { type ListFilter, nameOfValue } from './filter-names.ts';

/** A box to tick: a value, or several that share one name. */
export interface FilterOption {
  readonly label: string;
  readonly keys: readonly string[];
  readonly count: number;
  readonly isSelected: boolean;
}

/**
 * What can be ticked: kinds in their own order, other values in the order of the answer, which stays while counts change,
 * and at the end what is selected (an address may tell it) though no record has it.
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

/** Whether two options read the same and tick the same values. */
export function isSameOption(a: FilterOption, b: FilterOption): boolean {
  return (
    a.label === b.label &&
    a.count === b.count &&
    a.isSelected === b.isSelected &&
    a.keys.length === b.keys.length &&
    a.keys.every((key, index) => key === b.keys[index])
  );
}

/** The keys selected after an option is ticked or unticked. */
export function toggled(selected: readonly string[], option: FilterOption): readonly string[] {
  const others = selected.filter((key) => !option.keys.includes(key));
  return option.isSelected ? others : [...others, ...option.keys];
}

function inOrderOfKinds(values: readonly FacetValue[]): readonly FacetValue[] {
  return kinds.flatMap((kind) => values.filter(({ key }) => key === kind));
}
