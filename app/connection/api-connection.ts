import type { PageHandler } from './page-handler.ts';

/** Sends API requests to the service worker or the host, or else to the same handler in the page. */
export class ApiConnection {
  readonly siteUrl: string;
  #handler: Promise<PageHandler> | undefined;

  /** `siteUrl` is the URL of the site's root, ending in a slash. */
  constructor(siteUrl: string) {
    this.siteUrl = siteUrl;
  }

  /**
   * Requests a path of the API, relative to the site's root. A static host would respond to any query with the complete
   * array or an HTML page, so a fetched response is accepted only if it has the API's headers. Rejects with an Error
   * whose message can be shown to the user.
   */
  async request(path: string): Promise<Response> {
    const request = new Request(new URL(path, this.siteUrl));
    const fetched = await fetch(request.clone()).catch(() => undefined);
    if (fetched && isFromApi(fetched)) return fetched;
    await fetched?.body?.cancel();
    const handle = await this.#pageHandler();
    const response = handle(request);
    if (!response) throw new Error(`${path} is not a path of the API`);
    return response;
  }

  /** Loaded once; after a failure the next call tries again. */
  #pageHandler(): Promise<PageHandler> {
    const { siteUrl } = this;
    this.#handler ??= import('./page-handler.ts').then(
      ({ createPageHandler }) => createPageHandler(siteUrl),
      (cause: unknown) => {
        this.#handler = undefined;
        throw new Error('A part of this page could not be loaded. Check the connection, then try again.', { cause });
      },
    );
    return this.#handler;
  }
}

/** API responses have X-Data-Version; if the data is unavailable, they have Retry-After instead. */
function isFromApi({ headers }: Response): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return headers.has('X-Data-Version') || (isJson && headers.has('Retry-After'));
}
