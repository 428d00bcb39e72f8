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
const classes = new Map<string, RouteClass>();
for (const route of routes) {
  for (const dataset of [noDataset, ...datasets.map(({ name }) => name)]) {
    classes.set(`${route} ${dataset}`, { route, dataset });
  }
}
const findClass = (route: Route, dataset = noDataset): RouteClass => classes.get(`${route} ${dataset}`) ?? other;
const other: RouteClass = { route: 'unknown', dataset: noDataset };
export const malformedClass = findClass('malformed');
const fileClass = findClass('file');
const datasetByName = new Map(datasets.map(({ name }) => [name.toLowerCase(), name]));

export const livenessPath = '/healthz';
const readinessPath = '/readyz';

/** A cache of the classes of recently requested targets, most of which are requested again. */
const classesByTarget = new Map<string, RouteClass>();
const mostKnownTargets = 2000;

/** The class of a request, determined from its target. */
export function classifyRequest(target: string, basePath: string): RouteClass {
  const found = classesByTarget.get(target);
  if (found) return found;
  const routeClass = classify(target, basePath);
  if (classesByTarget.size >= mostKnownTargets) classesByTarget.clear();
  classesByTarget.set(target, routeClass);
  return routeClass;
}

/**
 * Approximates the routes of `core/api/routes.ts` without decoding anything, because it runs for every new target. No
 * response depends on the result.
 */
function classify(target: string, basePath: string): RouteClass {
  if (isHealthCheck(target)) return findClass('health');
  if (!target.startsWith(basePath)) return fileClass;
  if (target.startsWith('data/', basePath.length)) return findClass('data');
  if (target.startsWith(`${placeFeedRoot}/`, basePath.length)) return findClass('feed');
  if (!target.startsWith('webapi', basePath.length)) return fileClass;
  const start = basePath.length + apiRoot.length + 1;
  if (!target.startsWith(`${apiRoot}/`, basePath.length)) return other;
  const nameEnd = endOfName(target, start);
  const dataset = datasetByName.get(target.slice(start, nameEnd).toLowerCase());
  if (dataset === undefined) return target.startsWith('.json', nameEnd) ? findClass('document') : other;
  const hasMorePath = target[nameEnd] === '/' && nameEnd + 1 < target.length && target[nameEnd + 1] !== '?';
  if (hasMorePath) return findClass(target.startsWith('/pages/', nameEnd) ? 'static-page' : 'record', dataset);
  const query = target.indexOf('?', nameEnd);
  if (query < 0) return findClass('complete', dataset);
  const parameters = target.slice(query).toLowerCase();
  if (parameters.includes('latitude=')) return findClass('search', dataset);
  return findClass(parameters.includes('pagenumber=') ? 'page' : 'complete', dataset);
}

/** Whether a target is exactly the path of a health check, with any query. Health checks are not in the access log. */
export function isHealthCheck(target: string): boolean {
  const path = target.replace(/\?.*$/s, '');
  return path === livenessPath || path === readinessPath;
}

function endOfName(target: string, start: number): number {
  for (let index = start; index < target.length; index++) {
    const character = target[index];
    if (character === '/' || character === '?' || character === '.') return index;
  }
  return target.length;
}
