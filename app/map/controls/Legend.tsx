import { useId, useState } from 'react';

import { MarkIcon } from '../../components/Icon.tsx';
import { markLabels, marks } from '../../vocabulary/kinds.ts';

/** Explains the symbols of the map. */
export function Legend() {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();

  return (
    <div className="map-legend">
      <button
        type="button"
        className="button"
        data-size="small"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        Legend
      </button>
      <div
        id={listId}
        className="map-legend-list map-card"
        role="group"
        aria-label="Legend"
        // On a low screen it scrolls, with the keys as well.
        tabIndex={0}
        hidden={!isOpen}
      >
        <ul>
          {marks.map((mark) => (
            <li key={mark}>
              <MarkIcon mark={mark} size={20} />
              {markLabels[mark]}
            </li>
          ))}
          <li>
            <span className="map-legend-sign figure" data-sign="group" aria-hidden="true">
              58
            </span>
            Group of records, by most frequent kind
          </li>
          <li>
            <span className="map-legend-sign figure" aria-hidden="true">
              12
            </span>
            Number of records at one point
          </li>
          <li>
            <span className="map-legend-sign" data-sign="place" aria-hidden="true" />
            Place
          </li>
          <li>
            <span className="map-legend-sign" data-sign="search" aria-hidden="true" />
            Search: drag its centre or its edge
          </li>
          <li>
            <span className="map-legend-sign" data-sign="around" aria-hidden="true" />
            Circle around the selected place: drag its edge
          </li>
        </ul>
      </div>
    </div>
  );
}
