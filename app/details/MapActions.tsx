import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';

const closeZoom = 13;

export interface MapActionsProps {
  readonly position: Position;
  /** Whether the details have a search around the point elsewhere. */
  readonly isSearchedAbove?: boolean;
}

/** Brings a point to the middle of the map, or searches around it. */
export function MapActions({ position, isSearchedAbove = false }: MapActionsProps) {
  const { view } = useSession();
  return (
    <div className="details-buttons">
      <button
        type="button"
        className="button"
        onClick={() => {
          const { map, moveMap } = view.getState();
          moveMap({ centre: position, zoom: Math.max(map.zoom, closeZoom) });
        }}
      >
        <Icon name="pin" size={16} />
        Show on the map
      </button>
      {isSearchedAbove ? null : (
        <button
          type="button"
          className="button"
          onClick={() => {
            searchAround(view.getState(), position);
          }}
        >
          <Icon name="search" size={16} />
          Search around here
        </button>
      )}
    </div>
  );
}
