import { Dataset } from './dataset.ts';
import type { CoastalFeature, RawDataRecord } from './records.ts';
import { waitFor, type Transport } from './request-json.ts';

export { CoastwatchError, type CoastwatchErrorReason } from './coastwatch-error.ts';
export type { Centre, ListOptions, Page, PageOptions, RequestOptions, SearchOptions, SortOrder } from './dataset.ts';
export { Dataset } from './dataset.ts';
export type { CoastalFeature, RawDataRecord } from './records.ts';

export interface CoastwatchClientOptions {
  /** The global `fetch` unless told. */
  readonly fetch?: Transport['fetch'] | undefined;
  /** How often a request is made again when the service is not available, or out of reach: twice unless told. */
  readonly retries?: number | undefined;
  /** How long one attempt of a request may take, in milliseconds, until it counts as out of reach: no limit unless told. */
  readonly timeoutInMilliseconds?: number | undefined;
}

/**
 * A client of the interface of a Coastwatch site, for browsers and every other place with `fetch`:
 *
 *     const client = new CoastwatchClient('https://data.example.org/');
 *     const nearby = await client.rawData.within({ latitude: -31.994, longitude: 115.751 }, { rangeInMetres: 5000 });
 */
export class CoastwatchClient {
  readonly coastalFeatures: Dataset<CoastalFeature>;
  readonly rawData: Dataset<RawDataRecord>;

  /** `site` is the address of the site's root. Throws TypeError when it is no whole http(s) address, or not that of a root. */
  constructor(site: string | URL, { fetch, retries = 2, timeoutInMilliseconds }: CoastwatchClientOptions = {}) {
    const root = rootOf(site);
    const transport: Transport = {
      // Called as a method, the browser's own would refuse.
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

function rootOf(site: string | URL): URL {
  const root = URL.canParse(site) ? new URL(site) : undefined;
  if (!root || !/^https?:$/.test(root.protocol)) {
    throw new TypeError(
      `"${String(site)}" is no whole http or https address. In a page, new URL(…, location.href) makes one.`,
    );
  }
  root.search = '';
  root.hash = '';
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  // Below its own root the interface says of every record that there is none.
  if (root.pathname.includes('/webapi/')) {
    throw new TypeError(`${root.href} lies in the interface: give the address of the site's root, before webapi/.`);
  }
  return root;
}
