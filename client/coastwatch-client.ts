import { Dataset } from './dataset.ts';
import type { CoastalFeature, RawDataRecord } from './records.ts';
import { waitFor, type Transport } from './request-json.ts';

export { CoastwatchError, type CoastwatchErrorReason } from './coastwatch-error.ts';
export type { Centre, ListOptions, Page, PageOptions, RequestOptions, SearchOptions, SortOrder } from './dataset.ts';
export { Dataset } from './dataset.ts';
export type { CoastalFeature, RawDataRecord } from './records.ts';

export interface CoastwatchClientOptions {
  /** Default: the global `fetch`. */
  readonly fetch?: Transport['fetch'] | undefined;
  /** How often a request is repeated when the service is unavailable or unreachable. Default: 2. */
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

  /** `site` is the address of the site's root. Throws TypeError unless it is an absolute http(s) address outside the API. */
  constructor(site: string | URL, { fetch, retries = 2, timeoutInMilliseconds }: CoastwatchClientOptions = {}) {
    const root = rootOf(site);
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

function rootOf(site: string | URL): URL {
  const root = URL.canParse(site) ? new URL(site) : undefined;
  if (!root || !/^https?:$/.test(root.protocol)) {
    throw new TypeError(
      `"${String(site)}" is not an absolute http or https address. In a page, new URL(…, location.href) makes one.`,
    );
  }
  root.search = '';
  root.hash = '';
  if (!root.pathname.endsWith('/')) root.pathname += '/';
  // Below its own root, the API answers every identifier with 404, which would read as "no such record".
  if (root.pathname.includes('/webapi/')) {
    throw new TypeError(`${root.href} is inside the API: pass the address of the site's root, without webapi/.`);
  }
  return root;
}
