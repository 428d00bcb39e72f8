import type { Position } from '../../core/geo/wgs84.ts';

export type PositionOutcome =
  | { readonly kind: 'found'; readonly position: Position; readonly accuracyInMetres: number }
  | { readonly kind: 'notGiven' }
  | { readonly kind: 'insecure' };

const longestWaitInMilliseconds = 15_000;

/** Asks the browser, and through it the person, for the position. Whatever stands in the way is an outcome, not an error. */
export function askPosition(): Promise<PositionOutcome> {
  if (!window.isSecureContext) return Promise.resolve({ kind: 'insecure' });
  // Some browsers leave it out where a policy forbids it, though their types always promise it.
  const geolocation = navigator.geolocation as Geolocation | undefined;
  if (!geolocation) return Promise.resolve({ kind: 'notGiven' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => {
        const { longitude, latitude, accuracy } = coords;
        resolve({ kind: 'found', position: { longitude, latitude }, accuracyInMetres: accuracy });
      },
      () => {
        resolve({ kind: 'notGiven' });
      },
      { enableHighAccuracy: true, timeout: longestWaitInMilliseconds, maximumAge: 60_000 },
    );
  });
}
