import type { IncomingMessage } from 'node:http';

import { routeOf } from '../../../core/api/routes.ts';

/** The classes of requests, few enough for each to have its own metrics. */
type RouteName =
  | 'complete' // a complete dataset
  | 'page'
  | 'search' // around a centre, including Nearest
  | 'record'
  | 'static-page'
  | 'document'
  | 'unknown' // below /webapi/, but not a path of the API
  | 'feed' // of a place
  | 'ogc' // OGC API Features
  | 'data' // files of the static tree
  | 'file' // every other file of the site
  | 'health'
  | 'malformed'; // not well-formed HTTP

export interface RouteClass {
  readonly route: RouteName;
  /** The name of the dataset, or "none". */
  readonly dataset: string;
}

const withoutDataset = (route: RouteName): RouteClass => ({ route, dataset: 'none' });

export const malformedClass = withoutDataset('malformed');

export const livenessPath = '/healthz';
const readinessPath = '/readyz';

/** A request to a server. The type of Node is also that of responses, which have no target and no method. */
export interface ServerRequest extends IncomingMessage {
  url: string;
  method: string;
}

/** The class of a request, determined from its target. No response depends on it. */
export function classifyRequest(target: string, basePath: string): RouteClass {
  if (isHealthCheck(target)) return withoutDataset('health');
  const [pathname = '', query = ''] = target.split(/\?(.*)/s, 2);
  const route = routeOf(pathname, basePath);
  switch (route?.kind) {
    case undefined:
      return withoutDataset(pathname.startsWith(`${basePath}data/`) ? 'data' : 'file');
    case 'placeFeed':
    case 'unknownFeed':
      return withoutDataset('feed');
    case 'ogc':
    case 'document':
    case 'unknown':
      return withoutDataset(route.kind);
    case 'record':
      return { route: 'record', dataset: route.dataset.name };
    case 'staticList':
      return { route: route.list.page ? 'static-page' : 'complete', dataset: route.dataset.name };
    case 'pointFile':
      return { route: 'complete', dataset: route.dataset.name };
    case 'dataset': {
      const isSearch = /\blatitude=/i.test(query);
      const isPage = /\bpagenumber=/i.test(query);
      return { route: isSearch ? 'search' : isPage ? 'page' : 'complete', dataset: route.dataset.name };
    }
  }
}

/** Whether a target is exactly the path of a health check, with any query. Health checks are not in the access log. */
export function isHealthCheck(target: string): boolean {
  const path = target.replace(/\?.*$/s, '');
  return path === livenessPath || path === readinessPath;
}
