import { boxPadding, fitPositions, type MapView } from '../view/fit-positions.ts';
import { mapSizeNow } from '../view/search-around.ts';
import { type Filters, noFilters } from '../view/view-state.ts';
import type { Session } from './session.ts';

/** At one receiver, its surroundings are visible. */
const closestZoom = 12;

/** The view of the map with all stops of the tag that the filters select; undefined without any. */
export async function viewOfJourney({ engine }: Session, filters: Filters): Promise<MapView | undefined> {
  const stops = (await engine.journey(filters)).sharks.flatMap((shark) => shark.stops);
  const { widthInPixels: x, heightInPixels: y } = mapSizeNow();
  return stops.length === 0 ? undefined : fitPositions(stops, { x, y }, boxPadding, closestZoom);
}

/**
 * Lists the visits of all sharks with a tag, the oldest first and without other filters, and shows their stops on the
 * map. This closes the details of the detection with the tag, so it is a step in the browser's history.
 */
export async function showJourney(session: Session, tag: string): Promise<void> {
  const filters = { ...noFilters, tag };
  const list = { filters, tab: 'records', sort: 'oldest', search: null, council: null, selection: null } as const;
  // Without the position of the stops, the list is still right. The session reports the failure of the engine.
  const map = await viewOfJourney(session, filters).catch(() => undefined);
  session.view.setState({ ...list, selectionEntry: 'new', ...(map && { map }) });
}
