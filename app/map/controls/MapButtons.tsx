import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import { Icon, type IconName } from '../../components/Icon.tsx';
import { largestZoom, smallestZoom } from '../map-options.ts';
import { panMap, zoomMap } from '../use-map-gestures.ts';
import { MapDisclosure } from './MapMenus.tsx';

/** Zoom buttons. At either end of the range the button stays enabled for the focus, but does nothing. */
export function ZoomButtons({ map }: { readonly map: LeafletMap }) {
  const [end, setEnd] = useState<'closest' | 'furthest' | null>(null);

  useEffect(() => {
    const read = (): void => {
      const zoom = map.getZoom();
      setEnd(zoom >= largestZoom ? 'closest' : zoom <= smallestZoom ? 'furthest' : null);
    };
    read();
    map.on('zoomend', read);
    return () => {
      map.off('zoomend', read);
    };
  }, [map]);

  return (
    <div className="map-zoom map-card">
      <ZoomButton map={map} steps={1} label="Zoom in" isAtEnd={end === 'closest'} />
      <ZoomButton map={map} steps={-1} label="Zoom out" isAtEnd={end === 'furthest'} />
    </div>
  );
}

function ZoomButton({
  map,
  steps,
  label,
  isAtEnd,
}: {
  readonly map: LeafletMap;
  readonly steps: number;
  readonly label: string;
  readonly isAtEnd: boolean;
}) {
  return (
    <button
      type="button"
      className="button"
      data-size="icon"
      aria-label={label}
      title={label}
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) zoomMap(map, steps);
      }}
    >
      <Icon name={steps > 0 ? 'plus' : 'minus'} />
    </button>
  );
}

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
