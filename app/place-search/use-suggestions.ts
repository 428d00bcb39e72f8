import { useEffect, useState, useSyncExternalStore } from 'react';

import { LazyModule } from '../components/lazy-component.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import { useData, useSession } from '../session/use-session.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';

export interface Coordinates {
  /** What is typed, read as a point; undefined while that is not known, and for what is not meant as one. */
  readonly reading: CoordinatesReading | undefined;
  /** Whether it may still turn out to be a point. */
  readonly isPending: boolean;
  /** To be called before anything is typed. */
  readonly prepare: () => void;
  /** As `reading`, once it is known. */
  readonly readLate: () => Promise<CoordinatesReading | undefined>;
}

/** What reads coordinates. */
export const coordinatesScript = new LazyModule(() => import('../vocabulary/coordinate-parser.ts'));

const notLoaded: CoordinatesReading = {
  problem: 'What reads coordinates could not be loaded. Names of places work; type on to try again.',
};

/** False for most names of places: coordinates have digits, and an address has one of its signs. */
export function mayBeCoordinates(text: string): boolean {
  return /[\d:/?#]/.test(text);
}

/**
 * Reads what is typed as coordinates. What reads them is a script of its own, since many visits type none; a text that is
 * typed before it is there is read when it comes. `script` stands for that script.
 */
export function useCoordinates(typed: string, script = coordinatesScript): Coordinates {
  const read = useSyncExternalStore(script.onceLoaded, () => script.loaded?.readCoordinates);
  /** For which text the script was asked for in vain. */
  const [failedFor, setFailedFor] = useState<string>();
  const isWanted = mayBeCoordinates(typed);

  useEffect(() => {
    if (!isWanted || read) return;
    script.load().catch(() => {
      setFailedFor(typed);
    });
  }, [isWanted, read, script, typed]);

  const hasFailed = failedFor === typed;
  const early = hasFailed ? notLoaded : undefined;
  return {
    reading: isWanted ? (read ? read(typed) : early) : undefined,
    isPending: isWanted && !read && !hasFailed,
    prepare: () => {
      // Whoever types coordinates asks again, and is told.
      script.load().catch(() => undefined);
    },
    readLate: () =>
      script.load().then(
        ({ readCoordinates }) => readCoordinates(typed),
        () => notLoaded,
      ),
  };
}

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
