import type { ReactNode } from 'react';

import { MarkIcon } from '../../components/Icon.tsx';
import { markLabels, marks } from '../../vocabulary/kinds.ts';
import './legend.css';

/** Every mark of the map, with its meaning. */
export function LegendList() {
  return (
    // The popover scrolls on a short screen, and must then be focusable to scroll with the keys.
    <div className="map-legend-list stack" tabIndex={0} role="group" aria-label="Marks on the map">
      <h3>Sightings, visits and other reports</h3>
      <ul className="stack">
        {marks.map((mark) => (
          <Entry key={mark} sign={<MarkIcon mark={mark} size={20} />} note={mark === 'detection' ? receiverNote : null}>
            {markLabels[mark]}
          </Entry>
        ))}
        <Entry
          sign={
            <span className="map-legend-sign figure" data-sign="count">
              12
            </span>
          }
          note="The visits of tagged sharks count, not their detections."
        >
          Number at one point
        </Entry>
        <Entry
          sign={
            <span className="map-legend-sign figure" data-sign="cluster">
              58
            </span>
          }
          note="Zoom in to see them apart."
        >
          Number at several points close together; the ring shows their kinds
        </Entry>
        <Entry sign={<span className="map-legend-sign" data-sign="selected" />}>Selected</Entry>
      </ul>
      <h3>Places and search</h3>
      <ul className="stack">
        <Entry sign={<span className="place-dot" />}>Place</Entry>
        <Entry sign={<span className="map-legend-sign" data-sign="point" />}>Selected place or point</Entry>
        <Entry sign={<span className="map-legend-sign" data-sign="search" />} note="Drag the dot on its edge.">
          Circle of a search, place or point
        </Entry>
        <Entry sign={<span className="map-legend-sign" data-sign="line" />}>Line to the nearest record</Entry>
        <Entry sign={<span className="map-legend-sign" data-sign="dashes" />}>
          Line to a place or its offshore point
        </Entry>
        <Entry
          sign={<span className="map-legend-sign" data-sign="crosshair" />}
          note="Shown while the keyboard moves the map. Enter lists what is there."
        >
          Crosshair
        </Entry>
      </ul>
    </div>
  );
}

const receiverNote = 'The square is the receiver, which hears tagged sharks nearby.';

/** The sign is decorative: the text says what it means. */
function Entry({
  sign,
  note = null,
  children,
}: {
  readonly sign: ReactNode;
  readonly note?: string | null;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <span className="map-legend-box" aria-hidden="true">
        {sign}
      </span>
      <span>
        <span>{children}</span>
        {note === null ? null : <span className="map-legend-note small muted"> {note}</span>}
      </span>
    </li>
  );
}
