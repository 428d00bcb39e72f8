import type { Position } from '../../core/geo/wgs84.ts';
import type { ListRow } from '../engine/engine.ts';

/**
 * The item under a mouse, a pen or the keyboard focus in the list or on the map, so that the other of the two can
 * highlight it. It is never part of the URL. Touch does not set it: nothing would clear it after a tap.
 */
export type Hover =
  | {
      readonly kind: 'record' | 'place';
      readonly id: number;
      /** The position of the record, or the inshore point of the place. */
      readonly position: Position;
      readonly from: 'list' | 'map';
    }
  /** A mark with several records; `contains` returns whether the records at a position are among them. */
  | {
      readonly kind: 'location';
      readonly position: Position;
      readonly contains: (position: Position) => boolean;
      readonly from: 'map';
    };

/** Whether the item hovered on the map is the record or place of a row, or the location of its records. */
export function isHoveredOnMap(row: ListRow, hover: Hover | null): boolean {
  if (hover?.from !== 'map') return false;
  if (hover.kind !== 'location') return hover.kind === row.kind && hover.id === row.id;
  return row.kind !== 'place' && hover.contains(row.position);
}
