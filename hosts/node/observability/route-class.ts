import { datasets } from '../../../core/datasets/datasets.ts';
import { apiRoot, placeFeedRoot } from '../../../core/storage/format/layout.ts';

/** The classes of requests, few enough for each to have its own metrics. */
const routes = [
  'complete', // a complete dataset
  'page',
  'search', // around a centre, including Nearest
  'record',
  'static-page',
  'document',
  'unknown', // below /webapi/, but not a path of the API
  'feed', // of a place
  'data', // files of the static tree
  'file', // every other file of the site
  'health',
  'malformed', // not well-formed HTTP
] as const;
type Route = (typeof routes)[number];

export interface RouteClass {
  readonly route: Route;
  /** The name of the dataset, or "none". */
  readonly dataset: string;
}

const noDataset = 'none';

/** Each class is created once, because every request needs one. */
function classesOf(dataset: string): Readonly<Record<Route, RouteClass>> {
  return Object.fromEntries(routes.map((route) => [route, { route, dataset }])) as Record<Route, RouteClass>;
}
const classes = classesOf(noDataset);
const classesByDataset = new Map(datasets.map(({ name }) => [name.toLowerCase(), classesOf(name)]));

export const malformedClass = classes.malformed;

export const livenessPath = '/healthz';
const readinessPath = '/readyz';

/**
 * The class of a request, determined from its target. Approximates the routes of `core/api/routes.ts` without decoding
 * anything, because it runs for every request. No response depends on the result.
 */
export function classifyRequest(target: string, basePath: string): RouteClass {
  if (isHealthCheck(target)) return classes.health;
  if (!target.startsWith(basePath)) return classes.file;
  if (target.startsWith('data/', basePath.length)) return classes.data;
  if (target.startsWith(`${placeFeedRoot}/`, basePath.length)) return classes.feed;
  if (!target.startsWith('webapi', basePath.length)) return classes.file;
  const start = basePath.length + apiRoot.length + 1;
  if (!target.startsWith(`${apiRoot}/`, basePath.length)) return classes.unknown;
  const nameEnd = endOfName(target, start);
  const ofDataset = classesByDataset.get(target.slice(start, nameEnd).toLowerCase());
  if (!ofDataset) return target.startsWith('.json', nameEnd) ? classes.document : classes.unknown;
  const hasMorePath = target[nameEnd] === '/' && nameEnd + 1 < target.length && target[nameEnd + 1] !== '?';
  if (hasMorePath) return target.startsWith('/pages/', nameEnd) ? ofDataset['static-page'] : ofDataset.record;
  const query = target.indexOf('?', nameEnd);
  if (query < 0) return ofDataset.complete;
  const parameters = target.slice(query).toLowerCase();
  if (parameters.includes('latitude=')) return ofDataset.search;
  return parameters.includes('pagenumber=') ? ofDataset.page : ofDataset.complete;
}

/** Whether a target is exactly the path of a health check, with any query. Health checks are not in the access log. */
export function isHealthCheck(target: string): boolean {
  for (const path of [livenessPath, readinessPath]) {
    if (target.startsWith(path) && (target.length === path.length || target[path.length] === '?')) return true;
  }
  return false;
}

function endOfName(target: string, start: number): number {
  for (let index = start; index < target.length; index++) {
    const character = target[index];
    if (character === '/' || character === '?' || character === '.') return index;
  }
  return target.length;
}
