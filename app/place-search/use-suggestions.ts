import { useEffect, useState, useSyncExternalStore } from 'react';

import { LazyModule } from '../components/lazy-component.tsx';
import type { PlaceRow } from '../engine/engine.ts';
import { useData, useSession } from '../session/use-session.ts';
import type { CoordinatesReading } from '../vocabulary/coordinate-parser.ts';

export interface Coordinates {
  /** What is typed, parsed as coordinates; undefined until it is parsed, and if it is not meant as coordinates. */
  readonly reading: CoordinatesReading | undefined;
  /** Whether it may still turn out to be coordinates. */
  readonly isPending: boolean;
  /** Loads the parser early; call it before anything is typed. */
  readonly prepare: () => void;
  /** Like `reading`, once it is known. */
  readonly readLate: () => Promise<CoordinatesReading | undefined>;
}

/** The coordinate parser, loaded on demand. */
export const coordinatesScript = new LazyModule(() => import('../vocabulary/coordinate-parser.ts'));

const notLoaded: CoordinatesReading = {
  problem: 'Coordinates cannot be read right now. Place names still work. Keep typing to try again.',
};

/** False for most names of places: coordinates have digits, and an address has one of its signs. */
export function mayBeCoordinates(text: string): boolean {
  return /[\d:/?#]/.test(text);
}

/**
 * Parses what is typed as coordinates. The parser is a script of its own (`script`), since many visits do not need it; text
 * that is typed before it has loaded is parsed then.
 */
export function useCoordinates(typed: string, script = coordinatesScript): Coordinates {
  const read = useSyncExternalStore(script.onceLoaded, () => script.loaded?.readCoordinates);
  /** The text for which the parser could not be loaded. */
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
      // Typing coordinates tries again, and reports a failure.
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

/** The places that match what is typed; until they are found, those of the previous text. */
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
      // A failed engine is reported for the whole page; here nothing is found.
      show([]);
    });
    return () => {
      isCurrent = false;
    };
  }, [engine, typed, isEmpty, isReady]);

  return isEmpty ? none : found;
}
