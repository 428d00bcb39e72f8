import type { ReactNode } from 'react';

import { providerOf } from '../../../core/http/base-maps.ts';
import { useBaseMap } from '../../base-map/use-base-map.ts';
import { MarkIcon } from '../../components/Icon.tsx';
import { useData } from '../../explorer/use-explorer.ts';
import { site } from '../../vocabulary/site.ts';
import type { PanButtonsChoice } from './use-pan-buttons.ts';
import { hasReceivers, mainCountsAnd, marksIn, taggedSubject } from '../../vocabulary/site-words.ts';
import './legend.css';

/**
 * Every mark of the map, with its meaning, where its base maps come from, and the choice of buttons that move the map. A
 * phone has no space for the provider next to the button of a base map.
 */
export function LegendList({ hasPanButtons, setHasPanButtons }: PanButtonsChoice) {
  const { baseMaps } = useBaseMap();
  return (
    // The popover scrolls on a short screen, and must then be focusable to scroll with the keys.
    <div className="map-legend-list stack" tabIndex={0} role="group" aria-label="Marks on the map">
      <h3>{mainCountsAnd('other reports')}</h3>
      <ul className="stack">
        {marksIn(useData()).map((mark) => (
          <Entry key={mark} sign={<MarkIcon mark={mark} size={20} />} note={mark === 'detection' ? receiverNote : null}>
            {site.marks[mark].label}
          </Entry>
        ))}
        <Entry
          sign={<span className="figure">12</span>}
          note={
            hasReceivers
              ? `The ${site.marks.detection.many} of ${taggedSubject.many} count, not their detections.`
              : null
          }
        >
          Number at one point
        </Entry>
        <Entry sign={signs.cluster} note="Press it to zoom in or to list its records.">
          Number at several points close together; the ring shows their kinds
        </Entry>
        <Entry sign={signs.selected}>Selected</Entry>
      </ul>
      <h3>Places and search</h3>
      <ul className="stack">
        <Entry sign={<span className="place-dot" />}>Place</Entry>
        <Entry sign={signs.point}>Selected place or point</Entry>
        <Entry sign={signs.search} note="Drag the dot on its edge.">
          Circle of a search, place or point
        </Entry>
        <Entry sign={signs.line}>Line to the nearest record</Entry>
        <Entry sign={signs.dashes}>Line to a place or its offshore point</Entry>
        <Entry sign={signs.crosshair} note="Shown while the keyboard moves the map. Enter lists what is there.">
          Crosshair
        </Entry>
      </ul>
      {baseMaps.map((baseMap) => (
        <p key={baseMap.title} className="small muted">
          {baseMap.title} loads pictures from {providerOf(baseMap)}.
        </p>
      ))}
      <label className="row">
        <input
          type="checkbox"
          checked={hasPanButtons}
          onChange={({ target }) => {
            setHasPanButtons(target.checked);
          }}
        />
        Show buttons that move the map
      </label>
    </div>
  );
}

const signOf = (paths: ReactNode): ReactNode => (
  <svg width={26} height={26} viewBox="-13 -13 26 26" fill="none" strokeWidth={1.5}>
    {paths}
  </svg>
);
/** The signs that are not marks, in the colours in which the map draws them. */
const signs = {
  cluster: signOf(
    <>
      <path d="M-11 0A11 11 0 0 1 11 0" stroke="var(--primary)" strokeWidth={3} />
      <path d="M11 0A11 11 0 0 1 -11 0" stroke="var(--magenta)" strokeWidth={3} />
      <text y={4.5} textAnchor="middle" className="figure small strong" fill="currentColor">
        58
      </text>
    </>,
  ),
  selected: signOf(
    <>
      <circle r={9} stroke="var(--ink)" strokeWidth={2} />
      <circle r={6.5} fill="var(--magenta)" />
    </>,
  ),
  point: signOf(<circle r={8} stroke="var(--ink)" strokeWidth={2} />),
  search: signOf(
    <>
      <circle r={9} stroke="var(--magenta)" />
      <circle cx={9} r={3} fill="var(--paper)" stroke="var(--magenta)" />
    </>,
  ),
  line: signOf(<path d="M-9.5 5.5L9.5 -5.5" stroke="var(--magenta)" />),
  dashes: signOf(<path d="M-9.5 5.5L9.5 -5.5" stroke="var(--ink)" strokeDasharray="4 2" />),
  crosshair: signOf(
    <>
      <circle r={10} stroke="var(--ink)" strokeDasharray="4 2" />
      <path d="M-5 0H5M0 -5V5" stroke="var(--ink)" />
    </>,
  ),
};

const receiverNote = `The square is the receiver, which hears ${taggedSubject.many} nearby.`;

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
      <div>
        <span>{children}</span>
        {note === null ? null : <p className="small muted">{note}</p>}
      </div>
    </li>
  );
}
