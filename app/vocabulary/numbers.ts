import type { Noun } from '../../core/datasets/site.ts';

/**
 * "17,330", "12.345": a number of fewer than 22 digits with commas as thousands separators. Hand-written, because
 * creating the first `Intl.NumberFormat` takes 20 ms, and on a phone as long as several frames.
 */
export function formatCount(count: number): string {
  const [integer = '', fraction] = String(count).split('.');
  const grouped = integer.replace(/\B(?=(?:\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** "1 record", "17,330 records". */
export function countOf(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`;
}

/** "1 visit", "2 visits". */
export const countOfNoun = (count: number, { one, many }: Noun): string => countOf(count, one, many);

const megabyte = 1_000_000;

/** "4.2 MB", "160 MB", "less than 0.1 MB": a size with two significant digits. */
export function formatMegabytes(bytes: number): string {
  if (bytes < megabyte / 10) return 'less than 0.1 MB';
  const megabytes = bytes / megabyte;
  return `${megabytes < 10 ? megabytes.toFixed(1) : formatCount(Number(megabytes.toPrecision(2)))} MB`;
}
