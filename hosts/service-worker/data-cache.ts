import { contentHash } from '../../core/storage/content-hash.ts';
import { manifestPath } from '../../core/storage/layout.ts';
import { decodeManifest } from '../../core/storage/manifest.ts';
import { fromCacheHeader } from '../../core/storage/worker-protocol.ts';
import { KeptFiles } from './kept-files.ts';
import { isWholeFile, networkFirst } from './network-first.ts';
import { pathInSite, type Surroundings, type WaitUntil } from './surroundings.ts';

const hashedPath = /^data\/([0-9a-f]{32})\.(?:json|bin)$/;

/**
 * The data files of the site as this device keeps them. A file named by its hash never changes: it is kept once read,
 * and answered from here. The manifest is asked for anew each time; the copy kept for want of a network is one whose
 * files are kept too, so a newer one passes through and takes its place by `keepManifest` alone.
 *
 * Keeping can fail, for want of room or of permission: that never touches an answer.
 */
export class DataCache {
  /** What is on this device, within its limit. */
  readonly kept: KeptFiles;
  readonly #surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings;
    this.kept = new KeptFiles(surroundings);
  }

  /** Whether a request is for a data file, to be answered from here. */
  isData(request: Request): boolean {
    const path = this.#pathOf(request);
    const isWholeGet = request.method === 'GET' && !request.headers.has('Range');
    return isWholeGet && (path === manifestPath || hashedPath.test(path));
  }

  /** Rejects as `fetch` does. One who asks past all caches is answered by the network alone, which renews what is kept. */
  async answer(request: Request, waitUntil: WaitUntil = () => undefined): Promise<Response> {
    const path = this.#pathOf(request);
    const isPastCaches = request.cache === 'reload' || request.cache === 'no-store';
    if (path === manifestPath) return this.#answerManifest(request, isPastCaches, waitUntil);
    const kept = isPastCaches ? undefined : await this.kept.find(path);
    if (kept) {
      waitUntil(this.kept.noteRead(path));
      return kept;
    }
    const response = await this.#surroundings.fetch(request);
    if (isWholeFile(response)) waitUntil(this.#keepFile(path, response.clone()));
    return response;
  }

  /** Sees to it that a file is kept. Resolves to whether it is; never rejects. */
  async keep(path: string): Promise<boolean> {
    if (await this.kept.find(path)) return true;
    try {
      const response = await this.#surroundings.fetch(new Request(this.#urlOf(path), { priority: 'low' }));
      return isWholeFile(response) && (await this.#keepFile(path, response));
    } catch {
      return false;
    }
  }

  /** Makes this the manifest that answers without a network. Never rejects. */
  async keepManifest(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const headers = { 'Content-Type': 'application/json', [fromCacheHeader]: new Date().toISOString() };
    await this.kept.put(manifestPath, bytes, headers);
  }

  /** The bytes of the kept manifest; undefined without one. */
  async keptManifest(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const kept = await this.kept.find(manifestPath);
    return kept && new Uint8Array(await kept.arrayBuffer());
  }

  /** The paths of the hashed files kept. */
  async keptPaths(): Promise<string[]> {
    return (await this.kept.paths()).filter((path) => hashedPath.test(path));
  }

  #answerManifest(request: Request, isPastCaches: boolean, waitUntil: WaitUntil): Promise<Response> {
    const network = this.#fetchManifest(request);
    // Said at once: the network may speak only after the kept copy has answered in its place.
    waitUntil(
      network.then(
        (response) => (isWholeFile(response) ? this.#noteManifest(response.clone()) : undefined),
        () => undefined,
      ),
    );
    if (isPastCaches) return network;
    const kept = (): Promise<Response | undefined> => this.kept.find(manifestPath);
    const { patienceInMilliseconds } = this.#surroundings;
    return networkFirst(network, { isGood: isWholeFile, kept, patienceInMilliseconds });
  }

  /**
   * Asks the network for the manifest. A host that says nothing would hold a line for each time it is asked, until
   * there is none left; and a browser lets requests that may use its own cache wait for the one before them. So the
   * line is given up in the end, but only where a kept copy stands in, and never once an answer has begun; or when
   * whoever asked gives up.
   */
  async #fetchManifest(request: Request): Promise<Response> {
    const { fetch, patienceInMilliseconds } = this.#surroundings;
    const giveUp = new AbortController();
    let isAnswered = false;
    const timer = setTimeout(() => {
      void this.kept.find(manifestPath).then((kept) => {
        if (kept && !isAnswered) giveUp.abort();
      });
    }, 3 * patienceInMilliseconds);
    const followAsker = (): void => {
      giveUp.abort();
    };
    if (request.signal.aborted) followAsker();
    else request.signal.addEventListener('abort', followAsker);
    try {
      return await fetch(new Request(request, { cache: 'no-store', signal: giveUp.signal }));
    } finally {
      isAnswered = true;
      clearTimeout(timer);
    }
  }

  /** The network has given a manifest: the kept one stands as of now, or there is none and any whole one is better. */
  async #noteManifest(response: Response): Promise<void> {
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      await decodeManifest(bytes);
      const kept = await this.keptManifest();
      if (!kept || isSame(bytes, kept)) await this.keepManifest(bytes);
    } catch {
      // It broke off, or is none: what is kept stays.
    }
  }

  /** Keeps a file when it is what its name says. Resolves to whether it is kept; never rejects. */
  async #keepFile(path: string, response: Response): Promise<boolean> {
    try {
      const bytes = new Uint8Array(await response.arrayBuffer());
      if ((await contentHash(bytes)) !== hashedPath.exec(path)?.[1]) return false;
      const type = response.headers.get('Content-Type') ?? 'application/octet-stream';
      return await this.kept.put(path, bytes, { 'Content-Type': type });
    } catch {
      return false;
    }
  }

  #urlOf(path: string): string {
    return this.#surroundings.siteUrl + path;
  }

  #pathOf({ url }: Request): string {
    return pathInSite(this.#surroundings.siteUrl, url) ?? '';
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
