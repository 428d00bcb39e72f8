import type { Map as LeafletMap } from 'leaflet';
import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';

import { SeeBaseMap } from '../../base-map/BaseMapButtons.tsx';
import type { Camera } from '../camera.ts';
import { cameraOf } from '../leaflet-camera.ts';
import { formatError, metresPerPixelOf, type ScaleStep, scaleSteps } from '../scale.ts';

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

function scaleOf(camera: Camera): Scale {
  const metresPerPixel = metresPerPixelOf(camera);
  return {
    ...scaleSteps(metresPerPixel, camera.width < narrowMapInPixels ? maxPixels.narrow : maxPixels.wide),
    metresPerPixel,
    isClose: camera.zoom > maxZoomOfOutline,
  };
}
