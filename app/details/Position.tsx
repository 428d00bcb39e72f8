import type { ReactNode } from 'react';

import { geodesicDirection } from '../../core/geo/geodesic.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { Button, CopyButton } from '../components/buttons.tsx';
import { HelpLink } from '../components/HelpLink.tsx';
import { Icon } from '../components/Icon.tsx';
import { useExplorer, useView } from '../explorer/use-explorer.ts';
import { searchAround } from '../view/search-around.ts';
import { formatDistanceAndBearing } from '../vocabulary/distances.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';
import { site } from '../vocabulary/site.ts';

const { positions } = site;

/** Explains a position, with links to how it was derived, if the site says so, and to the terms of use. */
export function PositionNote({ children }: { readonly children?: string | undefined }) {
  return (
    <p className="small">
      {positions && (
        <>
          {children ?? positions.notice} <HelpLink topic="positions">How positions were derived</HelpLink>{' '}
        </>
      )}
      <HelpLink topic="terms">Terms of use</HelpLink>
    </p>
  );
}

interface PositionSectionProps extends MapActionsProps {
  /** The points by their names, with the label of the button that copies each. */
  readonly points: readonly { readonly name: string; readonly copyLabel?: string; readonly position: Position }[];
  readonly note?: string;
  readonly children?: ReactNode;
}

/** The points of a record or a place, with buttons that show them on the map. */
export function PositionSection({ points, note, children, ...actions }: PositionSectionProps) {
  return (
    <section aria-label="Position">
      <h3>Position</h3>
      {points.map(({ copyLabel = 'Copy coordinates', ...point }) => (
        <PointLine key={point.name} copyLabel={copyLabel} {...point} />
      ))}
      {children}
      <PositionNote>{note}</PositionNote>
      <MapActions {...actions} />
    </section>
  );
}

/** A point in degrees with its name, and a button that copies it in the format of map applications. */
function PointLine({
  name,
  copyLabel,
  position,
}: {
  readonly name: string;
  readonly copyLabel: string;
  readonly position: Position;
}) {
  return (
    <div className="details-point row wrap apart">
      <div className="stack gap-0">
        <span className="small muted">{name}</span>
        <span className="figure">{formatPosition(position)}</span>
      </div>
      {/* Nine decimals keep every published digit. */}
      <CopyButton text={plainPosition(position, 9)} label={copyLabel} />
    </div>
  );
}

const closeZoom = 13;

interface MapActionsProps {
  readonly position: Position;
  /** Hides the search button, for details that have their own. */
  readonly isSearchHidden?: boolean;
}

/** Buttons that centre the map on a point, or search around it. */
function MapActions({ position, isSearchHidden = false }: MapActionsProps) {
  const { view } = useExplorer();
  return (
    <div className="row wrap">
      <Button
        className="narrow grow"
        onClick={() => {
          const { map, moveMap } = view.getState();
          moveMap({ centre: position, zoom: Math.max(map.zoom, closeZoom) });
        }}
      >
        <Icon name="pin" size={16} />
        Show on the map
      </Button>
      {isSearchHidden ? null : (
        <Button
          className="narrow grow"
          onClick={() => {
            searchAround(view.getState(), position);
          }}
        >
          <Icon name="search" size={16} />
          Search around here
        </Button>
      )}
    </div>
  );
}

/** Distance and direction from the search centre; renders nothing without a search. */
export function DistanceFromSearch({ position }: { readonly position: Position }) {
  const units = useView((view) => view.units);
  const centre = useView((view) => view.search?.centre);
  if (!centre) return null;
  return (
    <div>
      <dt>From the search centre</dt>
      <dd className="figure">{formatDistanceAndBearing(geodesicDirection(centre, position), units)}</dd>
    </div>
  );
}
