import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import { Icon } from '../../components/Icon.tsx';
import { largestZoom, smallestZoom } from '../map-options.ts';
import { zoomMap } from '../use-map-keys.ts';

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
