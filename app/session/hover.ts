import type { Position } from '../../core/geo/wgs84.ts';
import type { Row } from '../engine/engine.ts';

/**
 * What a mouse, a pen or the keyboard focus points at, in the list or on the map, so that the other one can highlight it.
 * It is never part of the address. Touch does not set it: nothing would clear it after a tap.
 */
export type Hover =
  | {
      readonly kind: 'record' | 'place';
      readonly id: number;
      /** Of the record, or of the place's inshore point. */
      readonly position: Position;
      readonly from: 'list' | 'map';
    }
  /** A mark with several records; `contains` tells whether it represents those at a position. */
  | {
      readonly kind: 'location';
      readonly position: Position;
      readonly contains: (position: Position) => boolean;
      readonly from: 'map';
    };

/** Whether the map points at the record or place of a row, or at the location of its record. */
export function isHoveredOnMap(row: Row, hover: Hover | null): boolean {
  if (hover?.from !== 'map') return false;
  if (hover.kind !== 'location') return hover.kind === row.kind && hover.id === row.id;
  return row.kind === 'record' && hover.contains(row.position);
}
