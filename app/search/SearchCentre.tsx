import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import { useSession } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';
import { readCoordinates } from '../vocabulary/coordinate-parser.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';

interface SearchCentreProps {
  readonly centre: Position;
  /** Further buttons. */
  readonly children: ReactNode;
}

/** The centre of the search, with a button to change it. */
export function SearchCentre({ centre, children }: SearchCentreProps) {
  const [isEditing, setIsEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) change.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <CentreForm
        centre={centre}
        onClose={() => {
          setIsEditing(false);
        }}
      />
    );
  }
  return (
    <div className="search-centre row gap-0 label muted">
      <span className="grow figure">around {formatPosition(centre)}</span>
      <button
        ref={change}
        type="button"
        className="button"
        data-kind="plain"
        data-size="small"
        aria-label="Change the centre"
        onClick={() => {
          setIsEditing(true);
        }}
      >
        Change
      </button>
      {children}
    </div>
  );
}

/** A form for the centre of the search. Accepts coordinates in every format that the search box accepts. */
function CentreForm({ centre, onClose }: { readonly centre: Position; readonly onClose: () => void }) {
  const session = useSession();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => plainPosition(centre).replace(',', ', '));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const reading = readCoordinates(text);
  const problem = reading
    ? 'problem' in reading && reading.problem
    : 'Enter coordinates such as -31.99, 115.75 or 31°59.4′ S, 115°45′ E.';
  const hint = reading && 'position' in reading ? reading.note : undefined;
  const message = isSubmitted && problem ? problem : hint;

  useEffect(() => {
    input.current?.select();
  }, []);

  return (
    <form
      className="stack gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsSubmitted(true);
        if (reading && 'position' in reading) {
          searchAround(session.view.getState(), reading.position);
          onClose();
        } else input.current?.focus();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <label htmlFor={id} className="label strong">
        Centre of the search
      </label>
      <input
        ref={input}
        id={id}
        className="field figure"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={isSubmitted && problem ? true : undefined}
        aria-describedby={message ? `${id}-message` : undefined}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {message && (
        <p id={`${id}-message`} className={isSubmitted && problem ? 'error small' : 'muted small'}>
          {message}
        </p>
      )}
      <div className="search-centre-buttons row">
        <button type="submit" className="button" data-kind="primary" data-size="small">
          Search here
        </button>
        <button type="button" className="button" data-size="small" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  );
}
