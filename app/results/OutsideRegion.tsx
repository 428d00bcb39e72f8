import type { StoreApi } from 'zustand/vanilla';

import { Button } from '../components/buttons.tsx';
import { focusCount } from '../components/focus-count.ts';
import type { Result } from '../engine/engine.ts';
import { useExplorer } from '../explorer/use-explorer.ts';
import { wholeCoast } from '../view/view-state.ts';
import { outsideRegionInMetres } from '../vocabulary/positions.ts';
import type { ViewStore } from '../view/view-store.ts';
import { coastOfRegion } from '../vocabulary/site-words.ts';

/** Says that the data does not cover this area, with a button back to the coast. */
export function OutsideRegion() {
  const { view } = useExplorer();
  return (
    <div className="notice-box results-outside stack at-start flex-none">
      <h3>Outside the region this data covers</h3>
      <p>This service covers only {coastOfRegion}.</p>
      <Button
        onClick={() => {
          showWholeCoast(view);
          focusCount();
        }}
      >
        Back to the coast
      </Button>
    </div>
  );
}

/** Clears the search, but not the filters, and shows the whole coast. */
export function showWholeCoast(view: StoreApi<ViewStore>): void {
  const { setCouncil, moveMap } = view.getState();
  setCouncil(null);
  moveMap(wholeCoast);
}

/**
 * Whether everything in the data is far from the search centre or, if there is no search, from the middle of the map.
 */
export function isOutsideRegion({ query, found, nearestRecord, nearestPlace, emptyReason }: Result): boolean {
  // A large circle far away may contain data.
  if (query.search?.mode === 'radius' && found > 0) return false;
  if (emptyReason && emptyReason.inArea > 0) return false;
  // A council area, even an unknown one, has no distance from the data.
  if (query.council !== null && !query.search) return false;
  // Without a search, any result means that the map shows an area with data.
  if (!query.search && !emptyReason) return false;
  const known = [nearestRecord, nearestPlace, emptyReason?.nearestRecord, emptyReason?.nearestReceiver].filter(
    (each) => each !== null && each !== undefined,
  );
  return known.length > 0 && known.every(({ distanceInMetres }) => distanceInMetres > outsideRegionInMetres);
}
