/** A deployed site, as anybody on the network sees it. */
export class SiteUnderTest {
  /** The address of its root, ending in a slash. */
  readonly url: string;
  readonly #timeoutInMilliseconds: number;
  #requests = 0;

  constructor(url: string, timeoutInMilliseconds = 30_000) {
    this.url = url;
    this.#timeoutInMilliseconds = timeoutInMilliseconds;
  }

  /** How many requests have been sent. */
  get requests(): number {
    return this.#requests;
  }

  /** The whole answer, whatever its status; redirects are not followed. Throws Error when there is none. */
  async ask(path: string, { method = 'GET', headers = {} }: AskOptions = {}): Promise<SiteAnswer> {
    this.#requests++;
    const response = await fetch(this.url + path, {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(this.#timeoutInMilliseconds),
    });
    return new SiteAnswer(
      path,
      method,
      response.status,
      response.headers,
      new Uint8Array(await response.arrayBuffer()),
    );
  }
}

export interface AskOptions {
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

  /** For a message. */
  get request(): string {
    return `${this.method === 'GET' ? '' : `${this.method} `}/${this.path}`;
  }
}
