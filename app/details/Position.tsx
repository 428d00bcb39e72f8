import { geodesicDirection } from '../../core/geo/geodesic.ts';
import type { Position } from '../../core/geo/wgs84.ts';
import { Button, CopyButton } from '../components/buttons.tsx';
import { HelpLink } from '../components/HelpLink.tsx';
import { Icon } from '../components/Icon.tsx';
import { useSession, useView } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';
import { formatDistanceAndBearing } from '../vocabulary/distances.ts';
import { formatPosition, plainPosition } from '../vocabulary/positions.ts';

/** Explains a position, with links to how it was derived and to the terms of use. */
export function PositionNote({ children }: { readonly children: string }) {
  return (
    <p className="small">
      {children}{' '}
      <HelpLink topic="positions" className="details-help bare">
        How positions were derived
      </HelpLink>{' '}
      <HelpLink topic="terms" className="details-help bare">
        Terms of use
      </HelpLink>
    </p>
  );
}

/** A point in degrees with its name, and a button that copies it in the format of map applications. */
export function PointLine({
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
      <div>
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
export function MapActions({ position, isSearchHidden = false }: MapActionsProps) {
  const { view } = useSession();
  return (
    <div className="details-buttons row wrap">
      <Button
        className="grow"
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
          className="grow"
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
