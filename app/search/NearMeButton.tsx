import { useCallback, useEffect, useRef, useState } from 'react';

import { Button, IconButton } from '../components/buttons.tsx';
import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import type { Explorer } from '../explorer/explorer.ts';
import { useExplorer } from '../explorer/use-explorer.ts';
import { defaultSelectionRadiusInMetres } from '../view/view-state.ts';
import { formatDistance, formatRadius } from '../vocabulary/distances.ts';
import { regionOfData as region } from '../vocabulary/positions.ts';
import './near-me.css';

interface Message {
  readonly text: string;
  readonly isFailure: boolean;
}

const failures: Readonly<Record<Exclude<PositionOutcome['kind'], 'found'>, string>> = {
  unavailable: 'Your position is not available. Type a place or coordinates instead.',
  insecure: 'Browsers share your position only with secure (https) pages. Type a place or coordinates instead.',
  outside: 'You are outside the region this data covers. Type a place instead.',
};
const messageDurationInMilliseconds = 8000;
const searchBoxId = 'place-search';

/** Shows the summary of the user's position, if the user allows it; `isCompact` shows only the icon. */
export function NearMeButton({ isCompact = false }: { readonly isCompact?: boolean }) {
  const explorer = useExplorer();
  const [isLocating, setIsLocating] = useState(false);
  const [message, setMessage] = useState<Message | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** Returns the focus to the button when a message that has the focus is removed. */
  const restoreFocus = useCallback(
    (element: HTMLElement | null) => () => {
      if (element?.contains(document.activeElement)) button.current?.focus();
    },
    [],
  );

  useEffect(() => {
    if (!message) return;
    const close = (): void => {
      setMessage(null);
    };
    // A failure is shown until the user closes it or types instead.
    const timer = message.isFailure ? undefined : setTimeout(close, messageDurationInMilliseconds);
    const searchBox = document.getElementById(searchBoxId);
    searchBox?.addEventListener('input', close);
    return () => {
      clearTimeout(timer);
      searchBox?.removeEventListener('input', close);
    };
  }, [message]);

  async function searchNearMe(): Promise<void> {
    if (isLocating) return;
    setIsLocating(true);
    setMessage(null);
    const outcome = await requestPosition();
    const hasListed = outcome.kind === 'found' && (await listIfInland(explorer, outcome.position));
    setIsLocating(false);
    if (outcome.kind !== 'found') {
      setMessage({ text: failures[outcome.kind], isFailure: true });
      document.getElementById(searchBoxId)?.focus();
      return;
    }
    const { position, accuracyInMetres } = outcome;
    const { units, select } = explorer.view.getState();
    if (!hasListed) select({ kind: 'location', position });
    setMessage({
      text: hasListed
        ? `No beach is within ${formatRadius(defaultSelectionRadiusInMetres, units)} of you: these are the nearest.`
        : `Records around your position, accurate to about ${formatDistance(accuracyInMetres, units)}.`,
      isFailure: false,
    });
  }

  return (
    <div className="near-me">
      <Button
        ref={button}
        className="one-line"
        kind={isLocating ? undefined : 'primary'}
        size={isCompact ? 'icon' : undefined}
        aria-label={isCompact ? 'Near me' : undefined}
        title={isCompact ? 'Near me' : undefined}
        aria-disabled={isLocating}
        onClick={() => void searchNearMe()}
      >
        <Icon name="locate" />
        {!isCompact && (isLocating ? 'Locating …' : 'Near me')}
      </Button>
      <p role="status" className="visually-hidden">
        {isLocating ? 'Asking for your position' : message && !message.isFailure ? message.text : ''}
      </p>
      {message && (
        <div
          className="near-me-message notice-box row gap-4 apart small"
          role={message.isFailure ? 'alert' : undefined}
          ref={restoreFocus}
        >
          <p>{message.text}</p>
          <IconButton
            icon="close"
            iconSize={16}
            kind="plain"
            label="Close this message"
            onClick={() => {
              setMessage(null);
            }}
          />
        </div>
      )}
    </div>
  );
}

/** Lists the nearest beaches if the position is inland. Loaded only then; without it, the records are shown. */
const listIfInland = (explorer: Explorer, position: Position): Promise<boolean> =>
  import('./nearest-beaches.ts').then((module) => module.listBeachesIfInland(explorer, position)).catch(() => false);

type PositionOutcome =
  | { readonly kind: 'found'; readonly position: Position; readonly accuracyInMetres: number }
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'insecure' }
  | { readonly kind: 'outside' };

const timeoutInMilliseconds = 15_000;

/**
 * Requests the position from the browser, which asks the user for permission. Failures are outcomes, not exceptions.
 */
function requestPosition(): Promise<PositionOutcome> {
  if (!window.isSecureContext) return Promise.resolve({ kind: 'insecure' });
  // Contrary to its type, it is undefined in some browsers if a policy forbids it.
  const geolocation = navigator.geolocation as Geolocation | undefined;
  if (!geolocation) return Promise.resolve({ kind: 'unavailable' });
  return new Promise((resolve) => {
    geolocation.getCurrentPosition(
      ({ coords }) => {
        const { longitude, latitude, accuracy } = coords;
        const position = { longitude, latitude };
        resolve(
          isOutsideRegion(position) ? { kind: 'outside' } : { kind: 'found', position, accuracyInMetres: accuracy },
        );
      },
      () => {
        resolve({ kind: 'unavailable' });
      },
      { enableHighAccuracy: true, timeout: timeoutInMilliseconds, maximumAge: 60_000 },
    );
  });
}

/** About 300 km. */
const farInDegrees = 3;

/** Whether a point is far from the region of the data, which is not at the antimeridian. */
export function isOutsideRegion({ longitude, latitude }: Position): boolean {
  return (
    longitude < region.west - farInDegrees ||
    longitude > region.east + farInDegrees ||
    latitude < region.south - farInDegrees ||
    latitude > region.north + farInDegrees
  );
}
