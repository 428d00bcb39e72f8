import { datasets, findDataset } from '../datasets/datasets.ts';
import type { DatasetDescription } from '../datasets/dataset-description.ts';
import type { Page, SortOrder } from '../query/parameters.ts';
import {
  apiRoot,
  completeArrayPath,
  apiDocumentPath,
  apiDocuments,
  type FeedFormat,
  feedFormats,
  placeFeedPath,
  placeFeedRoot,
  type PointFile,
  pointFilePath,
  pointFiles,
  recordPath,
  staticPagePath,
  staticPageSize,
  type ApiDocument,
} from '../storage/format/layout.ts';

/** The resource that a path identifies. A static path takes no parameters. */
export type Route =
  | { readonly kind: 'dataset'; readonly dataset: DatasetDescription }
  | { readonly kind: 'staticList'; readonly dataset: DatasetDescription; readonly list: StaticList }
  | {
      readonly kind: 'record';
      readonly dataset: DatasetDescription;
      readonly identifierText: string;
      readonly isStatic: boolean;
    }
  | { readonly kind: 'pointFile'; readonly dataset: DatasetDescription; readonly file: PointFile }
  | { readonly kind: 'document'; readonly name: ApiDocument }
  | { readonly kind: 'placeFeed'; readonly identifierText: string; readonly format: FeedFormat }
  | { readonly kind: 'unknownFeed' }
  | { readonly kind: 'unknown' };

/** The complete dataset, or a page of it. */
export interface StaticList {
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

/** The values of a path's placeholders. */
type PlaceholderValues = Readonly<Record<string, string>>;

/**
 * The paths under `webapi/v1/`, each with a function that returns its route, or undefined if the values of the
 * placeholders are invalid. Paths that end in `.json` or `.flatbush` are static files: they take no parameters. The
 * other paths may end in a slash.
 */
const routes: readonly { readonly path: string; readonly route: (values: PlaceholderValues) => Route | undefined }[] = [
  { path: '{Dataset}', route: forDataset((dataset) => ({ kind: 'dataset', dataset })) },
  {
    path: '{Dataset}/{id}',
    route: forDataset((dataset, { id = '' }) => ({ kind: 'record', dataset, identifierText: id, isStatic: false })),
  },
  {
    path: '{Dataset}.json',
    route: forDataset((dataset) => ({ kind: 'staticList', dataset, list: { sortOrder: 'desc', page: undefined } })),
  },
  {
    path: '{Dataset}/{id}.json',
    route: forDataset((dataset, { id = '' }) => ({ kind: 'record', dataset, identifierText: id, isStatic: true })),
  },
  { path: '{Dataset}/pages/{sortOrder}/{n}.json', route: forDataset(staticPageRoute) },
  ...pointFiles.map((file) => ({
    path: `{Dataset}.${file}`,
    route: forDataset((dataset) => ({ kind: 'pointFile', dataset, file })),
  })),
  ...apiDocuments.map((name) => ({ path: name, route: (): Route => ({ kind: 'document', name }) })),
];

function forDataset(
  toRoute: (dataset: DatasetDescription, values: PlaceholderValues) => Route | undefined,
): (values: PlaceholderValues) => Route | undefined {
  return (values) => {
    const dataset = findDataset(values['Dataset'] ?? '');
    return dataset && toRoute(dataset, values);
  };
}

function staticPageRoute(dataset: DatasetDescription, { sortOrder, n = '' }: PlaceholderValues): Route | undefined {
  const number = parsePageNumber(n);
  if (number === undefined || (sortOrder !== 'asc' && sortOrder !== 'desc')) return undefined;
  return { kind: 'staticList', dataset, list: { sortOrder, page: { number, size: staticPageSize } } };
}

/** A segment of a path: a constant text or, if it has a name, a value before a constant ending. */
interface PatternPart {
  readonly name: string | undefined;
  readonly text: string;
}

const patterns = routes.map(({ path, route }) => {
  const segments = path.split('/');
  return { parts: segments.map(toPatternPart), isFile: isFile(segments), route };
});

function toPatternPart(segment: string): PatternPart {
  const [, name, ending] = /^\{(\w+)\}(.*)$/.exec(segment) ?? [];
  return { name, text: ending ?? segment };
}

/**
 * The route of a URL's path; undefined when the handler does not respond to the path.
 * `basePath` is the path of the site's root, with a slash at both ends.
 */
export function routeOf(pathname: string, basePath: string): Route | undefined {
  if (!isHandledPath(pathname, basePath)) return undefined;
  const path = pathname.slice(basePath.length);
  if (path.startsWith(`${placeFeedRoot}/`)) return placeFeedRoute(path.slice(placeFeedRoot.length + 1));
  if (!path.startsWith(`${apiRoot}/`)) return { kind: 'unknown' };
  const segments = path
    .slice(apiRoot.length + 1)
    .split('/')
    .map(decodeSegment);
  const requestsFile = isFile(segments);
  if (!requestsFile && segments.length > 1 && segments.at(-1) === '') segments.pop();
  for (const pattern of patterns) {
    const matched = pattern.isFile === requestsFile ? matchSegments(pattern.parts, segments) : undefined;
    const route = matched && pattern.route(matched);
    if (route) return route;
  }
  return { kind: 'unknown' };
}

/** The name of a feed has one spelling, like that of a file. */
function placeFeedRoute(name: string): Route {
  const [, identifierText, ending] = /^([^/]+)\.([a-z]+)$/.exec(name) ?? [];
  const format = feedFormats.find((each) => each === ending);
  if (identifierText === undefined || format === undefined) return { kind: 'unknownFeed' };
  return { kind: 'placeFeed', identifierText: decodeSegment(identifierText), format };
}

/** Whether a path is a static file. The ending `.flatbush` counts only directly after a dataset's name. */
function isFile(segments: readonly string[]): boolean {
  const name = segments.at(-1) ?? '';
  return /.\.json$/s.test(name) || (segments.length === 1 && /.\.flatbush$/s.test(name));
}

/** The values of a pattern's placeholders; undefined when the segments do not match it. */
function matchSegments(parts: readonly PatternPart[], segments: readonly string[]): PlaceholderValues | undefined {
  if (parts.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  let index = 0;
  for (const { name, text } of parts) {
    const segment = segments[index++] ?? '';
    if (name === undefined) {
      if (segment !== text) return undefined;
    } else {
      const value = segment.slice(0, segment.length - text.length);
      if (value === '' || !segment.endsWith(text)) return undefined;
      values[name] = value;
    }
  }
  return values;
}

/** Whether the handler responds to a path: everything under `webapi/`, and the feeds of places. */
export function isHandledPath(pathname: string, basePath: string): boolean {
  if (!pathname.startsWith(basePath)) return false;
  const path = pathname.slice(basePath.length);
  return path === 'webapi' || path.startsWith('webapi/') || path.startsWith(`${placeFeedRoot}/`);
}

/** The known paths, for the message about an unknown path. A site built by an older release has no documents. */
export function knownPaths(basePath: string, documents: readonly ApiDocument[] = apiDocuments): string[] {
  return [
    ...datasets.flatMap(({ name }) => [
      `${basePath}${apiRoot}/${name}`,
      `${basePath}${apiRoot}/${name}/{id}`,
      basePath + completeArrayPath(name),
      basePath + recordPath(name, '{id}'),
      basePath + staticPagePath(name, '{asc|desc}', '{n}'),
      ...pointFiles.map((file) => basePath + pointFilePath(name, file)),
    ]),
    ...documents.map((name) => basePath + apiDocumentPath(name)),
  ];
}

/** The known paths of place feeds, for the message about an unknown one. */
export function knownFeedPaths(basePath: string): string[] {
  return feedFormats.map((format) => basePath + placeFeedPath(format, '{CoastalFeatureID}'));
}

/** The identifier in a path's segment; undefined unless it consists of digits and is a safe integer. */
export function parseIdentifier(text: string): number | undefined {
  if (!/^\d+$/.test(text)) return undefined;
  const identifier = Number(text);
  return Number.isSafeInteger(identifier) ? identifier : undefined;
}

/** The number of a static page, from the name of its file; undefined for any other text. */
function parsePageNumber(text: string): number | undefined {
  const number = /^[1-9]\d*$/.test(text) ? Number(text) : Infinity;
  return Number.isFinite(number) ? number : undefined;
}

function decodeSegment(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
