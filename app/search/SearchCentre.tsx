import { Suspense, useEffect, useRef, useState } from 'react';

import type { Position } from '../../core/geo/wgs84.ts';
import { lazyComponent, LazyModule } from '../components/lazy-component.tsx';
import { formatPosition } from '../vocabulary/positions.ts';

/** Loaded when the pointer or the focus reaches its button: the rest of a search does not need it. */
const centreForm = new LazyModule(() => import('./CentreForm.tsx'));
const CentreForm = lazyComponent(centreForm, (script) => script.CentreForm);
const fetchForm = (): void => {
  // A failure is reported when the form is opened.
  centreForm.load().catch(() => undefined);
};

export interface SearchCentreProps {
  readonly centre: Position;
  readonly onClear: () => void;
}

/** The centre of the search, a small form to type another one, and the way out of the search. */
export function SearchCentre({ centre, onClear }: SearchCentreProps) {
  const [isEditing, setIsEditing] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    if (wasEditing.current && !isEditing) change.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);

  if (isEditing) {
    return (
      <Suspense>
        <CentreForm
          centre={centre}
          onClose={() => {
            setIsEditing(false);
          }}
        />
      </Suspense>
    );
  }
  return (
    <div className="search-centre">
      <span className="figure">around {formatPosition(centre)}</span>
      <button
        ref={change}
        type="button"
        className="button"
        data-kind="plain"
        data-size="small"
        aria-label="Change the centre"
        onPointerEnter={fetchForm}
        onFocus={fetchForm}
        onClick={() => {
          setIsEditing(true);
        }}
      >
        Change
      </button>
      <button
        type="button"
        className="button"
        data-kind="plain"
        data-size="small"
        aria-label="Clear the search"
        onClick={onClear}
      >
        Clear
      </button>
    </div>
  );
}
