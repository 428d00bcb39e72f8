import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Mark } from '../../vocabulary/kinds.ts';
import { plainText } from '../../vocabulary/text.ts';
import type { Box } from '../names/label-placement.ts';
import { placeStyle, type PlaceStyle } from '../names/place-ranks.ts';

/** A place with its text style; places are sorted by rank, the highest first. */
export interface StyledPlace extends PlaceStyle {
  readonly place: PlaceName;
}

/** What is selected, as far as the map shows it. `mark` is null while it is not known. */
export type Selected =
  | { readonly kind: 'point'; readonly position: Position; readonly mark: Mark | null }
  | { readonly kind: 'place'; readonly place: PlaceName };

/** The content drawn on the chart. */
export interface OverlayContent {
  readonly marks: readonly MapMark[];
  readonly places: readonly StyledPlace[];
  readonly selected: Selected | null;
  /** Boxes that cover the chart, such as buttons, in pixels of the frame. Names avoid them. */
  readonly covered: readonly Box[];
}

/** A place with a name without direction marks, which a canvas cannot isolate. */
export const plainPlace = (place: PlaceName): PlaceName => ({ ...place, name: plainText(place.name) });

/** Places in the order of label placement; the same at every zoom, so that names do not flicker. */
export function rankPlaces(places: readonly PlaceName[]): readonly StyledPlace[] {
  return places
    .map((published) => {
      const place = plainPlace(published);
      return { place, ...placeStyle(place) };
    })
    .sort(
      (a, b) => a.nameFromZoom - b.nameFromZoom || a.place.name.length - b.place.name.length || a.place.id - b.place.id,
    );
}

export const isSamePosition = (a: Position, b: Position): boolean =>
  a.longitude === b.longitude && a.latitude === b.latitude;
