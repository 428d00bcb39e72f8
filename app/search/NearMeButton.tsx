import { useCallback, useEffect, useRef, useState } from 'react';

import { equatorialRadiusInMetres, type Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import { listAround } from '../view/search-around.ts';
import { formatDistance } from '../vocabulary/distances.ts';
import { regionOfData as region } from '../vocabulary/positions.ts';
import './near-me.css';

interface Message {
  readonly text: string;
  readonly isFailure: boolean;
}

const failures: Readonly<Record<Exclude<PositionOutcome['kind'], 'found'>, string>> = {
  notGiven: 'Your position was not given. Type a place or coordinates instead.',
  insecure: 'Browsers give a position to secure (https) pages only. Type a place or coordinates instead.',
};
const shownForInMilliseconds = 8000;

/** Searches around the person, once the person has pressed it and agreed; `isCompact` leaves only its sign. */
export function NearMeButton({ isCompact = false }: { readonly isCompact?: boolean }) {
  const session = useSession();
  const [isAsking, setIsAsking] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The focus does not go away with the message, whether it is closed or goes by itself. */
  const giveFocusBack = useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement)) button.current?.focus();
    },
    [],
  );

  useEffect(() => {
    // What went wrong stays until it is read.
    if (!message || message.isFailure) return;
    const timer = setTimeout(() => {
      setMessage(null);
    }, shownForInMilliseconds);
    return () => {
      clearTimeout(timer);
    };
  }, [message]);

  async function searchNearMe(): Promise<void> {
    if (isAsking) return;
    setIsAsking(true);
    setMessage(null);
    const outcome = await askPosition();
    setIsAsking(false);
    if (outcome.kind !== 'found') {
      setMessage({ text: failures[outcome.kind], isFailure: true });
      document.getElementById('place-search')?.focus();
      return;
    }
    const { position, accuracyInMetres } = outcome;
    const view = session.view.getState();
    listAround(view, position);
    const accuracy = `Searching around your position, known to about ${formatDistance(accuracyInMetres, view.units)}.`;
    const outside = isOutsideRegion(position) ? 'You are outside the region this data covers. ' : '';
    setMessage({ text: outside + accuracy, isFailure: false });
  }

  return (
    <div className="near-me">
      <button
        ref={button}
        type="button"
        className="button"
        data-size={isCompact ? 'icon' : undefined}
        aria-label={isCompact ? 'Near me' : undefined}
        title={isCompact ? 'Near me' : undefined}
        aria-disabled={isAsking}
        onClick={() => void searchNearMe()}
      >
        <Icon name="locate" />
        {!isCompact && (isAsking ? 'Asking …' : 'Near me')}
      </button>
      <p role="status" className="visually-hidden">
        {isAsking ? 'Asking for your position' : message && !message.isFailure ? message.text : ''}
      </p>
      {message && (
        <div className="near-me-message small" role={message.isFailure ? 'alert' : undefined} ref={giveFocusBack}>
          <p>{message.text}</p>
          <button
            type="button"
            className="near-me-close"
            aria-label="Close this message"
            onClick={() => {
              setMessage(null);
            }}
          >
            <Icon name="close" size={16} />
          </button>
        </div>
      )}
    </div>
  );
}

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

const farInMetres = 300_000;

/** Whether a point lies more than 300 km from the region of the data; on a sphere, which is near enough for that. */
export function isOutsideRegion({ longitude, latitude }: Position): boolean {
  const middle = (region.west + region.east) / 2;
  // Counted from the region's middle, so that the antimeridian does not come between.
  const east = ((((longitude - middle + 180) % 360) + 360) % 360) - 180;
  const closestEast = Math.min(region.east - middle, Math.max(region.west - middle, east));
  const closestLatitude = Math.min(region.north, Math.max(region.south, latitude));
  return sphereDistanceInMetres(latitude, closestLatitude, east - closestEast) > farInMetres;
}

function sphereDistanceInMetres(latitude1: number, latitude2: number, longitudes: number): number {
  const radians = Math.PI / 180;
  const northward = Math.sin(((latitude2 - latitude1) * radians) / 2) ** 2;
  const eastward = Math.sin((longitudes * radians) / 2) ** 2;
  const chord = northward + Math.cos(latitude1 * radians) * Math.cos(latitude2 * radians) * eastward;
  return 2 * equatorialRadiusInMetres * Math.asin(Math.sqrt(Math.min(1, chord)));
}
