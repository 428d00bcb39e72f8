import type { Query } from '../engine/engine.ts';
import type { Session } from './session.ts';
import type { ViewState } from '../view/view-state.ts';
import { scopeInWords } from '../vocabulary/scopes.ts';
import { plainText } from '../vocabulary/text.ts';
import { placeTitle, pointTitle } from '../vocabulary/titles.ts';

/**
 * What the list of a view is about: "Cottesloe Beach", "Near Cottesloe Beach", "12 km from Exmouth" or "Records on this
 * map".
 */
export async function regionNameOf(session: Session, { selection, units }: ViewState, query: Query): Promise<string> {
  const { engine } = session;
  const { search, council, tab } = query;
  const noun = tab === 'records' ? 'Records' : 'Places';
  if (selection?.kind === 'place') {
    const place = await engine.place(selection.id, query.search?.centre ?? { longitude: 0, latitude: 0 });
    if (place) return plainText(placeTitle(place.name));
  }
  if (selection?.kind === 'location') {
    const { before, name } = pointTitle(await engine.pointName(selection.position), units);
    return before + name;
  }
  if (!search && council !== null) return plainText(council);
  const point = search && (await engine.pointName(search.centre));
  if (point) {
    const { before, name } = pointTitle(point, units);
    return before + name;
  }
  return `${noun} ${scopeInWords({ search, council: null }, units)}`;
}
