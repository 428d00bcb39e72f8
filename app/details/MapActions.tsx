import type { Position } from '../../core/geo/wgs84.ts';
import { Icon } from '../components/Icon.tsx';
import { useSession } from '../session/use-session.ts';
import { searchAround } from '../view/search-around.ts';

const closeZoom = 13;

/** Brings a point to the middle of the map, or searches around it. */
export function MapActions({ position }: { readonly position: Position }) {
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
    </div>
  );
}
