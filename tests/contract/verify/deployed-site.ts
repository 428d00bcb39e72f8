import { describeExpected, quoted, type ReceivedResponse } from '../check-case.ts';

/** The time limit for one response. */
export const timeLimitInSeconds = 30;

/** Thrown when no complete response arrives. The message names the reason. */
class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** A deployed site, as seen from the network. */
export class DeployedSite {
  /** The URL of its root, ending in a slash. */
  readonly url: string;
  /** The URL of the same root for its clients. Its origin differs from that of `url` if `url` bypasses a proxy. */
  readonly publicUrl: string;
  readonly basePath: string;
  readonly #fetch: typeof fetch;
  #requestCount = 0;

  /** Sends requests with `send`. */
  constructor(url: string, publicOrigin = new URL(url).origin, send = fetch) {
    this.url = url;
    this.basePath = new URL(url).pathname;
    this.publicUrl = publicOrigin + this.basePath;
    this.#fetch = send;
  }

  /** The number of requests sent so far. */
  get requestCount(): number {
    return this.#requestCount;
  }

  /**
   * Requests a path relative to the root. Resolves to the complete response, whatever its status, and does not follow
   * redirects. Rejects with a NoResponseError if no complete response arrives.
   */
  async request(path: string, options: RequestOptions = {}): Promise<SiteResponse> {
    try {
      return await this.#request(path, options);
    } catch (error) {
      if (this.#reasonOf(error) !== hostClosed) throw this.#noResponse(error);
    }
    // A host may close a connection that was idle for long just when the next request is sent.
    return this.#request(path, options).catch((error: unknown) => Promise.reject(this.#noResponse(error)));
  }

  async #request(path: string, { method = 'GET', headers = {} }: RequestOptions): Promise<SiteResponse> {
    const signal = AbortSignal.timeout(1000 * timeLimitInSeconds);
    const response = await this.fetch(this.url + path, { method, headers, redirect: 'manual', signal });
    const bytes = new Uint8Array(await response.arrayBuffer());
    const request = `${method === 'GET' ? '' : `${method} `}/${path}`;
    return new SiteResponse(request, response.status, Object.fromEntries(response.headers), bytes);
  }

  #noResponse(cause: unknown): NoResponseError {
    return new NoResponseError(`no complete response: ${this.#reasonOf(cause)}`, { cause });
  }

  /** Sends a request to a URL of the site, and counts it. */
  fetch(url: string, init: RequestInit): Promise<Response> {
    this.#requestCount++;
    return this.#fetch(url, init);
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    if (error.name === 'TimeoutError') return `it took longer than ${timeLimitInSeconds} seconds`;
    const { cause } = error;
    if (!(cause instanceof Error)) return error.message;
    const code = 'code' in cause ? String(cause.code) : '';
    return reasons[code] ?? (cause.message === '' ? code : cause.message);
  }
}

const hostClosed = 'the host closed the connection';
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ECONNRESET: hostClosed,
  UND_ERR_SOCKET: hostClosed,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class SiteResponse implements ReceivedResponse {
  /** The method, unless it is GET, and the path, for messages. */
  readonly request: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decompressed body. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(
    request: string,
    status: number,
    headers: Readonly<Record<string, string>>,
    bytes: Uint8Array<ArrayBuffer>,
  ) {
    this.request = request;
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get body(): string {
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.bytes);
  }

  /** The parsed body; undefined if it is not JSON. */
  get json(): unknown {
    try {
      return JSON.parse(this.body);
    } catch {
      return undefined;
    }
  }

  /** Whether its content type is HTML. */
  get isHtml(): boolean {
    return /^text\/html\b/i.test(this.headers['content-type'] ?? '');
  }
}

/** A fault of a site, described for its operator. */
export interface Finding {
  /** What was observed, at the first of the requests. */
  readonly what: string;
  /** What to do about it. */
  readonly remedy: string;
  /** The requests with this fault: one cause often spoils many responses. */
  readonly requests: Set<string>;
}

/** Collects the faults of a part of a site. */
export class FindingList {
  readonly #byCause = new Map<string, Finding>();

  /** In the order in which they were found; empty if nothing is wrong. */
  get found(): readonly Finding[] {
    return [...this.#byCause.values()];
  }

  /** Faults with the same cause and remedy are one finding. Default: faults with the same description. */
  add(request: string, what: string, remedy: string, cause = what): void {
    const key = `${cause}\n${remedy}`;
    const known = this.#byCause.get(key);
    if (known) known.requests.add(request);
    else this.#byCause.set(key, { what, remedy, requests: new Set([request]) });
  }

  /** Adds a finding unless the response has this status. Returns whether it does. */
  expectStatus(response: SiteResponse, status: number, remedy: string): boolean {
    if (response.status === status) return true;
    const location = response.headers['location'];
    if (response.status >= 300 && response.status < 400 && location !== undefined) {
      this.add(
        response.request,
        `redirects to ${location} (status ${response.status})`,
        'let the host respond at this address without a redirect; if the whole site has moved, check its new address',
        'redirect',
      );
    } else {
      this.add(response.request, `status: got ${response.status}, expected ${status}`, remedy);
    }
    return false;
  }

  /** Adds a finding unless a header has this value or matches. The name is in lower case. */
  expectHeader(
    response: SiteResponse,
    name: string,
    expected: string | RegExp,
    remedy: string,
    words = describeExpected(expected),
  ): void {
    const value = response.headers[name];
    const isRight = typeof expected === 'string' ? value === expected : value !== undefined && expected.test(value);
    if (!isRight) this.add(response.request, `${name}: got ${quoted(value)}, expected ${words}`, remedy);
  }

  /** Runs checks of a request. Adds a finding if no response arrives. */
  async attempt<Result>(request: string, check: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof NoResponseError)) throw error;
      this.add(request, error.message, 'check that the host is running; check its name, its certificate and its log');
      return undefined;
    }
  }
}

export const useConfiguration = 'send the headers that the configuration in deploy/ sends';
export const clearCaches = 'upload the complete tree of one build again, and clear the caches in front of the site';
