/** Thrown when no complete response arrives. The message names the request and the reason. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError';
}

/** A deployed site, as seen from the network. */
export class SiteUnderTest {
  /** The URL of its root, ending in a slash. */
  readonly url: string;
  /** The URL of the same root for its clients. Its origin differs from that of `url` if `url` bypasses a proxy. */
  readonly publicUrl: string;
  /**
   * The responses with links to another root than `publicUrl`, by that root. One wrong setting makes all links wrong, so
   * they are reported together.
   */
  readonly wrongLinks = new Map<string, SiteResponse[]>();
  readonly #timeoutInMilliseconds: number;
  #requestCount = 0;

  constructor(url: string, timeoutInMilliseconds = 30_000, publicOrigin = new URL(url).origin) {
    this.url = url;
    this.publicUrl = publicOrigin + new URL(url).pathname;
    this.#timeoutInMilliseconds = timeoutInMilliseconds;
  }

  /** The number of requests sent so far. */
  get requestCount(): number {
    return this.#requestCount;
  }

  addWrongLinks(root: string, response: SiteResponse): void {
    this.wrongLinks.set(root, [...(this.wrongLinks.get(root) ?? []), response]);
  }

  /** The path relative to the root in a link of an API response. Links to another root are collected in `wrongLinks`. */
  pathOfLink(link: string, response: SiteResponse): string {
    const base = this.publicUrl + response.path;
    const url = URL.canParse(link, base) ? new URL(link, base).href : link;
    if (url.startsWith(this.publicUrl)) return url.slice(this.publicUrl.length);
    const root = /^https?:\/\/.*?\/(?=webapi\/v1\/)/.exec(url)?.[0];
    this.addWrongLinks(root ?? url, response);
    return url.slice(root?.length);
  }

  /**
   * Requests a path relative to the root. Resolves to the complete response, whatever its status, and does not follow
   * redirects. Rejects with a NoResponseError if no complete response arrives.
   */
  async request(path: string, { method = 'GET', headers = {} }: RequestOptions = {}): Promise<SiteResponse> {
    this.#requestCount++;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutInMilliseconds),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return new SiteResponse(path, method, response.status, response.headers, bytes);
    } catch (error) {
      throw new NoResponseError(
        `${method} ${this.url}${path} did not return a complete response: ${this.#reasonOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    if (error.name === 'TimeoutError') return `it took longer than ${this.#timeoutInMilliseconds / 1000} seconds`;
    const { cause } = error;
    if (!(cause instanceof Error)) return error.message;
    const code = 'code' in cause ? String(cause.code) : '';
    return reasons[code] ?? (cause.message === '' ? code : cause.message);
  }
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name cannot be resolved now',
  ECONNRESET: 'the host closed the connection',
  UND_ERR_SOCKET: 'the host closed the connection',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host name',
};

interface RequestOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class SiteResponse {
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  /** The decompressed body. */
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(path: string, method: string, status: number, headers: Headers, bytes: Uint8Array<ArrayBuffer>) {
    this.path = path;
    this.method = method;
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get text(): string {
    return new TextDecoder().decode(this.bytes);
  }

  /** The parsed body; undefined if it is not JSON. */
  get json(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }

  /** Whether its content type is HTML. */
  get isHtml(): boolean {
    return /^text\/html\b/i.test(this.headers.get('Content-Type') ?? '');
  }

  /** The method, unless it is GET, and the path, for messages. */
  get request(): string {
    return `${this.method === 'GET' ? '' : `${this.method} `}/${this.path}`;
  }
}
