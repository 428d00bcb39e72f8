import geodesicLibrary from 'geographiclib-geodesic';

/** The fields of a record that tests look at; the others come along. */
export interface PublishedRecord {
  readonly [field: string]: string | number | null;
  readonly RawDataId: number;
  readonly SightingDateTime: string;
  readonly InteractionValue: string;
  readonly SightingSpeciesValue: string | null;
  readonly OwnerValue: string | null;
  readonly LocationValue: string;
  readonly LocationX: number;
  readonly LocationY: number;
}

export interface PublishedPlace {
  readonly [field: string]: string | number | null;
  readonly CoastalFeatureID: number;
  readonly CoastalFeatureDisplayName: string;
  readonly CoastalFeatureFeatureType: string;
  readonly CoastalFeatureInshoreLatitude: number;
  readonly CoastalFeatureInshoreLongitude: number;
  readonly CoastalFeatureOffshoreLatitude: number;
  readonly CoastalFeatureOffshoreLongitude: number;
}

export interface Page<Item> {
  readonly MetaData: { readonly TotalItems: number };
  readonly PagedItems: readonly Item[];
}

const answers = new Map<string, Promise<unknown>>();

/** What the interface answers, asked outside of the browser; each address once in a process. */
export function answerOf<Answer>(url: string): Promise<Answer> {
  const known = answers.get(url) ?? fetch(url).then((response) => response.json() as Promise<unknown>);
  answers.set(url, known);
  return known as Promise<Answer>;
}

export function allRecords(host: string): Promise<readonly PublishedRecord[]> {
  return answerOf(`${host}webapi/v1/RawData`);
}

export function allPlaces(host: string): Promise<readonly PublishedPlace[]> {
  return answerOf(`${host}webapi/v1/CoastalFeatures`);
}

export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

/** The parameters of a location search of the interface, in its own spelling. */
export function searchQuery({ latitude, longitude }: Centre, radiusInMetres: number): string {
  return `latitude=${latitude}&longitude=${longitude}&rangeInM=${radiusInMetres}`;
}

/** Metres of the geodesic on the WGS 84 ellipsoid. */
export function distanceInMetres(from: Centre, latitude: number, longitude: number): number {
  const { s12 } = geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, latitude, longitude);
  return s12 ?? Number.NaN;
}

export function distanceToRecord(from: Centre, { LocationY, LocationX }: PublishedRecord): number {
  return distanceInMetres(from, LocationY, LocationX);
}

/** To the nearer of its two points. */
export function distanceToPlace(from: Centre, place: PublishedPlace): number {
  return Math.min(
    distanceInMetres(from, place.CoastalFeatureInshoreLatitude, place.CoastalFeatureInshoreLongitude),
    distanceInMetres(from, place.CoastalFeatureOffshoreLatitude, place.CoastalFeatureOffshoreLongitude),
  );
}

/** "5 km", "850 m", "8.2 km", as the explorer writes distances, from a rule of our own. */
export function writtenDistance(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)} m`;
  return metres < 9950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000).toLocaleString('en-AU')} km`;
}
