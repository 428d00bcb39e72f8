import { useEffect, useState, useSyncExternalStore } from 'react';

import type { CountByMark } from '../engine/engine.ts';
import { useData, useSession } from '../session/use-session.ts';
import {
  keyOf,
  newRecordIds,
  type SavablePlace,
  type SavedPlace,
  savedPlacesOf,
  savedRadiusInMetres,
  type Seen,
} from './saved-places.ts';

export function useSavedPlaces(): readonly SavedPlace[] {
  const store = savedPlacesOf(useSession().siteUrl);
  return useSyncExternalStore(store.subscribe, store.list);
}

/** Returns a function that reads the records near a place in the loaded data; undefined until the data is loaded. */
export function useLook(): ((place: SavablePlace) => Promise<Seen>) | undefined {
  const { engine } = useSession();
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
  const { engine } = useSession();
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
