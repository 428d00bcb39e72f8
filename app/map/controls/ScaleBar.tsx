import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState, type CSSProperties } from 'react';

import { metresPerDegreeOfLongitude } from '../../../core/geo/wgs84.ts';
import { coastIsApproximateFromZoom } from '../map-options.ts';
import { scaleSteps, type ScaleStep } from './scale-steps.ts';

/** On a narrow map the bar leaves room for the buttons beside it. */
const mostPixels = { wide: 96, narrow: 56 } as const;
const narrowMapInPixels = 400;
const measuredPixels = 100;

interface Scale {
  readonly metric: ScaleStep;
  readonly nautical: ScaleStep;
  readonly isApproximate: boolean;
}

/** The scale in the middle of the map, in kilometres and nautical miles, and how far the bundled coast can be trusted. */
export function ScaleBar({ map, isBundledCoast }: { readonly map: LeafletMap; readonly isBundledCoast: boolean }) {
  const [scale, setScale] = useState<Scale>(() => readScale(map));

  useEffect(() => {
    const read = (): void => {
      setScale((before) => {
        const now = readScale(map);
        const isSame =
          Math.round(now.metric.pixels) === Math.round(before.metric.pixels) &&
          now.metric.label === before.metric.label &&
          now.nautical.label === before.nautical.label &&
          now.isApproximate === before.isApproximate;
        return isSame ? before : now;
      });
    };
    read();
    map.on('move zoomend resize', read);
    return () => {
      map.off('move zoomend resize', read);
    };
  }, [map]);

  return (
    <div className="map-scale">
      <Bar step={scale.metric} />
      <Bar step={scale.nautical} />
      {isBundledCoast && scale.isApproximate && (
        <p>
          Coast approximate<span className="map-scale-more"> at this scale</span>
        </p>
      )}
    </div>
  );
}

function Bar({ step: { label, pixels } }: { readonly step: ScaleStep }) {
  const style: CSSProperties & Record<'--length', string> = { '--length': `${Math.round(pixels)}px` };
  return (
    <p className="map-scale-bar" style={style}>
      {label}
    </p>
  );
}

function readScale(map: LeafletMap): Scale {
  const { x, y } = map.getSize().divideBy(2);
  const west = map.containerPointToLatLng([x - measuredPixels / 2, y]);
  const east = map.containerPointToLatLng([x + measuredPixels / 2, y]);
  const metres = (east.lng - west.lng) * metresPerDegreeOfLongitude(west.lat);
  return {
    ...scaleSteps(metres / measuredPixels, 2 * x < narrowMapInPixels ? mostPixels.narrow : mostPixels.wide),
    isApproximate: map.getZoom() >= coastIsApproximateFromZoom,
  };
}
