import geodesicLibrary from 'geographiclib-geodesic';

/** The fields of a record that tests use. Records have other fields, too. */
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

const responses = new Map<string, Promise<unknown>>();

/** Fetches JSON outside the browser, once per URL and process. */
export function fetchJson<Body>(url: string): Promise<Body> {
  const response = responses.get(url) ?? fetch(url).then((received) => received.json() as Promise<unknown>);
  responses.set(url, response);
  return response as Promise<Body>;
}

export function allRecords(host: string): Promise<readonly PublishedRecord[]> {
  return fetchJson(`${host}webapi/v1/RawData`);
}

export function allPlaces(host: string): Promise<readonly PublishedPlace[]> {
  return fetchJson(`${host}webapi/v1/CoastalFeatures`);
}

export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

/** The query string of a location search in the API. */
export function searchQuery({ latitude, longitude }: Centre, radiusInMetres: number): string {
  return `latitude=${latitude}&longitude=${longitude}&rangeInM=${radiusInMetres}`;
}

/** The geodesic distance on the WGS 84 ellipsoid, in metres. */
export function distanceInMetres(from: Centre, latitude: number, longitude: number): number {
  const { s12 } = geodesicLibrary.Geodesic.WGS84.Inverse(from.latitude, from.longitude, latitude, longitude);
  return s12 ?? Number.NaN;
}

export function distanceToRecord(from: Centre, { LocationY, LocationX }: PublishedRecord): number {
  return distanceInMetres(from, LocationY, LocationX);
}

/** The distance to the nearer of the two points of a place, in metres. */
export function distanceToPlace(from: Centre, place: PublishedPlace): number {
  return Math.min(
    distanceInMetres(from, place.CoastalFeatureInshoreLatitude, place.CoastalFeatureInshoreLongitude),
    distanceInMetres(from, place.CoastalFeatureOffshoreLatitude, place.CoastalFeatureOffshoreLongitude),
  );
}

/** Formats a distance like the explorer ("5 km", "850 m", "8.2 km"), implemented independently. */
export function formatDistance(metres: number): string {
  if (metres < 999.5) return `${Math.round(metres)} m`;
  return metres < 9950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000).toLocaleString('en-AU')} km`;
}

export interface Search {
  readonly name: string;
  readonly centre: Centre;
  readonly radiusInMetres: number;
}

const at = (latitude: number, longitude: number): Centre => ({ latitude, longitude });

/** Searches along the whole coast: in areas from a bay to a region, in towns, at sea, and where records are few. */
export const searches: readonly Search[] = [
  { name: 'Cottesloe', centre: at(-31.994, 115.751), radiusInMetres: 500 },
  { name: 'Cottesloe', centre: at(-31.99421, 115.75102), radiusInMetres: 5000 },
  { name: 'Cottesloe', centre: at(-31.99, 115.75), radiusInMetres: 100_000 },
  { name: 'Rottnest', centre: at(-32.0, 115.52), radiusInMetres: 7500 },
  { name: 'Gage Roads, at sea', centre: at(-32.02, 115.65), radiusInMetres: 2345 },
  { name: 'Albany', centre: at(-35.03, 117.9), radiusInMetres: 10_000 },
  { name: 'Albany', centre: at(-35.0269, 117.8837), radiusInMetres: 50_000 },
  { name: 'Esperance', centre: at(-33.87, 121.9), radiusInMetres: 25_000 },
  { name: 'Broome', centre: at(-17.96, 122.21), radiusInMetres: 20_000 },
  { name: 'Exmouth', centre: at(-21.93, 114.13), radiusInMetres: 12_500 },
  { name: 'Ningaloo', centre: at(-22.7, 113.67), radiusInMetres: 75_000 },
  { name: 'Geraldton', centre: at(-28.77, 114.6), radiusInMetres: 1000 },
];

/** The query string of the explorer's URL for a search. */
export function explorerQuery({ centre, radiusInMetres }: Omit<Search, 'name'>): string {
  return `?c=${centre.latitude},${centre.longitude}&z=10&r=${radiusInMetres}`;
}
