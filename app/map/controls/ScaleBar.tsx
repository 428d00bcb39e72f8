import type { Map as LeafletMap } from 'leaflet';
import { type CSSProperties, useMemo, useSyncExternalStore } from 'react';

import { metresPerDegreeOfLongitude } from '../../../core/geo/wgs84.ts';
import { metresPerNauticalMile } from '../../vocabulary/distances.ts';
import { formatCount } from '../../vocabulary/numbers.ts';

/** On a narrow map the bar leaves space for the buttons next to it. */
const mostPixels = { wide: 96, narrow: 56 } as const;
const narrowMapInPixels = 400;
const measuredPixels = 100;

/** From this size on the screen, the typical error of the coast is stated. */
const visibleErrorInPixels = 4;

interface Scale {
  readonly metric: ScaleStep;
  readonly nautical: ScaleStep;
  readonly metresPerPixel: number;
}

/**
 * The scale at the middle of the map, in kilometres and nautical miles, and the typical error of the coast where it is
 * visible. It is null for a coast whose error is unknown.
 */
export function ScaleBar({
  map,
  coastErrorInMetres,
}: {
  readonly map: LeafletMap;
  readonly coastErrorInMetres: number | null;
}) {
  const { subscribe, read } = useMemo(() => followScale(map), [map]);
  // Not React state: it would render after the frame that moved the map, and cause another layout.
  const scale = useSyncExternalStore(subscribe, read);

  return (
    <div className="map-scale">
      <Bar step={scale.metric} />
      <Bar step={scale.nautical} />
      {coastErrorInMetres !== null && coastErrorInMetres >= visibleErrorInPixels * scale.metresPerPixel && (
        <p>
          Coast: <span className="map-scale-more">typical </span>error {roundedDistance(coastErrorInMetres)}
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

/** The scale of a moving map: the same object as long as there is no visible difference. */
function followScale(map: LeafletMap): { subscribe: (onChange: () => void) => () => void; read: () => Scale } {
  let scale = readScale(map);
  return {
    read: () => scale,
    subscribe: (onChange) => {
      const follow = (): void => {
        const now = readScale(map);
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
  a.nautical.label === b.nautical.label;

function readScale(map: LeafletMap): Scale {
  const { x, y } = map.getSize().divideBy(2);
  const west = map.containerPointToLatLng([x - measuredPixels / 2, y]);
  const east = map.containerPointToLatLng([x + measuredPixels / 2, y]);
  const metres = (east.lng - west.lng) * metresPerDegreeOfLongitude(west.lat);
  const metresPerPixel = metres / measuredPixels;
  return {
    ...scaleSteps(metresPerPixel, 2 * x < narrowMapInPixels ? mostPixels.narrow : mostPixels.wide),
    metresPerPixel,
  };
}

/** A bar of the scale: a round length and how long it is on the screen. */
interface ScaleStep {
  readonly label: string;
  readonly pixels: number;
}

/** Thousands are grouped as everywhere else; fractions have few digits anyway. */
const inWords = (length: number): string => (Number.isInteger(length) ? formatCount(length) : String(length));

const inMetricUnits = (metres: number): string => (metres < 1000 ? `${metres} m` : `${inWords(metres / 1000)} km`);

/** An error is known to one digit. */
const roundedDistance = (metres: number): string => inMetricUnits(Number(metres.toPrecision(1)));

/** The longest length of 1, 2 or 5 times a power of ten that is no longer than `mostPixels`, in both units. */
export function scaleSteps(
  metresPerPixel: number,
  mostPixels: number,
): { readonly metric: ScaleStep; readonly nautical: ScaleStep } {
  const metres = roundBelow(metresPerPixel * mostPixels);
  const miles = roundBelow((metresPerPixel * mostPixels) / metresPerNauticalMile);
  return {
    metric: { label: inMetricUnits(metres), pixels: metres / metresPerPixel },
    nautical: { label: `${inWords(miles)} nmi`, pixels: (miles * metresPerNauticalMile) / metresPerPixel },
  };
}

function roundBelow(value: number): number {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const lead = value / 10 ** power;
  const step = lead >= 5 ? 5 : lead >= 2 ? 2 : 1;
  return Number((step * 10 ** power).toPrecision(1));
}

const openStreetMap = '© OpenStreetMap contributors';

/** The credits for the coast on the map; empty before one is drawn. */
export function CoastCredit({ attribution = '' }: { readonly attribution: string | undefined }) {
  const [before, after] = attribution.split(openStreetMap);
  return (
    <>
      <span className="map-scale-more">Coast: </span>
      {before}
      {after !== undefined && <a href="https://www.openstreetmap.org/copyright">{openStreetMap}</a>}
      {after}
    </>
  );
}
