import type { Facets } from '../engine/questions.ts';
import type { Filters } from '../view/view-state.ts';
import { escapeKey, keyFilters, noteOfLeftOut } from '../view/view-url.ts';

/** The filters without what no record or place of this data has, and one sentence for each value left out. */
export interface KnownFilters {
  /** Only the filters that change. */
  readonly change: Partial<Filters>;
  readonly notes: readonly string[];
}

/** What of the filters that an address tells can match anything at all: facets hold every value that occurs. */
export function leaveOutUnknown(filters: Filters, facets: Facets): KnownFilters {
  const change: Partial<Record<(typeof keyFilters)[keyof typeof keyFilters], readonly string[]>> = {};
  const notes: string[] = [];
  for (const [name, field] of Object.entries(keyFilters)) {
    const known = new Set(facets[field].map(({ key }) => key));
    const unknown = filters[field].filter((key) => !known.has(key));
    if (unknown.length === 0) continue;
    change[field] = filters[field].filter((key) => known.has(key));
    const one = field === 'featureTypes' ? 'place' : 'record';
    notes.push(...unknown.map((key) => noteOfLeftOut(name, escapeKey(key), `no ${one} of this data has it`)));
  }
  return { change, notes };
}
