/**
 * Where a place is relative to the town of its group: in the town (''), in a direction from it, or near it. Any other
 * text is used as the complete wording.
 */
type Proximity = '' | 'north' | 'south' | 'east' | 'west' | 'near' | (string & {});

/**
 * One place in compact form: display name, feature type, latitude and longitude of the inshore point (degrees north
 * and east, WGS 84), proximity, and the bearing towards the open sea in degrees clockwise from north; null where the
 * inshore and the offshore point are the same (islands, rivers, reefs, receivers).
 */
type PlaceRow = readonly [
  displayName: string,
  featureType: string,
  latitude: number,
  longitude: number,
  proximity: Proximity,
  seawardBearingInDegrees: number | null,
];

/** Places that share a town, a local government and the regions that respond to an event there. */
export interface PlaceGroup {
  readonly localGovernment: string;
  readonly town: string;
  /** Codes of the responding regions, separated by a comma and a space. */
  readonly responseRegions: string;
  readonly places: readonly PlaceRow[];
}

/** A named place of the coast. */
export interface Place {
  readonly displayName: string;
  readonly featureType: string;
  /** Degrees north, WGS 84. */
  readonly latitude: number;
  /** Degrees east, WGS 84. */
  readonly longitude: number;
  readonly town: string;
  /** Position relative to the town in words, for example "south of Yallingup". */
  readonly proximityWording: string;
  readonly localGovernment: string;
  readonly responseRegions: string;
  /** Degrees clockwise from north; null where the inshore and the offshore point are the same. */
  readonly seawardBearingInDegrees: number | null;
}

function wordProximity(proximity: Proximity, town: string): string {
  switch (proximity) {
    case '':
      return town;
    case 'near':
      return `near ${town}`;
    case 'north':
    case 'south':
    case 'east':
    case 'west':
      return `${proximity} of ${town}`;
    default:
      return proximity;
  }
}

/** Expands the compact rows of groups, in the same order. */
export function expandPlaces(groups: readonly PlaceGroup[]): Place[] {
  return groups.flatMap(({ localGovernment, town, responseRegions, places }) =>
    places.map(([displayName, featureType, latitude, longitude, proximity, seawardBearingInDegrees]) => ({
      displayName,
      featureType,
      latitude,
      longitude,
      town,
      proximityWording: wordProximity(proximity, town),
      localGovernment,
      responseRegions,
      seawardBearingInDegrees,
    })),
  );
}
