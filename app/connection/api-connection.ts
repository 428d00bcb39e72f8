import type { Manifest } from '../../core/storage/manifest.ts';
import type { PageHandler } from './page-handler.ts';
import { isControlledByWorker } from './service-worker.ts';

/** Who answered a request. */
export type AnsweredBy = 'service worker' | 'page';

export interface ApiResponse {
  readonly response: Response;
  readonly answeredBy: AnsweredBy;
}

/** The way from the page to the interface: through the service worker, or else through the same handler right here. */
export class ApiConnection {
  readonly siteUrl: string;
  #handler: Promise<PageHandler> | undefined;

  /** `siteUrl` is the address of the site's root, ending in a slash. */
  constructor(siteUrl: string) {
    this.siteUrl = siteUrl;
  }

  /** The manifest of the data that stands now. Throws StoredDataError. */
  async manifest(): Promise<Manifest> {
    return (await this.#pageHandler()).manifest();
  }

  /**
   * Asks the interface; `path` is relative to the site's root. A host without our code would answer a query with the
   * complete array or a page of its own, so an answer counts only from the worker, which marks it as ours.
   */
  async request(path: string): Promise<ApiResponse> {
    const request = new Request(new URL(path, this.siteUrl));
    if (isControlledByWorker()) {
      const response = await fetch(request.clone()).catch(() => undefined);
      if (response && isOurs(response)) return { response, answeredBy: 'service worker' };
    }
    const answer = (await this.#pageHandler()).answer(request);
    if (!answer) throw new Error(`${path} is not a path of the interface`);
    return { response: await answer, answeredBy: 'page' };
  }

  /** Loaded once; when that fails, the next call tries again. */
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

/** The version marks an answer as ours; the one that stands for data out of reach says when to ask again instead. */
function isOurs({ headers }: Response): boolean {
  const isJson = headers.get('Content-Type')?.startsWith('application/json') ?? false;
  return headers.has('X-Data-Version') || (isJson && headers.has('Retry-After'));
}
