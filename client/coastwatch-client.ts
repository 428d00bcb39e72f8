import { Dataset } from './dataset.ts';
import { type Transport, waitFor } from './request-json.ts';

export { CoastwatchError, type CoastwatchErrorReason } from './coastwatch-error.ts';
export type { Centre, ListOptions, Page, PageOptions, RequestOptions, SearchOptions, SortOrder } from './dataset.ts';
export { Dataset } from './dataset.ts';

export interface CoastwatchClientOptions {
  /** The function that sends requests. Default: the global `fetch`. */
  readonly fetch?: Transport['fetch'] | undefined;
  /** How many times a request is retried while the service is unavailable or unreachable. Default: 2. */
  readonly retries?: number | undefined;
  /** Time limit for one attempt of a request, after which the service counts as unreachable. Default: none. */
  readonly timeoutInMilliseconds?: number | undefined;
}

/**
 * A client for the API of a Coastwatch site, for browsers and any other runtime with `fetch`:
 *
 *     const client = new CoastwatchClient('https://data.example.org/');
 *     const nearby = await client.rawData.within({ latitude: -31.994, longitude: 115.751 }, { rangeInMetres: 5000 });
 */
export class CoastwatchClient {
  readonly coastalFeatures: Dataset<CoastalFeature>;
  readonly rawData: Dataset<RawDataRecord>;

  /** `site` is the site's root. Throws TypeError unless it is an absolute http(s) URL outside the API. */
  constructor(site: string | URL, { fetch, retries = 2, timeoutInMilliseconds }: CoastwatchClientOptions = {}) {
    const root = parseRoot(site);
    const transport: Transport = {
      // Browsers reject a global `fetch` that is called as a method.
      fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
      retries,
      timeoutInMilliseconds,
      wait: waitFor,
    };
    const address = (dataset: string): string => new URL(`webapi/v1/${dataset}`, root).href;
    this.coastalFeatures = new Dataset(address('CoastalFeatures'), transport);
    this.rawData = new Dataset(address('RawData'), transport);
  }
}

function parseRoot(site: string | URL): URL {
  let root: URL | undefined;
  try {
    root = new URL(site);
  } catch {
    // Reported below, like an address of another protocol.
  }
  if (!root || !/^https?:$/.test(root.protocol)) {
    throw new TypeError(
      `"${String(site)}" is not an absolute http or https address. In a web page, use new URL(path, location.href).`,
    );
  }
  root.search = '';
  root.hash = '';
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  // Requests below such a path would get the API's 404 for unknown paths, which would be taken for "no such record".
  if (root.pathname.includes('/webapi/')) {
    throw new TypeError(`${root.href} is inside the API: pass the address of the site's root, without webapi/.`);
  }
  return root;
}

/**
 * The records as published, with their keys in the order of the API. A test checks these types against the descriptions
 * of the datasets.
 */

/** A named place on the coast, with an inshore and an offshore point. Coordinates are in degrees, WGS 84. */
export interface CoastalFeature {
  readonly CoastalFeatureID: number;
  readonly CoastalFeatureDOFID: string | null;
  readonly CoastalFeatureFullName: string | null;
  readonly CoastalFeatureDisplayName: string;
  readonly CoastalFeatureFeatureType: string | null;
  readonly CoastalFeatureInshoreLatitude: number;
  readonly CoastalFeatureInshoreLongitude: number;
  readonly CoastalFeatureOffshoreLatitude: number;
  readonly CoastalFeatureOffshoreLongitude: number;
  readonly CoastalFeatureLGAName: string | null;
  readonly CoastalFeatureSource: string | null;
  readonly CoastalFeatureTownProximityOLD: string | null;
  readonly CoastalFeatureTownProximityNEW: string | null;
  readonly CoastalFeatureInshore_Offshore: string | null;
  readonly CoastalFeatureLookup_Table: string | null;
  readonly CoastalFeatureTweet_Text: string | null;
  readonly CoastalFeatureResponse_Region: string | null;
  readonly CoastalFeatureSource1: string | null;
  readonly CoastalFeatureTweet_Text_Len: number;
}

/**
 * A sighting of a shark, or a detection of a tagged one. Its position is a point of a coastal feature, not where the
 * animal was. Times are text as recorded, without an offset. Longitude and latitude are in degrees, WGS 84.
 */
export interface RawDataRecord {
  readonly RawDataId: number;
  readonly ObjectId: string | null;
  readonly Distance: string | null;
  readonly DistanceUnit: string | null;
  readonly InteractionValue: string | null;
  readonly InteractionId: string | null;
  readonly TownProximity: string | null;
  readonly LocationValue: string | null;
  readonly SightingNumbervalue: string | null;
  readonly ReportDateTime: string | null;
  readonly SightingDateTime: string;
  readonly SightingSizeValue: string | null;
  readonly SightingSpeciesValue: string | null;
  readonly OwnerValue: string | null;
  readonly LocationDetail: string | null;
  readonly LocationX: number;
  readonly LocationY: number;
}
