import type { Map as LeafletMap } from 'leaflet';

import { Icon, type IconName } from '../../components/Icon.tsx';
import { panMap } from '../use-map-keys.ts';
import { MapDisclosure } from './MapDisclosure.tsx';

const ways: readonly { readonly to: string; readonly icon: IconName; readonly step: readonly [number, number] }[] = [
  { to: 'north', icon: 'up', step: [0, -1] },
  { to: 'west', icon: 'back', step: [-1, 0] },
  { to: 'east', icon: 'forward', step: [1, 0] },
  { to: 'south', icon: 'down', step: [0, 1] },
];
/** As a fraction of the shorter side of the map. */
const shareOfMap = 0.4;

/** Four buttons that move the map without dragging, behind one button. */
export function PanButtons({ map }: { readonly map: LeafletMap }) {
  return (
    <MapDisclosure label="Move map" icon="move" className="map-pan">
      {ways.map(({ to, icon, step }) => (
        <button
          key={to}
          type="button"
          className="button"
          data-kind="plain"
          data-size="icon"
          data-way={to}
          aria-label={`Move ${to}`}
          title={`Move ${to}`}
          onClick={() => {
            const { x, y } = map.getSize();
            panMap(map, [step[0], step[1]], Math.min(x, y) * shareOfMap);
          }}
        >
          <Icon name={icon} />
        </button>
      ))}
    </MapDisclosure>
  );
}
