import type { Map as LeafletMap } from 'leaflet';
import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';

import { metresPerDegreeOfLongitude } from '../../../core/geo/wgs84.ts';
import { metresPerNauticalMile } from '../../vocabulary/distances.ts';
import { formatCount } from '../../vocabulary/numbers.ts';
import { SeeBaseMap } from '../../base-map/BaseMapButtons.tsx';
import { type Camera, positionAt } from '../camera.ts';
import { cameraOf } from '../leaflet-camera.ts';

/** Maximum length of the bar. On a narrow map, it leaves space for the buttons next to it. */
const maxPixels = { wide: 96, narrow: 56 } as const;
const narrowMapInPixels = 400;
/** The typical error of the coast is shown if it is at least this large on the screen. */
const visibleErrorInPixels = 4;
/** Above it, bays have few vertices, and beaches may be inland of the outline. */
const maxZoomOfOutline = 13;

interface Scale {
  readonly metric: ScaleStep;
  readonly nautical: ScaleStep;
  readonly metresPerPixel: number;
  /** Whether the outline is visibly simpler than a coast. */
  readonly isClose: boolean;
}

/**
 * The scale at the middle of the map, in kilometres and nautical miles, and the typical error of the coast if it is
 * visible. `coastErrorInMetres` is null if no error is shown.
 */
export function ScaleBar({
  map,
  coastErrorInMetres,
}: {
  readonly map: LeafletMap;
  readonly coastErrorInMetres: number | null;
}) {
  const { subscribe, read } = useMemo(() => followScale(map), [map]);
  // React state would be rendered after the frame that moved the map, and cause another layout.
  const scale = useSyncExternalStore(subscribe, read);

  return (
    <div className="map-scale figure">
      <Bar step={scale.metric} />
      <Bar step={scale.nautical} />
      {coastErrorInMetres !== null && coastErrorInMetres >= visibleErrorInPixels * scale.metresPerPixel && (
        <div className={scale.isClose ? 'map-scale-note' : undefined}>
          {scale.isClose ? (
            <>
              Outline only: beaches may look inland <SeeBaseMap />
            </>
          ) : (
            <>
              Coast: <span className="map-scale-more">typical </span>error {formatError(coastErrorInMetres)}
            </>
          )}
        </div>
      )}
    </div>
  );
}

function Bar({ step: { label, pixels } }: { readonly step: ScaleStep }) {
  const style: CSSProperties & Record<'--length', string> = { '--length': `${Math.round(pixels)}px` };
  return (
    <p className="map-scale-bar row one-line" style={style}>
      {label}
    </p>
  );
}

/** An external store with the scale of a map: the same object as long as there is no visible difference. */
function followScale(map: LeafletMap): { subscribe: (onChange: () => void) => () => void; read: () => Scale } {
  let scale = scaleOf(cameraOf(map));
  return {
    read: () => scale,
    subscribe: (onChange) => {
      const follow = (): void => {
        const now = scaleOf(cameraOf(map));
        if (isSameScale(scale, now)) return;
        scale = now;
        onChange();
      };
      follow();
      map.on('move zoomend resize', follow);
      return () => {
        map.off('move zoomend resize', follow);
      };
    },
  };
}

const isSameScale = (a: Scale, b: Scale): boolean =>
  Math.round(a.metric.pixels) === Math.round(b.metric.pixels) &&
  a.metric.label === b.metric.label &&
  a.nautical.label === b.nautical.label &&
  a.isClose === b.isClose;

/** The scale in the middle of a camera. */
export function metresPerPixelOf(camera: Camera): number {
  const { latitude } = positionAt(camera, { x: camera.width / 2, y: camera.height / 2 });
  return (360 / camera.worldSize) * metresPerDegreeOfLongitude(latitude);
}

function scaleOf(camera: Camera): Scale {
  const metresPerPixel = metresPerPixelOf(camera);
  return {
    ...scaleSteps(metresPerPixel, camera.width < narrowMapInPixels ? maxPixels.narrow : maxPixels.wide),
    metresPerPixel,
    isClose: camera.zoom > maxZoomOfOutline,
  };
}

/** A bar of the scale: a round length, and the size of the bar on the screen. */
interface ScaleStep {
  readonly label: string;
  readonly pixels: number;
}

const formatMetric = (metres: number): string => (metres < 1000 ? `${metres} m` : `${formatCount(metres / 1000)} km`);

/** Rounds an error to one digit, because it is not known more precisely. */
const formatError = (metres: number): string => formatMetric(Number(metres.toPrecision(1)));

/** The longest length of 1, 2 or 5 times a power of ten that is no longer than `maxPixels`, in both units. */
export function scaleSteps(
  metresPerPixel: number,
  maxPixels: number,
): { readonly metric: ScaleStep; readonly nautical: ScaleStep } {
  const metres = roundBelow(metresPerPixel * maxPixels);
  const miles = roundBelow((metresPerPixel * maxPixels) / metresPerNauticalMile);
  return {
    metric: { label: formatMetric(metres), pixels: metres / metresPerPixel },
    nautical: { label: `${formatCount(miles)} nmi`, pixels: (miles * metresPerNauticalMile) / metresPerPixel },
  };
}

function roundBelow(value: number): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const leading = value / 10 ** power;
  const step = leading >= 5 ? 5 : leading >= 2 ? 2 : 1;
  return Number((step * 10 ** power).toPrecision(1));
}
