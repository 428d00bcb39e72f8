import type { ReceivedResponse } from '../check-case.ts';

/** Thrown when no complete response arrives. The message names the reason. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** A deployed site, as seen from the network. */
export class DeployedSite {
  /** The URL of its root, ending in a slash. */
  readonly url: string;
  /** The URL of the same root for its clients. Its origin differs from that of `url` if `url` bypasses a proxy. */
  readonly publicUrl: string;
  readonly basePath: string;
  /** The time limit for one response. */
  readonly timeoutInMilliseconds: number;
  #requestCount = 0;

  constructor(url: string, publicOrigin = new URL(url).origin, timeoutInMilliseconds = 30_000) {
    this.url = url;
    this.basePath = new URL(url).pathname;
    this.publicUrl = publicOrigin + this.basePath;
    this.timeoutInMilliseconds = timeoutInMilliseconds;
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
    const signal = AbortSignal.timeout(this.timeoutInMilliseconds);
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
    return fetch(url, init);
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    if (error.name === 'TimeoutError') return `it took longer than ${this.timeoutInMilliseconds / 1000} seconds`;
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
