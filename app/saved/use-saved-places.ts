import { useEffect, useState, useSyncExternalStore } from 'react';

import type { CountByMark } from '../engine/engine.ts';
import { useData, useExplorer } from '../explorer/use-explorer.ts';
import {
  keyOf,
  newRecordIds,
  type SavablePlace,
  type SavedPlace,
  savedPlacesOf,
  savedRadiusInMetres,
  type Seen,
} from './saved-places.ts';
import { observationsInWords } from '../vocabulary/observation-counts.ts';

export function useSavedPlaces(): readonly SavedPlace[] {
  const store = savedPlacesOf(useExplorer().siteUrl);
  return useSyncExternalStore(store.subscribe, store.list);
}

/** Returns a function that reads the records near a place in the loaded data; undefined until the data is loaded. */
export function useLook(): ((place: SavablePlace) => Promise<Seen>) | undefined {
  const { engine } = useExplorer();
  const data = useData();
  if (!data) return undefined;
  return async ({ position }) => ({
    known: await engine.recordIdsWithin(position, savedRadiusInMetres),
    seenAt: new Date().toISOString(),
    dataVersion: data.dataVersion,
  });
}

export interface NewRecords {
  readonly place: SavedPlace;
  /** Ascending. */
  readonly ids: readonly number[];
  readonly counts: CountByMark;
  /** What the user will have seen after looking at the new records. */
  readonly seen: Seen;
}

/** The places with new records, by their keys. Empty until the data is loaded. */
export function useNewRecords(places: readonly SavedPlace[]): ReadonlyMap<string, NewRecords> {
  const { engine } = useExplorer();
  const data = useData();
  const [found, setFound] = useState<ReadonlyMap<string, NewRecords>>(new Map());
  useEffect(() => {
    if (!data) return;
    const { dataVersion } = data;
    let isCurrent = true;
    const look = async (place: SavedPlace): Promise<NewRecords> => {
      const known = await engine.recordIdsWithin(place.position, savedRadiusInMetres);
      const seen = { known, seenAt: new Date().toISOString(), dataVersion };
      const ids = newRecordIds(place.known, known);
      return { place, ids, counts: await engine.countRecords(ids), seen };
    };
    // The same version has the same records.
    Promise.all(places.filter((place) => place.dataVersion !== dataVersion).map(look)).then(
      (all) => {
        if (isCurrent)
          setFound(new Map(all.filter(({ ids }) => ids.length > 0).map((each) => [keyOf(each.place), each])));
      },
      // The page reports the failure of the engine.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [engine, data, places]);
  return found;
}

/** The day of a visit on this device's calendar: "2 July", with the year if it is not the current one. */
function dayOf(time: Date, now: Date): string {
  const isThisYear = time.getFullYear() === now.getFullYear();
  const options = { day: 'numeric', month: 'long' } as const;
  return time.toLocaleDateString('en-AU', isThisYear ? options : { ...options, year: 'numeric' });
}

/**
 * "New near Trigg since 2 July: 1 sighting and 2 visits", or "New around your point near Trigg …"; without the place if
 * its name is next to the text. What is new was published since that day, and may have happened before.
 */
export function newRecordsText(counts: CountByMark, seenAt: string, place?: NamedPlace, now = new Date()): string {
  const near = place === undefined ? '' : ` ${placeInWords(place)}`;
  return `New${near} since ${dayOf(new Date(seenAt), now)}: ${observationsInWords(counts)}`;
}

type NamedPlace = Pick<SavablePlace, 'placeId' | 'name'>;

/** A saved point is often named after a place that is also saved: the words must distinguish the two. */
function placeInWords({ placeId, name }: NamedPlace): string {
  if (placeId !== null) return `near ${name}`;
  // "Near Trigg Beach", "12 km from Trigg Beach", or a name of its own.
  const [relation] = /^(?:near|[\d.,]+ \S+ from) /i.exec(name) ?? [];
  if (relation === undefined) return `around your point at ${name}`;
  return `around your point ${relation.toLowerCase()}${name.slice(relation.length)}`;
}
