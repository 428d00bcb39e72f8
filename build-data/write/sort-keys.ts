import { secondsOfDateTime } from '../../core/datasets/date-time-key.ts';
import type { DatasetDescription } from '../../core/datasets/dataset-description.ts';
import { sortKeyComparator } from '../../core/datasets/index.ts';

/**
 * The numbers that order as the sort keys do: for text comparison, which here is only made of dates and times, the
 * seconds since 1970; for collation the rank among the distinct keys, those that collate as equal sharing one.
 */
export function sortKeyNumbers(dataset: DatasetDescription, texts: readonly string[]): Float64Array {
  if (dataset.sortKey.comparison === 'text') return Float64Array.from(texts, secondsOfDateTime);
  return ranks(texts, sortKeyComparator(dataset));
}

function ranks(texts: readonly string[], compare: (a: string, b: string) => number): Float64Array {
  const distinct = [...new Set(texts)].sort(compare);
  const rankByText = new Map<string, number>();
  let rank = -1;
  let previous: string | undefined;
  for (const text of distinct) {
    if (previous === undefined || compare(previous, text) !== 0) rank++;
    rankByText.set(text, rank);
    previous = text;
  }
  return Float64Array.from(texts, (text) => rankByText.get(text) ?? 0);
}
