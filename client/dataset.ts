import { CoastwatchError } from './coastwatch-error.ts';
import { requestJson, type Answered, type Transport } from './request-json.ts';

/** The order of a list: by display name for places, by time for records; `desc` unless told. */
export type SortOrder = 'asc' | 'desc';

export interface RequestOptions {
  readonly signal?: AbortSignal;
}

export interface ListOptions extends RequestOptions {
  readonly sortOrder?: SortOrder;
}

/** A place to search around, in degrees, WGS 84. */
export interface Centre {
  readonly latitude: number;
  readonly longitude: number;
}

export interface SearchOptions extends ListOptions {
  /** 10,000 unless told; the nearest record is looked for everywhere unless told. */
  readonly rangeInMetres?: number;
}

export interface PageOptions extends SearchOptions {
  /** From 1; 1 unless told. */
  readonly pageNumber?: number;
  /** 10 unless told. */
  readonly pageSize?: number;
  /** Only what lies around here. */
  readonly around?: Centre;
}

/** One page of a list, and where it stands in it. */
export interface Page<Item> {
  readonly items: readonly Item[];
  readonly pageNumber: number;
  readonly totalPages: number;
  readonly totalItems: number;
  /** The one version of the data that the page was made from. */
  readonly dataVersion: string | undefined;
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
    return answered.isFound ? (answered.body as Item) : null;
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
    const query = { ...queryOf(centre), rangeInM: rangeInMetres, searchStyle: 'Nearest', sortOrder };
    const answered = await this.#ask(queryString(query), signal);
    return answered.isFound ? (answered.body as Item) : null;
  }

  /** One page of the list, or of what lies around a place. A page beyond the last is refused. */
  async page(options: PageOptions = {}): Promise<Page<Item>> {
    const { pageNumber = 1, pageSize, around, rangeInMetres, sortOrder, signal } = options;
    const search = around && { ...queryOf(around), rangeInM: rangeInMetres };
    const path = queryString({ ...search, pageNumber, pageSize, sortOrder });
    const { body, dataVersion } = this.#found(await this.#ask(path, signal), path);
    const { MetaData, PagedItems } = body as Partial<PageObject<Item>>;
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
    let first: Page<Item> | undefined;
    for (;;) {
      const page = await this.page({ ...options, pageNumber });
      first ??= page;
      if (page.dataVersion !== first.dataVersion) {
        throw new CoastwatchError(
          'data changed',
          `The data was replaced while page ${pageNumber} of ${this.#address} was read: version ` +
            `${first.dataVersion ?? 'unknown'} became ${page.dataVersion ?? 'unknown'}. Begin again with page 1.`,
          { url: this.#address, status: 200 },
        );
      }
      yield page;
      if (pageNumber >= page.totalPages) return;
      pageNumber++;
    }
  }

  /** Record after record, read page by page: `for await (const record of client.rawData.records())`. See `pages`. */
  async *records(options: Omit<PageOptions, 'pageNumber'> = {}): AsyncGenerator<Item, void, void> {
    for await (const page of this.pages({ pageSize: usualPageSize, ...options })) yield* page.items;
  }

  async #array(query: Query, signal: AbortSignal | undefined): Promise<readonly Item[]> {
    const path = queryString(query);
    const { body } = this.#found(await this.#ask(path, signal), path);
    if (!Array.isArray(body)) throw this.#unexpected(path, 'is no list');
    return body as readonly Item[];
  }

  #ask(path: string, signal: AbortSignal | undefined): Promise<Answered> {
    return requestJson(this.#address + path, this.#transport, signal);
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

const queryOf = ({ latitude, longitude }: Centre): Query => ({ latitude, longitude });

function queryString(query: Query): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  if (pairs.length === 0) return '';
  return `?${pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}
