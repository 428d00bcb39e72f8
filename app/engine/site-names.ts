import type { RecordStore } from './record-store.ts';

/** The name that most records at a spot carry; of equally frequent ones that of the newest record. */
export function mostFrequentSiteName(store: RecordStore, spot: number): string {
  const counts = new Map<number, number>();
  for (const site of store.siteOf) {
    if (store.spotOfSite[site] === spot) counts.set(site, (counts.get(site) ?? 0) + 1);
  }
  const [[site] = [-1]] = [...counts].sort(([, a], [, b]) => b - a);
  return store.siteNames[site] ?? '';
}
