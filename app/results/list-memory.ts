import type { Session } from '../session/session.ts';
import type { ViewState } from '../view/view-state.ts';
import { initialView } from '../view/view-state.ts';
import { writeView } from '../view/view-url.ts';

/** What makes a list what it is. */
export interface ListIdentity {
  /** Filters, search, tab and sort. */
  readonly query: string;
  readonly map: ViewState['map'];
  readonly dependsOnMap: boolean;
}

/** Where a person left the list, for the way back from details. */
export interface ListMemory {
  /** The list and the row from which details were opened; null when they were opened otherwise. */
  opened: { readonly list: ListIdentity; readonly rowKey: string; readonly scrollTop: number } | null;
  /** Whether details have been shown since the list was last. */
  wasAway: boolean;
}

const memories = new WeakMap<Session, ListMemory>();

/** Of a session, so that it outlives the list's component. */
export function listMemoryOf(session: Session): ListMemory {
  const known = memories.get(session);
  if (known) return known;
  const memory: ListMemory = { opened: null, wasAway: session.view.getState().selection !== null };
  // Here rather than in the list, which need not be mounted while details are shown.
  session.view.subscribe(({ selection }) => {
    if (selection !== null) memory.wasAway = true;
  });
  memories.set(session, memory);
  return memory;
}

export function listOf(view: ViewState): ListIdentity {
  const { map, units } = initialView;
  return {
    query: writeView({
      ...view,
      map: view.search ? { ...map, centre: view.search.centre } : map,
      units,
      selection: null,
    }),
    map: view.map,
    // What is found around a centre does not depend on where the map stands.
    dependsOnMap: view.search === null,
  };
}

const tolerableShiftInPixels = 4;

/** Whether two lists are the same, but for the small shifts of a map that is put back where it was. */
export function isSameList(a: ListIdentity, b: ListIdentity): boolean {
  if (a.query !== b.query) return false;
  if (!a.dependsOnMap) return true;
  if (Math.abs(a.map.zoom - b.map.zoom) > 0.01) return false;
  const degreesInAPixel = 360 / (256 * 2 ** a.map.zoom);
  const shift = Math.max(
    Math.abs(a.map.centre.longitude - b.map.centre.longitude),
    Math.abs(a.map.centre.latitude - b.map.centre.latitude),
  );
  return shift <= tolerableShiftInPixels * degreesInAPixel;
}
