import { parsePlainNumber } from '../../core/query/plain-number.ts';
import { formatOffshore, type Units } from './distances.ts';
import { type Kind } from '../../core/datasets/kinds.ts';
import { site } from './site.ts';
import { capitalise } from './text.ts';

/** A published text without the spaces around it; '' if it is missing or the text NULL. */
export function recordedText(published: string | null): string {
  const text = (published ?? '').trim();
  return text === 'NULL' ? '' : text;
}

/** Longer estimates are typing errors: no animal reaches this length, and 234.0m has been published. */
export const longestPlausibleInMetres = 35;

/** The metres in "2.5m"; null for words such as "large", and for lengths that are not plausible. */
export function sizeInMetres(size: string): number | null {
  const metres = parsePlainNumber(/^([\d.]+)\s*m$/i.exec(size)?.[1] ?? '');
  return metres !== undefined && metres > 0 && metres <= longestPlausibleInMetres ? metres : null;
}

/** The metres in "300" with "m offshore", or in "1.5" with "km offshore"; null if either is missing or unknown. */
export function distanceInMetres(distance: string, unit: string): number | null {
  const number = parsePlainNumber(distance);
  const scale = /^(k?)m( offshore)?$/i.exec(unit);
  if (number === undefined || number < 0 || !scale) return null;
  // Rounded, because 1.001 * 1000 is not 1001.
  return scale[1] === '' ? number : Math.round(number * 1e6) / 1e3;
}

/** "3.5 m", "3 m", "large"; '' if no size was recorded. */
export function formatSize(size: string): string {
  const metres = sizeInMetres(size);
  if (metres !== null) return `${metres} m`;
  return /^[A-Z][a-z]+$/.test(size) ? size.toLowerCase() : size;
}

/** "2 animals", "a school", "many"; '' if no number or one was recorded. */
export function numberInWords(number: string): string {
  const count = /^(\d+)\s*x?$/i.exec(number)?.[1];
  if (count !== undefined) return Number(count) === 1 ? '' : `${Number(count)} animals`;
  return /^school of$/i.test(number) ? 'a school' : number;
}

/** ", a school, 3.5 m", to follow the species; '' without either. Both texts are as published. */
export function joinSizeAndNumber(size: string, number: string): string {
  return [numberInWords(number), formatSize(size)].map((part) => (part === '' ? '' : `, ${part}`)).join('');
}

interface RecordFacts {
  readonly interaction: Kind;
  readonly details: { readonly sizeAndNumber: string; readonly distanceOffshoreInMetres: number | null } | null;
}

/** ", 3.5 m", to follow the species of a row; '' if nothing is recorded or loaded. */
export function sizeAndNumber({ details }: Pick<RecordFacts, 'details'>): string {
  return details?.sizeAndNumber ?? '';
}

/** "Sighted 300 m offshore", "Detected". */
export function whatHappened({ interaction, details }: RecordFacts, units: Units): string {
  const offshore = formatOffshore(details?.distanceOffshoreInMetres ?? null, units);
  return `${capitalise(site.kinds[interaction].verb)} ${offshore}`.trim();
}

/** Lengths of at least this are one class. */
export const topSizeInMetres = 6;

/** The classes of length in charts: "under 1 m", "1 to 2 m" (without 2 m), …, "6 m and more". */
export const sizeClasses: readonly string[] = Array.from({ length: topSizeInMetres + 1 }, (_, metres) =>
  metres === 0 ? 'under 1 m' : metres === topSizeInMetres ? `${metres} m and more` : `${metres} to ${metres + 1} m`,
);
