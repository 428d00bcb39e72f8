import type { Map as LeafletMap } from 'leaflet';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';

import { IconButton } from '../../components/buttons.tsx';
import { type IconName } from '../../components/Icon.tsx';
import { lazyComponent, LazyModule } from '../../components/lazy-component.tsx';
import { Popover } from '../../components/Popover.tsx';
import { useEngineQuery } from '../../explorer/use-engine-query.ts';
import { useExplorer, useView } from '../../explorer/use-explorer.ts';
import { largestZoom, pathNote, smallestZoom } from '../map-options.ts';
import { zoomMap } from '../use-map-gestures.ts';
import type { PanButtonsChoice } from './use-pan-buttons.ts';

/** A button of the map that shows and hides content next to it. */
export function MapDisclosure({
  label,
  icon,
  className,
  children,
}: {
  readonly label: string;
  readonly icon: IconName;
  readonly className: string;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="map-move">
      <IconButton
        icon={icon}
        label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => {
          setOpen(!isOpen);
        }}
      />
      <div id={id} className={`${className} floating`} hidden={!isOpen}>
        {children}
      </div>
    </div>
  );
}

// Loaded when the legend is first opened.
const LegendList = lazyComponent(new LazyModule(() => import('./LegendList.tsx')), (module) => module.LegendList);

/** A popover, because a map under a sheet or on a short screen has no space for the list. */
export function Legend(panButtons: PanButtonsChoice) {
  return (
    <div className="map-legend">
      <Popover button="Legend" buttonClassName="button" label="Legend" heightInPixels={650} isFocusable>
        <Suspense fallback={<p className="muted">Loading …</p>}>
          <LegendList {...panButtons} />
        </Suspense>
      </Popover>
    </div>
  );
}

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
