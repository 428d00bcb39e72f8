import { useEffect, useRef, useState } from 'react';

import { cachedBytes } from '../connection/service-worker.ts';
import { formatMegabytes } from '../vocabulary/numbers.ts';

type Amount =
  { readonly state: 'checking' | 'unknown' } | { readonly state: 'known' | 'removed'; readonly bytes: number };

/** How much the site stores on the device for offline use, and a button that removes it. */
export function OfflineStorage() {
  const [amount, setAmount] = useState<Amount>({ state: 'checking' });
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    void cachedBytes('tell').then((bytes) => {
      setAmount(amountOf('known', bytes));
    });
  }, []);
  const remove = (): void => {
    // The button disappears after the removal.
    words.current?.focus();
    void cachedBytes('remove').then((bytes) => {
      setAmount(amountOf('removed', bytes));
    });
  };

  return (
    <>
      <p>
        The page and its data are stored on this device, so that both work offline. If the data is too large, only the
        most recently used part is stored.
      </p>
      <p role="status" tabIndex={-1} ref={words}>
        {describeAmount(amount)}
      </p>
      {amount.state === 'known' && amount.bytes > 0 ? (
        <p>
          <button type="button" className="button" onClick={remove}>
            Remove from this device
          </button>
        </p>
      ) : null}
    </>
  );
}

function amountOf(state: 'known' | 'removed', bytes: number | undefined): Amount {
  return bytes === undefined ? { state: 'unknown' } : { state, bytes };
}

function describeAmount(amount: Amount): string {
  switch (amount.state) {
    case 'checking':
      return 'Checking how much is stored …';
    case 'unknown':
      return 'The amount of stored data is unknown. Try again later.';
    case 'removed':
      return amount.bytes === 0
        ? 'Removed. The page stores its data again when you next open it.'
        : `Not everything could be removed: ${formatMegabytes(amount.bytes)} are still stored. Try again later.`;
    case 'known':
      return amount.bytes === 0
        ? 'Nothing is stored on this device. This page needs a network connection.'
        : `Stored now: ${formatMegabytes(amount.bytes)}.`;
  }
}
