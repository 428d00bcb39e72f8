import { useEffect, useRef } from 'react';

import { useView } from '../session/use-session.ts';
import { PlaceDetails } from './PlaceDetails.tsx';
import { RecordDetails } from './RecordDetails.tsx';
import { LocationDetails } from './LocationDetails.tsx';
import './details.css';

/** The details of the selected record, place or location; renders nothing without a selection. */
export function DetailsPanel() {
  const selection = useView((view) => view.selection);
  const section = useRef<HTMLElement>(null);
  const subject = JSON.stringify(selection);

  useEffect(() => {
    section.current?.scrollTo({ top: 0 });
  }, [subject]);

  if (selection === null) return null;
  return (
    <section className="details" aria-label="Details" ref={section}>
      {selection.kind === 'record' ? <RecordDetails id={selection.id} /> : null}
      {selection.kind === 'place' ? <PlaceDetails id={selection.id} /> : null}
      {selection.kind === 'location' ? <LocationDetails position={selection.position} /> : null}
    </section>
  );
}
