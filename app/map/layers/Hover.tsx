import { DivIcon, type LeafletMouseEvent } from 'leaflet';
import { type RefObject, useEffect, useState } from 'react';
import { Marker, useMap } from 'react-leaflet';
import { useStore } from 'zustand';

import type { Position } from '../../../core/geo/wgs84.ts';
import type { Hover as HoverState } from '../../explorer/hover.ts';
import { useExplorer } from '../../explorer/use-explorer.ts';
import { pointIn } from '../camera.ts';
import { TargetName } from '../controls/CrosshairList.tsx';
import { cameraOf, latLngOf } from '../leaflet-camera.ts';
import { markAt, type Target } from '../scene/hit-test.ts';
import { mouseToleranceInPixels, targetsAround } from '../use-map-clicks.ts';
import type { DrawnMarks } from './Marks.tsx';
import './hover.css';

const ringBeyondMark = 4;
const ringOfPointInPixels = 12;

interface HoverProps {
  readonly drawn: RefObject<DrawnMarks | null>;
}

/**
 * Shows what the user points at: a ring around the mark of a row in the list, or the name of a mark or place on the
 * map.
 */
export function Hover({ drawn }: HoverProps) {
  const target = useHoveredTarget(drawn);
  return (
    <>
      <HoverRing drawn={drawn} />
      {target && <HoverLabel target={target} />}
    </>
  );
}

function HoverRing({ drawn }: HoverProps) {
  const hover = useStore(useExplorer().hover);
  if (hover?.from !== 'list') return null;
  const mark = hover.kind === 'record' ? markAt(drawn.current?.targets ?? [], hover.position) : undefined;
  const position = mark?.item.kind === 'mark' ? mark.item.mark.position : hover.position;
  const side = 2 * (mark ? mark.radius + ringBeyondMark : ringOfPointInPixels);
  const icon = new DivIcon({ className: 'map-hover-ring', iconSize: [side, side] });
  return <Marker position={latLngOf(position)} icon={icon} interactive={false} keyboard={false} />;
}

/** A short description of a hit target, above or below it. */
function HoverLabel({ target }: { readonly target: Target }) {
  const map = useMap();
  const [isMoving, setMoving] = useState(false);
  useEffect(() => {
    const start = (): void => {
      setMoving(true);
    };
    const end = (): void => {
      setMoving(false);
    };
    map.on('movestart zoomstart', start).on('moveend', end);
    return () => {
      map.off('movestart zoomstart', start).off('moveend', end);
    };
  }, [map]);
  if (isMoving) return null;
  const { x, y } = pointIn(
    cameraOf(map),
    target.item.kind === 'mark' ? target.item.mark.position : target.item.place.inshore,
  );
  const isLow = y < 80;
  return (
    <div
      className="map-hover-label"
      data-below={isLow ? '' : undefined}
      style={{ left: `${x}px`, top: `${isLow ? y + target.radius + 8 : y - target.radius - 8}px` }}
      aria-hidden="true"
    >
      <TargetName target={target} />
    </div>
  );
}

/** The mark or place under the mouse. It is also set in the explorer, so that the list can highlight its rows. */
function useHoveredTarget(drawn: RefObject<DrawnMarks | null>): Target | null {
  const map = useMap();
  const { hover } = useExplorer();
  const [hovered, setHovered] = useState<Target | null>(null);

  useEffect(() => {
    let last: Target | null = null;
    const show = (target: Target | null): void => {
      if (target === last) return;
      last = target;
      map.getContainer().classList.toggle('map-hits-mark', target !== null);
      setHovered(target);
      if (target || hover.getState()?.from === 'map') hover.setState(target && hoverOf(target, drawn), true);
    };
    const handleMouseMove = ({ latlng, originalEvent }: LeafletMouseEvent): void => {
      // During a drag, nothing can be clicked. A tap also fires `mousemove`, but no event would end the hover.
      if (originalEvent.buttons !== 0 || window.matchMedia('(hover: none)').matches) return;
      const [target] = targetsAround(drawn.current, latlng, mouseToleranceInPixels);
      show(target ?? null);
    };
    const leave = (): void => {
      show(null);
    };
    map.on('mousemove', handleMouseMove).on('mouseout zoomstart dragstart', leave);
    return () => {
      leave();
      map.off('mousemove', handleMouseMove).off('mouseout zoomstart dragstart', leave);
    };
  }, [map, drawn, hover]);

  return hovered;
}

function hoverOf({ item }: Target, drawn: RefObject<DrawnMarks | null>): HoverState {
  if (item.kind === 'place') return { kind: 'place', id: item.place.id, position: item.place.inshore, from: 'map' };
  const { position, onlyRecord } = item.mark;
  if (onlyRecord !== null) return { kind: 'record', id: onlyRecord, position, from: 'map' };
  const contains = (other: Position): boolean => markAt(drawn.current?.targets ?? [], other)?.item === item;
  return { kind: 'location', position, contains, from: 'map' };
}
