import { datasets, findDataset } from '../datasets/datasets.ts';
import type { DatasetDescription } from '../datasets/dataset-description.ts';
import { decodePercent, type Page, type SortOrder } from '../query/parameters.ts';
import {
  apiRoot,
  completeArrayPath,
  apiDocumentPath,
  apiDocuments,
  type FeedFormat,
  feedFormats,
  ogcRoot,
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
  /** A resource of OGC API Features, by its path below the landing page. */
  | { readonly kind: 'ogc'; readonly path: string }
  | { readonly kind: 'unknown' };

export interface StaticList {
  readonly sortOrder: SortOrder;
  readonly page: Page | undefined;
}

/**
 * The route of a URL's path; undefined when the handler does not respond to the path.
 * `basePath` is the path of the site's root, with a slash at both ends.
 */
export function routeOf(pathname: string, basePath: string): Route | undefined {
  if (!isHandledPath(pathname, basePath)) return undefined;
  const path = pathname.slice(basePath.length);
  if (path.startsWith(`${placeFeedRoot}/`)) return placeFeedRoute(path.slice(placeFeedRoot.length + 1));
  if (isOgcPath(path)) return { kind: 'ogc', path: path.slice(ogcRoot.length) };
  if (!path.startsWith(`${apiRoot}/`)) return { kind: 'unknown' };
  const segments = path
    .slice(apiRoot.length + 1)
    .split('/')
    .map(decodePercent);
  if (isFile(segments)) return fileRoute(segments) ?? { kind: 'unknown' };
  if (segments.length > 1 && segments.at(-1) === '') segments.pop(); // these paths may end in a slash
  return queryRoute(segments) ?? { kind: 'unknown' };
}

function queryRoute([name = '', id, ...others]: readonly string[]): Route | undefined {
  const dataset = findDataset(name);
  if (!dataset || others.length > 0) return undefined;
  if (id === undefined) return { kind: 'dataset', dataset };
  return id === '' ? undefined : { kind: 'record', dataset, identifierText: id, isStatic: false };
}

/** The route of a static file, which takes no parameters: its path ends in `.json` or `.flatbush`. */
function fileRoute([name = '', second, sortOrder, n = '', ...others]: readonly string[]): Route | undefined {
  if (second === undefined) return topLevelFileRoute(name);
  const dataset = findDataset(name);
  if (!dataset || others.length > 0) return undefined;
  if (sortOrder === undefined)
    return { kind: 'record', dataset, identifierText: withoutEnding(second), isStatic: true };
  const number = parsePageNumber(withoutEnding(n));
  if (second !== 'pages' || number === undefined || (sortOrder !== 'asc' && sortOrder !== 'desc')) return undefined;
  return { kind: 'staticList', dataset, list: { sortOrder, page: { number, size: staticPageSize } } };
}

function topLevelFileRoute(name: string): Route | undefined {
  const document = apiDocuments.find((each) => each === name);
  if (document) return { kind: 'document', name: document };
  for (const file of pointFiles) {
    const dataset = name.endsWith(`.${file}`) && findDataset(name.slice(0, -file.length - 1));
    if (dataset) return { kind: 'pointFile', dataset, file };
  }
  const dataset = findDataset(withoutEnding(name));
  return dataset && { kind: 'staticList', dataset, list: { sortOrder: 'desc', page: undefined } };
}

function withoutEnding(name: string): string {
  return name.replace(/\.json$/, '');
}

/** The name of a feed has one spelling, like that of a file. */
function placeFeedRoute(name: string): Route {
  const [, identifierText, ending] = /^([^/]+)\.([a-z]+)$/.exec(name) ?? [];
  const format = feedFormats.find((each) => each === ending);
  if (identifierText === undefined || format === undefined) return { kind: 'unknownFeed' };
  return { kind: 'placeFeed', identifierText: decodePercent(identifierText), format };
}

/** Whether a path is a static file. The ending `.flatbush` counts only directly after a dataset's name. */
function isFile(segments: readonly string[]): boolean {
  const ending = segments.length === 1 ? /.\.(?:json|flatbush)$/s : /.\.json$/s;
  return segments.slice(-1).some((name) => ending.test(name));
}

/** Whether the handler responds to a path: everything under `webapi/` and `ogc/`, and the feeds of places. */
export function isHandledPath(pathname: string, basePath: string): boolean {
  if (!pathname.startsWith(basePath)) return false;
  const path = pathname.slice(basePath.length);
  return path === 'webapi' || path.startsWith('webapi/') || path.startsWith(`${placeFeedRoot}/`) || isOgcPath(path);
}

/** `path` is relative to the root of the site. */
const isOgcPath = (path: string): boolean => path === ogcRoot || path.startsWith(`${ogcRoot}/`);

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
