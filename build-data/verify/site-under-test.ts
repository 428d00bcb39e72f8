/** No complete response arrived; the message names the request and the reason. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** A deployed site, as seen from the network. */
export class SiteUnderTest {
  /** The URL of its root, ending in a slash. */
  readonly url: string;
  /** The same root at the URL that readers use, which differs behind a proxy. */
  readonly publicUrl: string;
  readonly #timeoutInMilliseconds: number;
  #requests = 0;

  constructor(url: string, timeoutInMilliseconds = 30_000, publicOrigin = new URL(url).origin) {
    this.url = url;
    this.publicUrl = publicOrigin + new URL(url).pathname;
    this.#timeoutInMilliseconds = timeoutInMilliseconds;
  }

  /** How many requests have been sent. */
  get requests(): number {
    return this.#requests;
  }

  /**
   * The complete response, whatever its status; redirects are not followed. Rejects with a NoAnswerError when none arrives.
   */
  async ask(path: string, { method = 'GET', headers = {} }: AskOptions = {}): Promise<SiteAnswer> {
    this.#requests++;
    try {
      const response = await fetch(this.url + path, {
        method,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(this.#timeoutInMilliseconds),
      });
      const bytes = new Uint8Array(await response.arrayBuffer());
      return new SiteAnswer(path, method, response.status, response.headers, bytes);
    } catch (error) {
      throw new NoAnswerError(
        `${method} ${this.url}${path} did not return a complete response: ${this.#reasonOf(error)}`,
        {
          cause: error,
        },
      );
    }
  }

  #reasonOf(error: unknown): string {
    if (!(error instanceof Error)) return String(error);
    if (error.name === 'TimeoutError') return `nothing arrived within ${this.#timeoutInMilliseconds / 1000} seconds`;
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

interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export class SiteAnswer {
  readonly path: string;
  readonly method: string;
  readonly status: number;
  readonly headers: Headers;
  /** Uncompressed. */
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

  /** Undefined when the body is not JSON. */
  get json(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      return undefined;
    }
  }

  /** Whether its content type is HTML. */
  get isPage(): boolean {
    return /^text\/html\b/i.test(this.headers.get('Content-Type') ?? '');
  }

  /** For a message. */
  get request(): string {
    return `${this.method === 'GET' ? '' : `${this.method} `}/${this.path}`;
  }
}
