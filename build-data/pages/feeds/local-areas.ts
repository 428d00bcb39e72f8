import type { RecordTable } from '../../write/record-table.ts';
import { AreaFinder } from './area-finder.ts';
import type { NewestRecords } from './newest-records.ts';

/** A local government area with the newest of its records. */
export interface LocalArea {
  readonly name: string;
  /** Names the area in addresses. */
  readonly slug: string;
  readonly records: number;
  /** Indexes of the records of its feed, the newest first. */
  readonly newest: readonly number[];
}

/** A publisher's mistake in a name must not fill a host with files. */
const mostAreas = 200;

/**
 * The areas in which records stand, by name. A record belongs to the area of the coastal feature nearest to its point, to
 * several where features of several areas share that point, and to none far from all of them.
 */
export function localAreas(features: RecordTable, records: RecordTable, newest: NewestRecords): readonly LocalArea[] {
  const finder = new AreaFinder(features);
  const areasOf = (index: number): readonly string[] =>
    finder.areasAt(records.longitude(index, 0), records.latitude(index, 0));
  const counts = new Map<string, number>();
  for (let index = 0; index < records.size; index++) {
    for (const name of areasOf(index)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const largest = [...counts].sort(([, one], [, other]) => other - one).slice(0, mostAreas);
  largest.sort(([one], [other]) => (one < other ? -1 : 1));
  const newestOf = newest.byGroup(areasOf);
  const slugs = new Set<string>();
  return largest.map(([name, count]) => ({
    name,
    slug: freeSlug(name, slugs),
    records: count,
    newest: newestOf.get(name) ?? [],
  }));
}

const longestSlug = 60;

/** Of letters, digits and hyphens; a number sets apart names that are alike without the rest. */
function freeSlug(name: string, taken: Set<string>): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longestSlug)
    .replace(/^-|-$/g, '');
  const base = plain === '' ? 'area' : plain;
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
  taken.add(slug);
  return slug;
}
