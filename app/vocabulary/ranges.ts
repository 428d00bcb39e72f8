import { parsePlainNumber } from '../../core/query/plain-number.ts';
import { formatCount } from './numbers.ts';

/** Metres, both ends inclusive; null without a limit. `none`: only records without a value. */
export type RangeFilter = 'none' | { readonly from: number | null; readonly to: number | null };

/** The range in an address: `2-4`, `2-`, `-4`, `2` or `none`; undefined if it is not valid. */
export function readRange(text: string): RangeFilter | undefined {
  if (text.toLowerCase() === 'none') return 'none';
  const [, first, hasDash, last] = /^([\d.]*)(-?)([\d.]*)$/.exec(text.replaceAll(' ', '')) ?? [];
  const from = readMetres(first);
  const to = hasDash === '' ? from : readMetres(last);
  if (from === undefined || to === undefined || (from === null && to === null)) return undefined;
  return { from, to };
}

/** The metres in a text; null for an empty text, undefined if it is not a number from 0. */
export function readMetres(text = ''): number | null | undefined {
  return text === '' ? null : parsePlainNumber(text);
}

export function writeRange(range: RangeFilter): string {
  if (range === 'none') return 'none';
  if (range.from === range.to) return String(range.from);
  return `${range.from ?? ''}-${range.to ?? ''}`;
}

/** "2 to 4 m", "2 m or more", "up to 4 m", "2 m"; `none` is shown as `noneText`. */
export function formatRange(range: RangeFilter, noneText: string): string {
  if (range === 'none') return noneText;
  const { from, to } = range;
  if (from === null) return `up to ${formatCount(to ?? 0)} m`;
  if (to === null) return `${formatCount(from)} m or more`;
  return from === to ? `${formatCount(from)} m` : `${formatCount(from)} to ${formatCount(to)} m`;
}
