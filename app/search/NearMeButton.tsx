import { useCallback, useEffect, useRef, useState } from 'react';

import { Button, IconButton } from '../components/buttons.tsx';
import { Icon } from '../components/Icon.tsx';
import { useExplorer } from '../explorer/use-explorer.ts';
import type { NearMeMessage } from './near-me.ts';
import './near-me.css';

const messageDurationInMilliseconds = 8000;
const searchBoxId = 'place-search';

/** Shows the summary of the user's position, if the user allows it; `isCompact` shows only the icon. */
export function NearMeButton({ isCompact = false }: { readonly isCompact?: boolean }) {
  const explorer = useExplorer();
  const [isLocating, setIsLocating] = useState(false);
  const [message, setMessage] = useState<NearMeMessage | null>(null);
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
    // Loaded only now, because most visits do not need it.
    const found = await import('./near-me.ts').then(
      ({ showNearMe }) => showNearMe(explorer),
      (): NearMeMessage => ({
        text: 'Near me could not be loaded. Type a place or coordinates instead.',
        isFailure: true,
      }),
    );
    setIsLocating(false);
    setMessage(found);
    if (found.isFailure) document.getElementById(searchBoxId)?.focus();
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
