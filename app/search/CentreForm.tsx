import { useEffect, useId, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import { useSession } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';
import { readCoordinates } from '../vocabulary/coordinate-parser.ts';
import { plainPosition } from '../vocabulary/positions.ts';

/** A field for the centre of the search, which takes all that coordinates are written as. */
export function CentreForm({ centre, onClose }: { readonly centre: Position; readonly onClose: () => void }) {
  const session = useSession();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(() => plainPosition(centre).replace(',', ', '));
  const [isTried, setIsTried] = useState(false);
  const reading = readCoordinates(text);
  const problem = reading
    ? 'problem' in reading && reading.problem
    : 'Coordinates are needed, such as -31.99, 115.75 or 31°59.4′ S, 115°45′ E.';
  const hint = reading && 'position' in reading ? reading.note : undefined;
  const said = isTried && problem ? problem : hint;

  useEffect(() => {
    input.current?.select();
  }, []);

  return (
    <form
      className="search-centre-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsTried(true);
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
      <label htmlFor={id}>Centre of the search</label>
      <input
        ref={input}
        id={id}
        className="field figure"
        type="text"
        autoComplete="off"
        spellCheck={false}
        value={text}
        aria-invalid={isTried && problem ? true : undefined}
        aria-describedby={said ? `${id}-said` : undefined}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {said && (
        <p id={`${id}-said`} className={isTried && problem ? 'fault small' : 'muted small'}>
          {said}
        </p>
      )}
      <div className="search-centre-buttons">
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
