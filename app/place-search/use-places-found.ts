import { useEffect, useState } from 'react';

import type { PlaceRow } from '../engine/questions.ts';
import { useData, useSession } from '../session/use-session.ts';

const mostPlaces = 8;

export interface PlacesFound {
  /** The text that these places were found for. */
  readonly typed: string;
  readonly places: readonly PlaceRow[];
}

const none: PlacesFound = { typed: '', places: [] };

/** The places that match what is typed; while they are looked for, those of the text before. */
export function usePlacesFound(typed: string): PlacesFound {
  const { engine } = useSession();
  const isReady = useData() !== undefined;
  const [found, setFound] = useState(none);
  const isEmpty = typed === '';

  useEffect(() => {
    if (isEmpty || !isReady) return;
    let isCurrent = true;
    const show = (places: readonly PlaceRow[]): void => {
      if (isCurrent) setFound({ typed, places });
    };
    engine.findPlaces(typed, mostPlaces).then(show, () => {
      // An engine that fails says so to the whole page; here nothing is found.
      show([]);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, typed, isEmpty, isReady]);

  return isEmpty ? none : found;
}
