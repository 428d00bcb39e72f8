import { CoastwatchError } from './coastwatch-error.ts';
import { requestJson, type Answered, type Transport } from './request-json.ts';

/** The order of a list: by display name for places, by time for records; `desc` unless told. */
export type SortOrder = 'asc' | 'desc';

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends RequestOptions {
  readonly sortOrder?: SortOrder | undefined;
}

/** A place to search around, in degrees, WGS 84. */
export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SearchOptions extends ListOptions {
  /** 10,000 unless told; the nearest record is looked for everywhere unless told. */
  readonly rangeInMetres?: number | undefined;
}

export interface PageOptions extends SearchOptions {
  /** From 1; 1 unless told. */
  readonly pageNumber?: number | undefined;
  /** 10 unless told. */
  readonly pageSize?: number | undefined;
  /** Only what lies around here. */
  readonly around?: Centre | undefined;
}

/** One page of a list, and where it stands in it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pageNumber: number;
  readonly totalPages: number;
  readonly totalItems: number;
  /** The one version of the data that the page was made from. */
  readonly dataVersion: string;
}

/** Records per page while all are gone through, unless told. */
const usualPageSize = 500;

/** The requests that one dataset answers. Every method throws CoastwatchError, or the reason of its signal. */
export class Dataset<Item> {
  readonly #address: string;
  readonly #transport: Transport;

  constructor(address: string, transport: Transport) {
    this.#address = address;
    this.#transport = transport;
  }

  /** The record of an identifier; null when there is none. */
  async get(identifier: number, { signal }: RequestOptions = {}): Promise<Item | null> {
    const answered = await this.#ask(`/${identifier}`, signal);
    return this.#record(answered, `/${identifier}`);
  }

  /** All records. For many, `records` needs less memory. */
  async all({ sortOrder, signal }: ListOptions = {}): Promise<readonly Item[]> {
    return this.#array({ sortOrder }, signal);
  }

  /** All records within a distance of a place, 10 km unless told, along the WGS 84 ellipsoid and edge included. */
  async within(centre: Centre, { rangeInMetres, sortOrder, signal }: SearchOptions = {}): Promise<readonly Item[]> {
    return this.#array({ ...queryOf(centre), rangeInM: rangeInMetres, sortOrder }, signal);
  }

  /** The record nearest to a place; of several equally near the first in the order. Null when there is none. */
  async nearest(centre: Centre, { rangeInMetres, sortOrder, signal }: SearchOptions = {}): Promise<Item | null> {
    const path = queryString({ ...queryOf(centre), rangeInM: rangeInMetres, searchStyle: 'Nearest', sortOrder });
    return this.#record(await this.#ask(path, signal), path);
  }

  /** One page of the list, or of what lies around a place. A page beyond the last is refused. */
  async page(options: PageOptions = {}): Promise<Page<Item>> {
    const { pageNumber = 1, pageSize, around, rangeInMetres, sortOrder, signal } = options;
    const search = around && { ...queryOf(around), rangeInM: rangeInMetres };
    const path = queryString({ ...search, pageNumber, pageSize, sortOrder });
    const { body, dataVersion = '' } = this.#found(await this.#ask(path, signal), path);
    const { MetaData, PagedItems } = (body ?? {}) as Partial<PageObject<Item>>;
    if (!MetaData || !Array.isArray(PagedItems)) throw this.#unexpected(path, 'is no page');
    const { TotalItems, CurrentPage, TotalPages } = MetaData;
    return { items: PagedItems, pageNumber: CurrentPage, totalPages: TotalPages, totalItems: TotalItems, dataVersion };
  }

  /**
   * Page after page, until the last. Ends with a CoastwatchError of the reason 'data changed' when new data is published on
   * the way: pages of two versions side by side may repeat a record, or leave one out.
   */
  async *pages(options: PageOptions = {}): AsyncGenerator<Page<Item>, void, void> {
    let { pageNumber = 1 } = options;
    const first = await this.page({ ...options, pageNumber });
    yield first;
    while (pageNumber < first.totalPages)
      yield await this.#pageOf(first.dataVersion, { ...options, pageNumber: ++pageNumber });
  }

  /** Record after record, read page by page: `for await (const record of client.rawData.records())`. See `pages`. */
  async *records(options: Omit<PageOptions, 'pageNumber'> = {}): AsyncGenerator<Item, void, void> {
    const { pageSize = usualPageSize } = options;
    for await (const page of this.pages({ ...options, pageSize })) yield* page.items;
  }

  /** A page made from a version of the data. One that has gone since tells of a new version as well. */
  async #pageOf(version: string, options: PageOptions): Promise<Page<Item>> {
    const answered = await this.page(options).catch((error: unknown) => {
      const isGone = error instanceof CoastwatchError && error.status === 400 && error.dataVersion !== undefined;
      if (!isGone || error.dataVersion === version) throw error;
      return { dataVersion: error.dataVersion };
    });
    if ('items' in answered && answered.dataVersion === version) return answered;
    throw new CoastwatchError(
      'data changed',
      `The data was replaced while page ${options.pageNumber ?? 1} of ${this.#address} was read: version ${version} ` +
        `became ${answered.dataVersion}. Begin again with page 1.`,
      { url: this.#address, status: 'items' in answered ? 200 : 400, dataVersion: answered.dataVersion },
    );
  }

  #record({ isFound, body }: Answered, path: string): Item | null {
    if (!isFound) return null;
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw this.#unexpected(path, 'is no record');
    return body as Item;
  }

  async #array(query: Query, signal: AbortSignal | undefined): Promise<readonly Item[]> {
    const path = queryString(query);
    const { body } = this.#found(await this.#ask(path, signal), path);
    if (!Array.isArray(body)) throw this.#unexpected(path, 'is no list');
    return body as readonly Item[];
  }

  async #ask(path: string, signal: AbortSignal | undefined): Promise<Answered> {
    const answered = await requestJson(this.#address + path, this.#transport, signal);
    // A host that knows only files passes over parameters, and sends the whole dataset for any question.
    if (path.startsWith('?') && answered.isFound && answered.dataVersion === undefined)
      throw this.#unexpected(path, 'is without X-Data-Version, so nothing says that the parameters were looked at');
    return answered;
  }

  #found(answered: Answered, path: string): Answered {
    if (answered.isFound) return answered;
    throw this.#unexpected(path, 'does not exist: is the address of the site right?', 404);
  }

  #unexpected(path: string, what: string, status = 200): CoastwatchError {
    const url = this.#address + path;
    return new CoastwatchError('unexpected', `What ${url} answers ${what}`, { url, status });
  }
}

/** As the interface writes it. */
interface PageObject<Item> {
  readonly MetaData: { readonly TotalItems: number; readonly CurrentPage: number; readonly TotalPages: number };
  readonly PagedItems: readonly Item[];
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** As text, so that a program without types that misspells one is refused, and not answered without a search. */
const queryOf = ({ latitude, longitude }: Centre): Query => ({ latitude: `${latitude}`, longitude: `${longitude}` });

function queryString(query: Query): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
