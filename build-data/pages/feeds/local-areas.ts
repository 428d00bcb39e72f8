import type { RecordTable } from '../../write/record-table.ts';
import { AreaFinder } from './area-finder.ts';

/** A local government area with the newest of its records. */
export interface LocalArea {
  readonly name: string;
  /** Names the area in addresses. */
  readonly slug: string;
  readonly records: number;
  /** Indexes of records in the default order, so the newest first. */
  readonly newest: readonly number[];
}

/** A publisher's mistake in a name must not fill a host with files. */
const mostAreas = 200;

/**
 * The areas in which records stand, by name. A record belongs to the area of the coastal feature nearest to its point, to
 * several where features of several areas share that point, and to none far from all of them.
 */
export function localAreas(features: RecordTable, records: RecordTable, mostNewest: number): readonly LocalArea[] {
  const finder = new AreaFinder(features);
  const found = new Map<string, { records: number; newest: number[] }>();
  for (let index = 0; index < records.size; index++) {
    for (const name of finder.areasAt(records.longitude(index, 0), records.latitude(index, 0))) {
      const area = found.get(name) ?? { records: 0, newest: [] };
      found.set(name, area);
      area.records++;
      if (area.newest.length < mostNewest) area.newest.push(index);
    }
  }
  const largest = [...found].sort(([, one], [, other]) => other.records - one.records).slice(0, mostAreas);
  largest.sort(([one], [other]) => (one < other ? -1 : 1));
  const slugs = new Set<string>();
  return largest.map(([name, area]) => ({ name, slug: freeSlug(name, slugs), ...area }));
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
