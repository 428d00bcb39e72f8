import { basePathDescription, isBasePath } from '../../core/site/site-paths.ts';
import { createEdgeHandler } from './edge-handler.ts';
import type { EdgeSite } from './site-file.ts';

/** What a runtime passes to the worker. Without it, the environment variables of the process are used. */
interface EdgeEnvironment {
  /** A store of the site's files. */
  readonly ASSETS?: { fetch(request: Request): Promise<Response> };
  /** The address of the site's files, ending in a slash, for runtimes without a file store. */
  readonly COASTWATCH_FILES?: string;
  /** `gzip` if nothing in front of the runtime compresses responses, as edge platforms do. */
  readonly COASTWATCH_COMPRESSION?: string;
  /** The path under which the site is served, with a slash at both ends. Default: `/`. */
  readonly COASTWATCH_BASE_PATH?: string;
}

declare const process: { readonly env: EdgeEnvironment } | undefined;

const answer = createEdgeHandler();

export default {
  fetch(request: Request, given?: EdgeEnvironment): Promise<Response> {
    return answer(request, siteOf(given));
  },
};

function siteOf(given: EdgeEnvironment | undefined): EdgeSite {
  const ofProcess = typeof process === 'undefined' ? undefined : process.env;
  const { ASSETS: assets } = given ?? {};
  const basePath = given?.COASTWATCH_BASE_PATH ?? ofProcess?.COASTWATCH_BASE_PATH ?? '/';
  if (!isBasePath(basePath)) throw new Error(`COASTWATCH_BASE_PATH ${basePath} is not ${basePathDescription}.`);
  const compresses = (given?.COASTWATCH_COMPRESSION ?? ofProcess?.COASTWATCH_COMPRESSION) === 'gzip';
  // A file store has no address of its own: any origin will do.
  if (assets) {
    return { filesUrl: 'http://files.invalid/', fetch: (request) => assets.fetch(request), basePath, compresses };
  }
  const filesUrl = given?.COASTWATCH_FILES ?? ofProcess?.COASTWATCH_FILES;
  if (filesUrl === undefined) {
    throw new Error('The worker has no files: bind ASSETS to a file store, or set COASTWATCH_FILES to their address.');
  }
  return { filesUrl, fetch: (request) => fetch(request), basePath, compresses };
}
