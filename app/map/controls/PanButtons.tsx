import type { Map as LeafletMap } from 'leaflet';
import { useId, useState } from 'react';

import { IconButton } from '../../components/buttons.tsx';
import type { IconName } from '../../components/Icon.tsx';
import { panMap } from '../use-map-gestures.ts';

const directions: readonly {
  readonly to: string;
  readonly icon: IconName;
  readonly step: readonly [number, number];
}[] = [
  { to: 'north', icon: 'up', step: [0, -1] },
  { to: 'west', icon: 'back', step: [-1, 0] },
  { to: 'east', icon: 'forward', step: [1, 0] },
  { to: 'south', icon: 'down', step: [0, 1] },
];
/** The distance of one move, as a fraction of the shorter side of the map. */
const shareOfMap = 0.4;

/** Four buttons that move the map without dragging, behind one button. */
export function PanButtons({ map }: { readonly map: LeafletMap }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="map-move">
      <IconButton
        icon="move"
        label="Move map"
        title="Move map"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      />
      <div id={id} className="map-pan floating row" hidden={!isOpen}>
        {directions.map(({ to, icon, step }) => (
          <IconButton
            icon={icon}
            key={to}
            kind="plain"
            label={`Move ${to}`}
            title={`Move ${to}`}
            onClick={() => {
              const { x, y } = map.getSize();
              panMap(map, [step[0], step[1]], Math.min(x, y) * shareOfMap);
            }}
          />
        ))}
      </div>
    </div>
  );
}
