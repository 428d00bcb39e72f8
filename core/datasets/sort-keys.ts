import type { DatasetOutline } from './dataset-description.ts';

/** Compares two sort keys of a dataset, ascending. */
export function sortKeyComparator(dataset: DatasetOutline): (a: string, b: string) => number {
  if (dataset.sortKey.comparison === 'text') return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return new Intl.Collator('en', { sensitivity: 'accent' }).compare;
}
