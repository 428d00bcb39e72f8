import type { Map as LeafletMap } from 'leaflet';
import { useEffect, useState } from 'react';

import { openStreetMap as openStreetMapTiles } from '../../../core/http/base-maps.ts';
import { IconButton } from '../../components/buttons.tsx';
import { useEngineQuery } from '../../explorer/use-engine-query.ts';
import { useExplorer, useView } from '../../explorer/use-explorer.ts';
import { largestZoom, pathNote, smallestZoom } from '../map-options.ts';
import { zoomMap } from '../use-map-gestures.ts';

/** Zoom buttons. At either end of the range, a button remains focusable but does nothing. */
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
    <div className="map-zoom floating stack gap-0">
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
    <IconButton
      icon={steps > 0 ? 'plus' : 'minus'}
      label={label}
      title={label}
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) zoomMap(map, steps);
      }}
    />
  );
}

/** What the lines of a journey are not. Nothing without lines. */
export function JourneyNote() {
  const { engine } = useExplorer();
  const filters = useView((view) => view.filters);
  const key = filters.tag === null ? null : `journey ${JSON.stringify(filters)}`;
  const journey = useEngineQuery(key, () => engine.journey(filters));
  const hasLines = journey.state === 'ready' && journey.value.sharks.some(({ stops }) => stops.length > 1);
  return hasLines ? (
    <p className="map-attribution map-path-note">
      Tag {filters.tag}: {pathNote}
    </p>
  ) : null;
}

export function MapProblem({ children }: { readonly children: string | null }) {
  return children === null ? null : (
    <p className="map-attribution error" role="alert">
      {children}
    </p>
  );
}

const { credit: openStreetMap } = openStreetMapTiles;

/** The credit for the coast or the base map. Without a text, only the label is shown. */
export function Credit({ label, text = '' }: { readonly label: string; readonly text: string | undefined }) {
  const [before, ...rest] = text.split(openStreetMap);
  const after = rest.length === 0 ? undefined : rest.join(openStreetMap);
  return (
    <>
      <span className="map-scale-more">{label}: </span>
      {before}
      {after !== undefined && <a href="https://www.openstreetmap.org/copyright">{openStreetMap}</a>}
      {after}
    </>
  );
}
