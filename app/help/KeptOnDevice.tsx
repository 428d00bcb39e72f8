import { useEffect, useRef, useState } from 'react';

import { keptOnDevice } from '../connection/service-worker.ts';
import { formatMegabytes } from '../vocabulary/numbers.ts';

type Amount = { readonly state: 'asked' | 'unknown' } | { readonly state: 'told' | 'removed'; readonly bytes: number };

/** How much the site keeps on the device to work without a network, and a way to remove it. */
export function KeptOnDevice() {
  const [amount, setAmount] = useState<Amount>({ state: 'asked' });
  const words = useRef<HTMLParagraphElement>(null);

  useEffect(() => {
    void keptOnDevice('tell').then((bytes) => {
      setAmount(amountOf('told', bytes));
    });
  }, []);
  const remove = (): void => {
    // The button goes away with what it removes.
    words.current?.focus();
    void keptOnDevice('remove').then((bytes) => {
      setAmount(amountOf('removed', bytes));
    });
  };

  return (
    <>
      <p>
        The page and its data are kept on this device, so that both work without a network. Of data too large for that,
        what was read last is kept.
      </p>
      <p role="status" tabIndex={-1} ref={words}>
        {wordsFor(amount)}
      </p>
      {amount.state === 'told' && amount.bytes > 0 ? (
        <p>
          <button type="button" className="button" onClick={remove}>
            Remove from this device
          </button>
        </p>
      ) : null}
    </>
  );
}

function amountOf(state: 'told' | 'removed', bytes: number | undefined): Amount {
  return bytes === undefined ? { state: 'unknown' } : { state, bytes };
}

function wordsFor(amount: Amount): string {
  switch (amount.state) {
    case 'asked':
      return 'Asking how much is kept…';
    case 'unknown':
      return 'How much is kept could not be told. Try again later.';
    case 'removed':
      return amount.bytes === 0
        ? 'Removed. The page keeps what it needs again when it is next opened.'
        : `Not all of it could be removed: ${formatMegabytes(amount.bytes)} are kept still. Try again later.`;
    case 'told':
      return amount.bytes === 0
        ? 'Nothing is kept on this device. This page works with a network alone.'
        : `Kept now: ${formatMegabytes(amount.bytes)}.`;
  }
}
