import { memo } from 'react';
import { useStore } from 'zustand';

import { Icon, MarkIcon } from '../components/Icon.tsx';
import type { GroupRow as Group } from '../engine/engine.ts';
import { isHoveredOnMap } from '../explorer/hover.ts';
import { useExplorer } from '../explorer/use-explorer.ts';
import { formatLocalPeriod } from '../vocabulary/dates.ts';
import type { Units } from '../vocabulary/distances.ts';
import { formatCount } from '../vocabulary/numbers.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle } from '../vocabulary/titles.ts';
import { speciesName } from '../vocabulary/value-names.ts';
import { JourneyLines } from './JourneyLines.tsx';
import { arePropsEqual, Distance } from './ResultRow.tsx';
import { site } from '../vocabulary/site.ts';
import { capitalise } from '../vocabulary/text.ts';

interface GroupRowProps {
  readonly row: Group;
  /** Called with the identifier of the group, to list its records or to hide them. Must not change between renders. */
  readonly onToggle: (id: number) => void;
  readonly isTabStop: boolean;
  readonly showDistance: boolean;
  readonly units: Units;
}

/** The detections of a visit as one row: a button that lists them below, or hides them. */
export const GroupRow = memo(function GroupRow({ row, onToggle, isTabStop, showDistance, units }: GroupRowProps) {
  const isHovered = useStore(useExplorer().hover, (hover) => isHoveredOnMap(row, hover));
  const species = speciesName(row.species);
  const place = placeTitle(row.place);
  const happened = `${capitalise(site.kinds.Detected.verb)} ${formatCount(row.records)} times`;
  return (
    <button
      type="button"
      className="results-row results-group bare full-width inner-focus"
      tabIndex={isTabStop ? undefined : -1}
      aria-expanded={row.isExpanded}
      data-hovered={isHovered ? '' : undefined}
      onClick={() => {
        onToggle(row.id);
      }}
    >
      <MarkIcon mark={row.mark} />
      {row.step ? (
        <JourneyLines row={row} step={row.step} units={units} />
      ) : (
        <>
          <span className="results-row-title truncated strong" title={plainText(species)}>
            <bdi>{species}</bdi>
          </span>
          <span className="results-row-place truncated figure label" title={plainText(`${happened} · ${place}`)}>
            {`${happened} · `}
            <bdi>{place}</bdi>
          </span>
          <span className="results-row-detail truncated figure small muted">
            {`${formatLocalPeriod(row.first, row.last, row.timeBasis)} · tag ${row.tag}`}
          </span>
        </>
      )}
      <Icon name={row.isExpanded ? 'up' : 'down'} size={16} />
      {showDistance ? <Distance bearing={row} units={units} /> : null}
    </button>
  );
}, arePropsEqual);
