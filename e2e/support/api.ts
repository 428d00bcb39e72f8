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

export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

/** The query string of a location search in the API. */
export function searchQuery({ latitude, longitude }: Centre, radiusInMetres: number): string {
  return `latitude=${latitude}&longitude=${longitude}&rangeInM=${radiusInMetres}`;
}
