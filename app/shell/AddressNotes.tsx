import { useEffect, useId, useMemo, useState } from 'react';

import { DismissButton } from '../components/DismissButton.tsx';
import { passFocusOn } from '../components/focus-count.ts';
import { removeUnknownValues } from '../session/address-selection.ts';
import { useResult, useSession } from '../session/use-session.ts';
import './address-notes.css';

/**
 * What of the page's address could not be used: the notes of reading it, and, once the data is there, the values that
 * nothing in it has. Of several, the first is shown with their number.
 */
export function AddressNotes({ notes: notesOfReading }: { readonly notes: readonly string[] }) {
  const notes = [...notesOfReading, ...useUnknownValues()];
  const [isDismissed, setIsDismissed] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const listId = useId();
  if (isDismissed || notes.length === 0) return null;
  const isFolded = notes.length > 1 && !isOpen;
  return (
    <div className="address-notes" ref={passFocusOn}>
      <div className="address-notes-words" id={listId} role="status" data-folded={isFolded}>
        <ul>
          {(isFolded ? notes.slice(0, 1) : notes).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </div>
      {notes.length > 1 ? (
        <button
          type="button"
          className="button"
          data-kind="plain"
          data-size="small"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={() => {
            setIsOpen(!isOpen);
          }}
        >
          {isOpen ? 'Show one note' : `Show all ${notes.length} notes`}
        </button>
      ) : null}
      <DismissButton
        onDismiss={() => {
          setIsDismissed(true);
        }}
      />
    </div>
  );
}

/** Leaves the filters of the address out that nothing has, as soon as it is known what there is, and tells which. */
function useUnknownValues(): readonly string[] {
  const { view } = useSession();
  const [asAddressed] = useState(() => view.getState().filters);
  const facets = useResult((result) => result.facets);
  const [known, setKnown] = useState(facets);
  if (!known && facets) setKnown(facets);
  const left = useMemo(() => known && removeUnknownValues(asAddressed, known), [asAddressed, known]);
  useEffect(() => {
    const { filters, changeFilters } = view.getState();
    // Whoever has changed a filter meanwhile has chosen from what there is.
    if (left && left.notes.length > 0 && filters === asAddressed) changeFilters(left.change);
  }, [view, left, asAddressed]);
  return left?.notes ?? [];
}
