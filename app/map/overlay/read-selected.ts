import type { Position } from '../../../core/geo/wgs84.ts';
import type { Engine, PlaceName } from '../../engine/engine.ts';
import type { Selection } from '../../view/view-state.ts';
import { plainPlace, type Selected } from './overlay-content.ts';

/** The position of the selection; null without one, or if the data does not contain it. */
export async function readSelected(
  selection: Selection | null,
  engine: Engine,
  places: readonly PlaceName[],
  from: Position,
): Promise<Selected | null> {
  switch (selection?.kind) {
    case 'record': {
      const record = await engine.record(selection.id, from);
      return record && { kind: 'point', position: record.position, mark: record.mark };
    }
    case 'location':
      return { kind: 'point', position: selection.position, mark: null };
    case 'place': {
      const found = places.find(({ id }) => id === selection.id);
      return found ? { kind: 'place', place: plainPlace(found) } : null;
    }
    default:
      return null;
  }
}
