import type { Position } from '../../../core/geo/wgs84.ts';
import type { MapMark, PlaceName } from '../../engine/engine.ts';
import type { Mark } from '../../vocabulary/kinds.ts';
import { ownValue, plainText } from '../../vocabulary/text.ts';
import type { Box } from './label-placement.ts';

/** A place with its text style; places are sorted by rank, the highest first. */
export interface StyledPlace extends PlaceStyle {
  readonly place: PlaceName;
}

/** The selection as the map shows it. `mark` is null while it is unknown. */
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

/** How a place is drawn on the chart. */
interface PlaceStyle {
  /** Its name is shown from this zoom, if there is space. */
  readonly nameFromZoom: number;
  /** Its dot is shown from this zoom, even without space for the name. */
  readonly dotFromZoom: number;
  /** Names of sea features are italic, those of land features upright. */
  readonly isSea: boolean;
  readonly isTown: boolean;
  readonly isPrincipal: boolean;
}

/** The best known towns, spread along the coast. */
const principalTowns = new Set(
  [
    ['Perth', 'Albany', 'Broome', 'Geraldton', 'Esperance', 'Port Hedland', 'Karratha', 'Carnarvon', 'Exmouth'],
    ['Bunbury', 'Kalbarri', 'Denham', 'Derby', 'Wyndham', 'Onslow', 'Eucla', 'Augusta', 'Jurien Bay', 'Kalumburu'],
  ].flat(),
);
const settlements = new Set(['Town', 'Suburb', 'Locality']);
const onLand = new Set([
  ...settlements,
  ...['Boat Ramp', 'Reserve', 'Bridge', 'Surf Life Saving Club', 'Yacht Club', 'Marina', 'Jetty', 'Lighthouse'],
  ...['Hill', 'BEN Sign', 'Groyne', 'Cliff', 'Abalone Landing'],
]);
const namesFromZoom: Readonly<Record<string, number>> = {
  Town: 6.5,
  Cape: 8,
  Island: 8.5,
  Locality: 9.5,
  Sound: 9.5,
  Head: 9.5,
  Suburb: 10.5,
  Bay: 10,
  Point: 10.5,
  Channel: 11,
  Harbour: 11,
  Inlet: 10.5,
  Estuary: 10.5,
  River: 10.5,
  Reef: 11,
  Bank: 11,
  Beach: 11,
  Cove: 11.5,
  Lagoon: 11.5,
  Rock: 12,
  Reserve: 12,
  Marina: 12,
  'Boat Ramp': 12.5,
  'Surf Break': 12,
  Wreck: 13,
  'BEN Sign': 13.5,
  'Shark Monitoring Receiver': 13.5,
};
const otherNamesFromZoom = 12.5;
const dotsFromZoom = 11;

/** The style of a place, from its type and, for the best known towns, from its name. */
export function placeStyle({ name, featureType, town }: Pick<PlaceName, 'name' | 'featureType' | 'town'>): PlaceStyle {
  const isSettlement = settlements.has(featureType);
  const isPrincipal = isSettlement && principalTowns.has(name);
  // A suburb or locality with the name of its town counts as the town.
  const isTown = featureType === 'Town' || (isSettlement && (name === town || `${name} Metro` === town));
  const ownFrom = ownValue(namesFromZoom, featureType) ?? otherNamesFromZoom;
  const nameFromZoom = isPrincipal ? 3 : isTown ? Math.min(ownFrom, namesFromZoom['Town'] ?? ownFrom) : ownFrom;
  return {
    nameFromZoom,
    dotFromZoom: Math.max(nameFromZoom, dotsFromZoom),
    isSea: !onLand.has(featureType),
    isTown,
    isPrincipal,
  };
}
