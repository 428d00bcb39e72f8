import { basePathDescription, isBasePath } from '../../core/http/site-paths.ts';
import { createEdgeHandler } from './edge-handler.ts';
import type { EdgeSite } from './site-file.ts';

interface EdgeEnvironment {
  /** A store of the site's files. */
  readonly ASSETS?: { fetch(request: Request): Promise<Response> };
  /** The address of the site's files, ending in a slash, for runtimes without a file store. */
  readonly COASTWATCH_FILES?: string;
  /** `gzip` makes the worker compress responses, for runtimes without a compressing edge platform in front of them. */
  readonly COASTWATCH_COMPRESSION?: string;
  /** The path under which the site is served, with a slash at both ends. Default: `/`. */
  readonly COASTWATCH_BASE_PATH?: string;
}

declare const process: { readonly env: EdgeEnvironment } | undefined;

const handle = createEdgeHandler();

export default {
  fetch(request: Request, bindings?: EdgeEnvironment): Promise<Response> {
    return handle(request, readSite(bindings));
  },
};

function readSite(bindings: EdgeEnvironment | undefined): EdgeSite {
  const processEnv = typeof process === 'undefined' ? undefined : process.env;
  const { ASSETS: assets } = bindings ?? {};
  const basePath = bindings?.COASTWATCH_BASE_PATH ?? processEnv?.COASTWATCH_BASE_PATH ?? '/';
  if (!isBasePath(basePath)) throw new Error(`COASTWATCH_BASE_PATH ${basePath} is not ${basePathDescription}.`);
  const compresses = (bindings?.COASTWATCH_COMPRESSION ?? processEnv?.COASTWATCH_COMPRESSION) === 'gzip';
  // A file store ignores the origin of a request, so any origin works.
  if (assets) {
    return { filesUrl: 'http://files.invalid/', fetch: (request) => assets.fetch(request), basePath, compresses };
  }
  const filesUrl = bindings?.COASTWATCH_FILES ?? processEnv?.COASTWATCH_FILES;
  if (filesUrl === undefined) {
    throw new Error('The worker has no files: bind ASSETS to a file store, or set COASTWATCH_FILES to their address.');
  }
  return { filesUrl, fetch: (request) => fetch(request), basePath, compresses };
}
