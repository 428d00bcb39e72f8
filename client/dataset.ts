import { CoastwatchError } from './coastwatch-error.ts';
import { requestJson, type ApiResponse, type Transport } from './request-json.ts';

/** The order of a list: coastal features by display name, records by sighting time. Default: `desc`. */
export type SortOrder = 'asc' | 'desc';

export interface RequestOptions {
  /** Cancels the request, its retries and the pauses between them. */
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends RequestOptions {
  readonly sortOrder?: SortOrder | undefined;
}

/** The centre of a search, in degrees, WGS 84. */
export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SearchOptions extends ListOptions {
  /** Default: 10,000 for `within`, no limit for `nearest`. */
  readonly rangeInMetres?: number | undefined;
}

export interface PageOptions extends SearchOptions {
  /** The first page is 1, which is the default. */
  readonly pageNumber?: number | undefined;
  /** Default: 10 for `page` and `pages`, 500 for `records`. */
  readonly pageSize?: number | undefined;
  /** Only records within `rangeInMetres` of this point. */
  readonly around?: Centre | undefined;
}

/** One page of a list, with its number and the totals of the list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pageNumber: number;
  readonly totalPages: number;
  readonly totalItems: number;
  /** The data version of the page. */
  readonly dataVersion: string;
}

/** The default page size of `records`. */
const defaultPageSize = 500;

/** Reads one dataset. If a method fails, it throws a CoastwatchError, or the signal's reason if the signal aborts. */
export class Dataset<Item> {
  readonly #address: string;
  readonly #transport: Transport;

  constructor(address: string, transport: Transport) {
    this.#address = address;
    this.#transport = transport;
  }

  /** The record with this identifier, or null. */
  async get(identifier: number, { signal }: RequestOptions = {}): Promise<Item | null> {
    const response = await this.#request(`/${identifier}`, signal);
    return this.#toRecord(response, `/${identifier}`);
  }

  /** All records in one array. `records` needs less memory. */
  async all({ sortOrder, signal }: ListOptions = {}): Promise<readonly Item[]> {
    return this.#requestArray({ sortOrder }, signal);
  }

  /** All records within `rangeInMetres` of the centre, edge included, measured on the WGS 84 ellipsoid. */
  async within(centre: Centre, { rangeInMetres, sortOrder, signal }: SearchOptions = {}): Promise<readonly Item[]> {
    return this.#requestArray({ ...centreParameters(centre), rangeInM: rangeInMetres, sortOrder }, signal);
  }

  /** The nearest record, or null if none is in range. If several are equally near, the first in the sort order. */
  async nearest(centre: Centre, { rangeInMetres, sortOrder, signal }: SearchOptions = {}): Promise<Item | null> {
    const path = queryString({
      ...centreParameters(centre),
      rangeInM: rangeInMetres,
      searchStyle: 'Nearest',
      sortOrder,
    });
    return this.#toRecord(await this.#request(path, signal), path);
  }

  /** One page of the list, or of a search. The service refuses a page number above the last page. */
  async page(options: PageOptions = {}): Promise<Page<Item>> {
    const { pageNumber = 1, pageSize, around, rangeInMetres, sortOrder, signal } = options;
    const search = around && { ...centreParameters(around), rangeInM: rangeInMetres };
    const path = queryString({ ...search, pageNumber, pageSize, sortOrder });
    const { body, dataVersion = '' } = this.#requireFound(await this.#request(path, signal), path);
    const { MetaData, PagedItems } = (body ?? {}) as Partial<PageObject<Item>>;
    if (!MetaData || !Array.isArray(PagedItems)) throw this.#unexpectedResponse(path, 'is not a page');
    const { TotalItems, CurrentPage, TotalPages } = MetaData;
    return { items: PagedItems, pageNumber: CurrentPage, totalPages: TotalPages, totalItems: TotalItems, dataVersion };
  }

  /**
   * Every page, one after the other. Throws a CoastwatchError with the reason 'data changed' if new data is published
   * before the last page is read, because pages of two versions may repeat or omit a record.
   */
  async *pages(options: PageOptions = {}): AsyncGenerator<Page<Item>, void, void> {
    let { pageNumber = 1 } = options;
    const first = await this.page({ ...options, pageNumber });
    yield first;
    while (pageNumber < first.totalPages)
      yield await this.#pageOfVersion(first.dataVersion, { ...options, pageNumber: ++pageNumber });
  }

  /** Every record, read page by page: `for await (const record of client.rawData.records())`. See `pages`. */
  async *records(options: Omit<PageOptions, 'pageNumber'> = {}): AsyncGenerator<Item, void, void> {
    const { pageSize = defaultPageSize } = options;
    for await (const page of this.pages({ ...options, pageSize })) yield* page.items;
  }

  /** Requests a page of this data version. A page that no longer exists also indicates a new version. */
  async #pageOfVersion(version: string, options: PageOptions & { readonly pageNumber: number }): Promise<Page<Item>> {
    const response = await this.page(options).catch((error: unknown) => {
      const isGone = error instanceof CoastwatchError && error.status === 400 && error.dataVersion !== undefined;
      if (!isGone || error.dataVersion === version) throw error;
      return { dataVersion: error.dataVersion };
    });
    if ('items' in response && response.dataVersion === version) return response;
    throw new CoastwatchError(
      'data changed',
      `The data was replaced while page ${options.pageNumber} of ${this.#address} was read: version ${version} ` +
        `became ${response.dataVersion}. Start again with page 1.`,
      { url: this.#address, status: 'items' in response ? 200 : 400, dataVersion: response.dataVersion },
    );
  }

  #toRecord({ isFound, body }: ApiResponse, path: string): Item | null {
    if (!isFound) return null;
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw this.#unexpectedResponse(path, 'is not a record');
    return body as Item;
  }

  async #requestArray(query: Query, signal: AbortSignal | undefined): Promise<readonly Item[]> {
    const path = queryString(query);
    const { body } = this.#requireFound(await this.#request(path, signal), path);
    if (!Array.isArray(body)) throw this.#unexpectedResponse(path, 'is not a list');
    return body as readonly Item[];
  }

  async #request(path: string, signal: AbortSignal | undefined): Promise<ApiResponse> {
    const response = await requestJson(this.#address + path, this.#transport, signal);
    // A plain file server ignores parameters and sends the complete dataset for every query.
    if (path.startsWith('?') && response.isFound && response.dataVersion === undefined)
      throw this.#unexpectedResponse(path, 'has no X-Data-Version header, so the parameters may have been ignored');
    return response;
  }

  #requireFound(response: ApiResponse, path: string): ApiResponse {
    if (response.isFound) return response;
    throw this.#unexpectedResponse(path, 'is a 404: check the address of the site', 404);
  }

  #unexpectedResponse(path: string, what: string, status = 200): CoastwatchError {
    const url = this.#address + path;
    return new CoastwatchError('unexpected', `The response from ${url} ${what}`, { url, status });
  }
}

/** A page as the API sends it. */
interface PageObject<Item> {
  readonly MetaData: { readonly TotalItems: number; readonly CurrentPage: number; readonly TotalPages: number };
  readonly PagedItems: readonly Item[];
}

type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * Converts the values to text, so that a misspelt key in a program without types is sent as `latitude=undefined`, which
 * the service refuses. A value that is undefined would be left out of the query.
 */
const centreParameters = ({ latitude, longitude }: Centre): Query => ({
  latitude: `${latitude}`,
  longitude: `${longitude}`,
});

function queryString(query: Query): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
