import { useState } from 'react';

import { passFocusOn } from './focus-count.ts';
import './part-not-loaded.css';

/** Stands where a part of the page would; `onTryAgain` rejects when that was in vain. */
export function PartNotLoaded({ onTryAgain }: { readonly onTryAgain: () => Promise<void> }) {
  const [isTrying, setIsTrying] = useState(false);

  async function tryAgain(): Promise<void> {
    if (isTrying) return;
    setIsTrying(true);
    try {
      await onTryAgain();
    } catch {
      // What stands here says so already.
    }
    setIsTrying(false);
  }

  return (
    <div className="part-not-loaded" role="alert" ref={passFocusOn}>
      <p>This part of the page could not be loaded.</p>
      <p className="part-not-loaded-ways">
        <button
          type="button"
          className="button"
          data-size="small"
          aria-disabled={isTrying}
          onClick={() => void tryAgain()}
        >
          {isTrying ? 'Trying …' : 'Try again'}
        </button>
        <button
          type="button"
          className="button"
          data-kind="plain"
          data-size="small"
          onClick={() => {
            window.location.reload();
          }}
        >
          Load the page again
        </button>
      </p>
    </div>
  );
}
