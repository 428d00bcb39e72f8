import { useState } from 'react';

import { passFocusOn } from '../components/focus-count.ts';
import { Icon } from '../components/Icon.tsx';
import './address-notes.css';

/** What of the page's address could not be used. */
export function AddressNotes({ notes }: { readonly notes: readonly string[] }) {
  const [isDismissed, setIsDismissed] = useState(false);
  if (isDismissed || notes.length === 0) return null;
  return (
    <div className="address-notes" role="status" ref={passFocusOn}>
      <ul className="address-notes-list">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <button
        type="button"
        className="button"
        data-kind="plain"
        data-size="icon"
        aria-label="Dismiss"
        onClick={() => {
          setIsDismissed(true);
        }}
      >
        <Icon name="close" size={18} />
      </button>
    </div>
  );
}
